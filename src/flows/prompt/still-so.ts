import type { Failed, Failure } from '#core/failure.ts';
import type { Pin } from '#core/log/pin.ts';
import { leftOutTurns } from '#core/log/marks.ts';
import type { Exchange, Mark, Turn } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';
import { excludedAmong, excludedKeyOf, type Excluded } from '#core/summarise/excluded.ts';
import { isAsRead, noGround } from '#core/summary/ground.ts';
import type { Summary } from '#core/summary/summary.ts';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { marksOf } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { failed } from '#flows/done.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';

/**
 * Whether words of a session may be sent as they were read. Work that tells them in several calls takes minutes, and asks
 * before each of them: what the user forgets, deletes or leaves out meanwhile goes out no more.
 */

/** What is looked at. */
interface ReadWords {
	readonly session: Pick<Session, 'id'>;
	readonly exchanges: readonly Exchange[];
	/** The first turn of the path, where it goes along; it may be none of the exchanges. */
	readonly first: { readonly turn: Turn } | null;
	/** The summary in use, or the one in whose place another is written. */
	readonly previous: Summary | null;
	readonly replaces: Summary | null;
	/** That go along, whatever turn they are of; left out: none do. */
	readonly pins?: readonly Pin[];
	/** Of the exchanges, and of the turns that pins are of. */
	readonly excluded: Excluded;
	/** Notes that go along. */
	readonly notes: string | null;
	/** How much was forgotten before any of it was read, see `forgettingNow`. */
	readonly forgotten: number;
}

/** `forgotten`: how much was by then. */
export type StillSo = { readonly status: 'so'; readonly forgotten: number } | Failed;

/** Whether a call was not made because what it tells is no more as it was read: it can be read anew. */
export const isOutdated = (failure: Failure): boolean =>
	failure.kind === 'changed-meanwhile' && failure.why !== 'endpoint';

/**
 * Whether words are no more as they were read, and why: the user deleted the session, excluded turns or took some back,
 * or edited the summary before, or took it out of use, or let a pin go. A turn that was forgotten keeps the mark that hides it; of notes
 * nobody can tell what was forgotten.
 */
export async function outdatedBy(db: Truth, read: ReadWords): Promise<Failure | null> {
	const changed: Failure = { kind: 'changed-meanwhile' };
	const excludedSince: Failure = { ...changed, why: 'left-out' };
	const session = await sessionOf(db, read.session.id);
	if (!session || session.deletedAt !== null) return changed;
	const before = read.previous ?? read.replaces;
	if (before && !isAsRead(await db.summaries.get(before.id), before)) return noGround;
	if (read.notes !== null && (await forgettingNow(db)) !== read.forgotten) return changed;
	const marks = await marksOf(db, session.id);
	if (read.first && leftOutTurns(marks).has(read.first.turn.turnId)) return excludedSince;
	const excluded = excludedOf(read, session, marks);
	if (excludedKeyOf(excluded) !== excludedKeyOf(read.excluded)) return excludedSince;
	const pins = await db.pins.bulkGet((read.pins ?? []).map(({ id }) => id));
	return pins.includes(undefined) ? changed : null;
}

/** A pin brings along words of a turn that stands behind the summary, and is none of the exchanges. */
function excludedOf(
	{ exchanges, pins = [] }: Pick<ReadWords, 'exchanges' | 'pins'>,
	session: Pick<Session, 'offRecord'>,
	marks: readonly Mark[]
): Excluded {
	const pinned = pins.flatMap(({ turnId }) => (turnId === null ? [] : [{ turn: { turnId } }]));
	return excludedAmong([...exchanges, ...pinned], session, marks);
}

/** The same, asked before each call; what is forgotten behind this is refused as the request is filed. */
export async function stillSo(db: Truth, read: ReadWords): Promise<StillSo> {
	const forgotten = await forgettingNow(db);
	const outdated = await outdatedBy(db, read);
	return outdated ? failed(outdated) : { status: 'so', forgotten };
}

/** What is looked at of a prompt. */
export function wordsOf({ session, input, forgotten }: ReadPrompt): ReadWords {
	const { exchanges, pins, firstTurn: turn, marks, summary } = input;
	return {
		session,
		exchanges,
		first: turn && !leftOutTurns(marks).has(turn.turnId) ? { turn } : null,
		previous: summary,
		replaces: null,
		pins,
		excluded: excludedOf(input, session, marks),
		notes: null,
		forgotten
	};
}

/** Turns among these that the user keeps from the summariser, or from memory. */
export const readExcluded = async (
	db: Truth,
	session: Session,
	exchanges: readonly Exchange[]
): Promise<Excluded> => excludedAmong(exchanges, session, await marksOf(db, session.id));
