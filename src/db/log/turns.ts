import { Dexie } from 'dexie';
import type { Path, PathPart } from '#core/log/path.ts';
import { slicePath } from '#core/log/path.ts';
import { stopgapTitle } from '#core/session/title.ts';
import type { Branch, Session } from '#core/session/session.ts';
import type { Exchange, Mark, MarkKind, Step, Turn } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { coldOf, coldTurn, withCold } from '#db/archives/cold.ts';
import { refuseLost } from '#db/forgetting/tombstones.ts';
import { changed, changeInside, refuseClosed } from '#db/log/sessions.ts';
import { Refused, storing, type Stored } from '#db/storing.ts';

/** Turns, steps and marks: appended, never edited. */

/** The rows of a part that are here; those in archives alone are not among them. */
export const turnsOfPart = (db: Truth, sessionId: string, part: PathPart) =>
	db.turns
		.where('[sessionId+branch+seq]')
		.between(
			[sessionId, part.branch, part.fromSeq],
			[sessionId, part.branch, part.throughSeq],
			true,
			true
		);

const stepsOfPart = (db: Truth, sessionId: string, part: PathPart): Promise<Step[]> =>
	db.steps
		.where('[sessionId+branch+seq+index]')
		.between(
			[sessionId, part.branch, part.fromSeq, Dexie.minKey],
			[sessionId, part.branch, part.throughSeq, Dexie.maxKey]
		)
		.toArray();

async function readHotPart(db: Truth, sessionId: string, part: PathPart): Promise<Exchange[]> {
	const [turns, steps] = await Promise.all([
		turnsOfPart(db, sessionId, part).toArray(),
		stepsOfPart(db, sessionId, part)
	]);
	const bySeq = new Map<number, Step[]>();
	for (const step of steps) {
		const list = bySeq.get(step.seq);
		if (list) list.push(step);
		else bySeq.set(step.seq, [step]);
	}
	return turns.map((turn): Exchange => ({ turn, steps: bySeq.get(turn.seq) ?? [] }));
}

/** Both ends belong to it. */
interface SeqRange {
	readonly fromSeq: number;
	readonly throughSeq: number;
}

const everything: SeqRange = { fromSeq: 0, throughSeq: Infinity };

/** What `read` gives of each part of a path that lies in a range, in order. */
async function readParts(
	path: Path,
	{ fromSeq, throughSeq }: SeqRange,
	read: (part: PathPart) => Promise<readonly Exchange[]>
): Promise<Exchange[]> {
	return (await Promise.all(slicePath(path, fromSeq, throughSeq).map(read))).flat();
}

/**
 * Turns with their steps in a range of a path, in order, wherever they lie: those whose rows are gone come from their
 * archive. Costs as much as the range is long.
 */
export const readExchanges = (
	db: Truth,
	sessionId: string,
	path: Path,
	range: SeqRange = everything
): Promise<Exchange[]> =>
	readParts(path, range, async (part) =>
		withArchived(db, sessionId, part, await readHotPart(db, sessionId, part))
	);

/** Only those whose rows are here. */
export const readHotExchanges = (db: Truth, sessionId: string, path: Path): Promise<Exchange[]> =>
	readParts(path, everything, (part) => readHotPart(db, sessionId, part));

/**
 * Rows that are here, and what of the part lies in archives. No gap, nothing cold: the usual case costs no look, and no
 * transaction whose end would be waited for. Where a turn is missing its row has come back between two looks, or its
 * archive has gone: then all is looked up once more, at one moment.
 */
export async function withArchived(
	db: Truth,
	sessionId: string,
	part: PathPart,
	hot: readonly Exchange[]
): Promise<readonly Exchange[]> {
	const isWhole = (read: readonly Exchange[]): boolean =>
		read.length > part.throughSeq - part.fromSeq;
	if (isWhole(hot)) return hot;
	const read = await withCold(db, { part, hot, cold: await coldOf(db, sessionId) });
	if (isWhole(read)) return read;
	const now = await db.transaction('r', db.turns, db.steps, db.cold, async () => ({
		part,
		hot: await readHotPart(db, sessionId, part),
		cold: await coldOf(db, sessionId)
	}));
	return withCold(db, now);
}

/** One turn with its steps, or undefined. */
export async function readExchange(
	db: Truth,
	key: { readonly sessionId: string; readonly branch: string; readonly seq: number }
): Promise<Exchange | undefined> {
	const part = { branch: key.branch, fromSeq: key.seq, throughSeq: key.seq };
	const [found] = await readExchanges(db, key.sessionId, [part]);
	return found;
}

/** Where a turn stands, by its id: for links. Reads keys of one session only. */
export async function findTurn(
	db: Truth,
	sessionId: string,
	turnId: string
): Promise<Turn | undefined> {
	const hot = () =>
		db.turns
			.where('[sessionId+branch+seq]')
			.between([sessionId], [sessionId, []])
			.filter((turn) => turn.turnId === turnId)
			.first();
	// Its row may have come back between the two looks.
	return (await hot()) ?? (await coldTurn(db, sessionId, turnId)) ?? hot();
}

/** Turns of a session by their ids, wherever they lie, in one pass over its rows; one of each archive that holds any. */
export async function findTurns(
	db: Truth,
	sessionId: string,
	turnIds: ReadonlySet<string>
): Promise<readonly Turn[]> {
	const found = new Map<string, Turn>();
	const isMissing = ({ turnId }: Turn): boolean => turnIds.has(turnId) && !found.has(turnId);
	const take = (turns: readonly Turn[]): void => {
		for (const turn of turns) if (isMissing(turn)) found.set(turn.turnId, turn);
	};
	const rows = db.turns.where('[sessionId+branch+seq]').between([sessionId], [sessionId, []]);
	take(await rows.filter(isMissing).toArray());
	if (found.size === turnIds.size) return [...found.values()];
	for (const range of await coldOf(db, sessionId))
		if (range.turnIds.some((id) => turnIds.has(id) && !found.has(id)))
			take((await Promise.resolve(db.openArchive(range))).map(({ turn }) => turn));
	// Their rows may have come back between the two looks.
	if (found.size < turnIds.size) take(await rows.filter(isMissing).toArray());
	return [...found.values()];
}

/** A session as it is stored with its first turn. */
export interface FreshSession {
	readonly session: Session;
	readonly branch: Branch;
}

/**
 * Append a turn at the head of its branch; a session that is `fresh` is stored with it. Refused with
 * `changed-meanwhile` when the head has moved since the turn was made (seq stays gap-free whatever other tabs do), or
 * the session was ended or deleted; with `forgotten` when it was forgotten: nothing under its id could ever be brought
 * back from a backup. All of it in one round and one commit: the answer is asked for behind it.
 */
export const appendTurn = (
	db: Truth,
	turn: Turn,
	{
		title = '',
		fresh = null
	}: { readonly title?: string; readonly fresh?: FreshSession | null } = {}
): Promise<Stored<void>> =>
	storing(() =>
		db.transaction('rw', db.sessions, db.branches, db.turns, db.tombstones, async () => {
			const [storedSession, storedBranch, tombstone] = await Promise.all([
				db.sessions.get(turn.sessionId),
				db.branches.get([turn.sessionId, turn.branch]),
				db.tombstones.get(turn.sessionId)
			]);
			if (tombstone) throw new Refused({ kind: 'forgotten' });
			const session = storedSession ?? fresh?.session;
			const branch = storedSession ? storedBranch : fresh?.branch;
			if (session) refuseClosed(session);
			if (!session || branch?.headSeq !== turn.seq - 1)
				throw new Refused({ kind: 'changed-meanwhile' });
			const isNamed = title !== '' && session.titleFrom === 'none';
			await Promise.all([
				db.turns.add(turn),
				db.branches.put({ ...branch, headSeq: turn.seq }),
				db.sessions.put(
					changed(session, {
						activeAt: turn.askedAt,
						...(isNamed
							? { title, titleFrom: title === stopgapTitle ? 'none' : 'first-message' }
							: {})
					})
				)
			]);
		})
	);

/**
 * First write of a step: the assistant's message. Refused when its place is taken, or its turn was forgotten or is not
 * there any more: a copy that took the place of everything may not have known it, and the next question of that number
 * would be shown with the answer to this one.
 */
export const appendStep = (db: Truth, step: Step): Promise<Stored<void>> =>
	storing(() =>
		db.transaction('rw', db.sessions, db.turns, db.steps, async () => {
			const turn = await db.turns.get([step.sessionId, step.branch, step.seq]);
			if (turn?.turnId !== step.turnId || turn.forgottenAt !== undefined)
				throw new Refused({ kind: 'changed-meanwhile' });
			if (await db.steps.get([step.sessionId, step.branch, step.seq, step.index]))
				throw new Refused({ kind: 'changed-meanwhile' });
			await db.steps.add(step);
			await changeInside(db, step.sessionId, () => ({ activeAt: step.endedAt }));
		})
	);

/** Second write of a step: the results of its tool calls. Refused when they are there already. */
export const completeStep = (
	db: Truth,
	key: Pick<Step, 'sessionId' | 'branch' | 'seq' | 'index'>,
	results: NonNullable<Step['results']>,
	resultsHash: string
): Promise<Stored<void>> =>
	storing(() =>
		db.transaction('rw', db.sessions, db.steps, async () => {
			const step = await db.steps.get([key.sessionId, key.branch, key.seq, key.index]);
			if (!step || step.results || step.forgottenAt !== undefined)
				throw new Refused({ kind: 'changed-meanwhile' });
			await db.steps.put({ ...step, results, resultsHash });
			await changeInside(db, key.sessionId, () => ({}));
		})
	);

export const marksOf = (db: Truth, sessionId: string): Promise<Mark[]> =>
	db.marks.where('[sessionId+turnId+kind]').between([sessionId], [sessionId, []]).toArray();

/**
 * A mark on one turn; what the user decides about a message goes on all attempts at it, see `marked.ts`. Refused where
 * the turn or its session is forgotten by now.
 */
export const putMark = (db: Truth, mark: Mark): Promise<Stored<void>> =>
	storing(() =>
		db.transaction('rw', db.sessions, db.marks, db.tombstones, async () => {
			await refuseLost(db, [mark.sessionId, mark.turnId]);
			await db.marks.put(mark);
			await changeInside(db, mark.sessionId, () => ({}));
		})
	);

/**
 * A turn waits for the network from now on (ms). If it does already it stays so, with what was wished for it; `goes`:
 * left out, as it was asked for before.
 */
export const putWaiting = (
	db: Truth,
	{ sessionId, branch, seq, turnId }: Pick<Turn, 'sessionId' | 'branch' | 'seq' | 'turnId'>,
	wish: { readonly at: number; readonly goes?: 'on' | 'anew'; readonly byItself?: true }
): Promise<Stored<void>> =>
	storing(() =>
		db.transaction('rw', db.sessions, db.steps, db.marks, db.tombstones, async () => {
			await refuseLost(db, [sessionId, turnId]);
			const old = await db.marks.get([sessionId, turnId, 'waiting']);
			const steps = await stepsOfPart(db, sessionId, { branch, fromSeq: seq, throughSeq: seq });
			const { goes = old?.goes, byItself = old?.byItself } = wish;
			await db.marks.put({
				sessionId,
				turnId,
				kind: 'waiting',
				at: old?.at ?? wish.at,
				...(byItself && { byItself }),
				...(goes === 'on' && { goes }),
				saidBefore: steps.at(-1)?.index ?? -1
			});
			await changeInside(db, sessionId, () => ({}));
		})
	);

export const removeMark = (
	db: Truth,
	key: { readonly sessionId: string; readonly turnId: string; readonly kind: MarkKind }
): Promise<Stored<void>> =>
	storing(() =>
		db.transaction('rw', db.sessions, db.marks, async () => {
			await db.marks.delete([key.sessionId, key.turnId, key.kind]);
			await changeInside(db, key.sessionId, () => ({}));
		})
	);
