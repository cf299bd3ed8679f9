import { turnsMarked } from '#core/log/marks.ts';
import type { Pin } from '#core/log/pin.ts';
import type { Mark, MarkKind } from '#core/log/turn.ts';
import type { Proposal } from '#core/memory/memory.ts';
import type { Session } from '#core/session/session.ts';
import { forgettingNow, forgottenAmong, refuseLost } from '#db/forgetting/tombstones.ts';
import { changeInside } from '#db/log/sessions.ts';
import { marksOf } from '#db/log/turns.ts';
import { withdrawInside } from '#db/memory/proposals.ts';
import type { Truth } from '#db/schema.ts';
import { Refused, storingIn, type Stored } from '#db/storing.ts';
import { nothingTold, tell, type Told } from '#db/told.ts';

/** Pins, and marks that change something beside the turn: each with all that goes with it in one transaction. */

/**
 * Words of what is forgotten are pinned no more, nor does an undo bring them back: one that goes on into another message may
 * hold words of that, so it is refused where something was forgotten since that number was `forgotten` (see `forgettingNow`).
 */
export const putPin = (db: Truth, pin: Pin, forgotten?: number): Promise<Stored<void>> =>
	storingIn(db, [db.sessions, db.pins, db.tombstones], async () => {
		if (forgotten !== undefined && (await forgettingNow(db)) !== forgotten)
			throw new Refused({ kind: 'forgotten' });
		await pinInside(db, pin);
		await changeInside(db, pin.sessionId, () => ({}));
	});

export const removePin = (db: Truth, { id, sessionId }: Pin): Promise<Stored<void>> =>
	storingIn(db, [db.sessions, db.pins], async () => {
		await db.pins.delete(id);
		await changeInside(db, sessionId, () => ({}));
	});

async function pinInside(db: Truth, pin: Pin): Promise<void> {
	await refuseLost(db, [pin.sessionId, ...(pin.turnId === null ? [] : [pin.turnId])]);
	await db.pins.put(pin);
}

/** A message is pinned: the mark on it, and its words as a pin. */
export const pinTurn = (
	db: Truth,
	{ mark, pin }: { readonly mark: Mark; readonly pin: Pin }
): Promise<Stored<void>> =>
	storingIn(db, [db.sessions, db.marks, db.pins, db.tombstones], async () => {
		await pinInside(db, pin);
		await db.marks.put(mark);
		await changeInside(db, mark.sessionId, () => ({}));
	});

type Place = Pick<Mark, 'sessionId' | 'turnId'>;

export const unpinTurn = (
	db: Truth,
	{ sessionId, turnId }: Place,
	pinId: string
): Promise<Stored<void>> =>
	storingIn(db, [db.sessions, db.marks, db.pins], async () => {
		await db.marks.delete([sessionId, turnId, 'pinned']);
		await db.pins.delete(pinId);
		await changeInside(db, sessionId, () => ({}));
	});

/** A decision about a message: on each attempt at it, the one that is meant first. */
export interface Decided {
	readonly sessionId: string;
	readonly turnIds: readonly string[];
	readonly kind: MarkKind;
	/** When it was decided (Unix ms); null: it holds no more. */
	readonly at: number | null;
	/** The title that the first message of the session gives, where the decision is about that one. */
	readonly title?: string | null;
	/** How lines are held against what was said in the turns off the record, whatever turns they name; null: none is. */
	readonly secrecy?: ((hidden: ReadonlySet<string>) => (line: string) => boolean) | null;
}

/**
 * Put a mark on all attempts at a message, or take off what was put on them in one act: what was decided about another
 * attempt before stays. Lines that wait and were learnt from what is off the record, or tell what is said nowhere else,
 * leave the desk with it; what was accepted is the user's, and stays. On the record again those that left so wait as
 * before, but for what another turn off the record tells; one that memory holds by now is told so when it is accepted.
 * Refused where the message is forgotten by now.
 */
export const decideInAll = (
	db: Truth,
	decided: Decided,
	told: Told = nothingTold
): Promise<Stored<void>> =>
	storingIn(db, [db.sessions, db.marks, db.proposals, db.activity, db.tombstones], async () => {
		const { sessionId, kind, at } = decided;
		await refuseLost(db, [sessionId, ...decided.turnIds.slice(0, 1)]);
		const turnIds = await meantBy(db, decided);
		for (const turnId of turnIds)
			if (at === null) await db.marks.delete([sessionId, turnId, kind]);
			else await db.marks.put({ sessionId, turnId, kind, at });
		if (kind === 'off-record')
			await hideLinesInside(db, sessionId, decided.secrecy ?? null, at !== null);
		await changeInside(db, sessionId, (session) => titled(session, decided));
		await tell(db, told(decided));
	});

/**
 * Inside a transaction that spans marks and proposals: what waits and tells what is off the record leaves the desk, or what
 * left it so and does not any more comes back.
 */
export async function hideLinesInside(
	db: Truth,
	sessionId: string,
	secrecy: NonNullable<Decided['secrecy']> | null,
	isHiding: boolean
): Promise<void> {
	const hidden = turnsMarked(await marksOf(db, sessionId), 'off-record');
	const isSecret = secrecy?.(hidden) ?? (() => false);
	const isOff = ({ turnIds, text }: Proposal): boolean =>
		turnIds.some((id) => hidden.has(id)) || isSecret(text);
	await withdrawInside(
		db,
		(proposal) => proposal.sessionId === sessionId && isOff(proposal) === isHiding,
		isHiding
	);
}

/** A title that is words of a deleted message goes with it, and comes back with it where none was given since. */
function titled(session: Session, { kind, at, title = null }: Decided): Partial<Session> {
	if (kind !== 'deleted' || title === null || session.titleFrom !== 'first-message') return {};
	if (at !== null) return { title: '' };
	return session.title === '' ? { title } : {};
}

/** The attempts that are neither forgotten nor decided about in another act. */
async function meantBy(
	db: Truth,
	{ sessionId, turnIds, kind, at }: Decided
): Promise<ReadonlySet<string>> {
	const lost = await forgottenAmong(db, turnIds);
	const marks = await db.marks.bulkGet(turnIds.map((turnId) => [sessionId, turnId, kind]));
	const isMeant = (_: string, index: number): boolean =>
		at === null ? marks[index]?.at === marks[0]?.at : index === 0 || !marks[index];
	return new Set(turnIds.filter(isMeant).filter((turnId) => !lost.has(turnId)));
}
