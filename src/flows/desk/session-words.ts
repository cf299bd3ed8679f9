import { filedWords, namesOfFiles } from '#core/asking/attached.ts';
import { textOf } from '#core/log/blocks.ts';
import { leftOutTurns, turnsMarked } from '#core/log/marks.ts';
import { handedIn, judgeOrigin, typedIn } from '#core/provenance/line-origin.ts';
import type { LineOrigin, Proposal } from '#core/memory/memory.ts';
import { judgeSecrecy } from '#core/provenance/off-record.ts';
import { notToBeRemembered } from '#core/provenance/remember-request.ts';
import { turnSaying } from '#core/lines/sayer.ts';
import type { Taint } from '#core/summary/summary.ts';
import { taintOfMemory, worse } from '#core/provenance/taint.ts';
import type { Exchange } from '#core/log/turn.ts';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import { originsOfTrust, memoryFiles } from '#db/memory/files.ts';
import type { JudgedBy } from '#db/memory/proposals.ts';
import type { Truth } from '#db/schema.ts';
import { readPath, sessionOf } from '#db/log/sessions.ts';
import { findTurns, marksOf, readExchange, readExchanges } from '#db/log/turns.ts';

/** What a line for memory is held against: whose words it holds, and whether they were said off the record. */

export interface SessionWords {
	originOf(line: string): LineOrigin;
	/** Said off the record, and nowhere else. */
	isSecret(line: string): boolean;
	/**
	 * Said where the user asked not to remember it, or just before they did, and in no other message of theirs: it waits,
	 * whatever passes unread.
	 */
	isUnwanted(line: string): boolean;
	/** The message it was learnt from, known by its words: see `turnSaying`. */
	sayerOf(line: string): string | null;
	/** Turns off the record; all of them in a session that is. */
	readonly offRecord: ReadonlySet<string>;
	/**
	 * Whether the session is deleted, or one of the turns is left out or deleted, or the line tells what only such messages
	 * say that were read before they were.
	 */
	isKeptOut(line: string, turnIds: readonly string[]): boolean;
	readonly judgedBy: JudgedBy;
}

/** What whoever writes the lines has read. */
interface ReadBefore {
	/** Memory not counted. */
	readonly taint: Taint;
	/** Messages, as they were then: where they are gone since, a line may tell them all the same. */
	readonly read?: readonly Exchange[];
	/**
	 * How much was forgotten then (see `forgettingNow`), where words of other places may have been read too, such as a
	 * summary or what was recalled. Where more is by now, a line passes only if the user says it in what is left.
	 */
	readonly forgotten?: number;
}

/** `log`: the exchanges of the session, from who has read them already; a long session is not read once a line. */
export async function wordsOfSession(
	db: Truth,
	sessionId: string,
	{ taint, read = [], forgotten, log }: ReadBefore & { readonly log?: readonly Exchange[] }
): Promise<SessionWords> {
	// First: what is forgotten behind it may be in all the rest.
	const forgottenNow = await forgettingNow(db);
	const [session, marks, memory] = await Promise.all([
		sessionOf(db, sessionId),
		marksOf(db, sessionId),
		memoryTaint(db)
	]);
	const all = log ?? (await readExchanges(db, sessionId, await readPath(db, sessionId)));
	const marked = turnsMarked(marks, 'off-record');
	const isHidden = ({ turn }: Exchange): boolean =>
		session?.offRecord === true || marked.has(turn.turnId);
	const hidden = [...all.filter(isHidden), ...(await elsewhere(db, sessionId, marked, all))];
	const onRecord = all.filter((exchange) => !isHidden(exchange));
	const open = typedIn(onRecord);
	const unwanted = notToBeRemembered(open);
	const leftOut = leftOutTurns(marks);
	const deleted = turnsMarked(marks, 'deleted');
	const standing = onRecord.filter(({ turn }) => !deleted.has(turn.turnId));
	const isGone = ({ turn }: Exchange): boolean => leftOut.has(turn.turnId);
	// Of what is left the user's side alone: who answers now may have said it again.
	const left = onRecord
		.filter((exchange) => !isGone(exchange))
		.map(({ turn }) => ({ turn, steps: [] }));
	const gone = read.filter(isGone).flatMap(saidIn);
	const tellsGone = judgeSecrecy(gone, gone.length === 0 ? [] : left.flatMap(saidIn));
	const isUnsure = forgotten !== undefined && forgotten !== forgottenNow;
	return {
		isKeptOut: (line, turnIds) =>
			(session?.deletedAt ?? null) !== null ||
			turnIds.some((id) => leftOut.has(id)) ||
			tellsGone(line) ||
			(isUnsure && turnSaying(line, left) === null),
		judgedBy: { sessionId, forgotten: forgottenNow, marks },
		originOf: judgeOrigin({
			typed: open,
			handed: handedIn(onRecord),
			taint: worse(taint, memory)
		}),
		isSecret: judgeSecrecy(hidden.flatMap(saidIn), open),
		isUnwanted: judgeSecrecy(
			unwanted,
			open.filter((text) => !unwanted.includes(text))
		),
		sayerOf: (line) => turnSaying(line, standing),
		offRecord: session?.offRecord ? new Set(hidden.map(({ turn }) => turn.turnId)) : marked
	};
}

/**
 * How lines of a session are held against what is off the record in it once other turns are, some of `turnIds` too; null:
 * none waits there, or left the desk for that.
 */
export async function secrecyOfLines(
	db: Truth,
	sessionId: string,
	turnIds: readonly string[]
): Promise<((hidden: ReadonlySet<string>) => (line: string) => boolean) | null> {
	const isLine = (row: Proposal): boolean =>
		row.sessionId === sessionId && (row.status === 'waiting' || row.withdrawn === true);
	const rows = db.proposals.where('status').anyOf('waiting', 'superseded').filter(isLine);
	if ((await rows.count()) === 0) return null;
	const onPath = await readExchanges(db, sessionId, await readPath(db, sessionId));
	const marked = turnsMarked(await marksOf(db, sessionId), 'off-record');
	const ids = new Set([...marked, ...turnIds]);
	const beside = await elsewhere(db, sessionId, ids, onPath);
	return (hidden) => {
		const isHidden = ({ turn }: Exchange): boolean => hidden.has(turn.turnId);
		const open = typedIn(onPath.filter((exchange) => !isHidden(exchange)));
		return judgeSecrecy([...onPath, ...beside].filter(isHidden).flatMap(saidIn), open);
	};
}

/** Turns among these that stand on other branches: recall finds them too. */
async function elsewhere(
	db: Truth,
	sessionId: string,
	turnIds: ReadonlySet<string>,
	onPath: readonly Exchange[]
): Promise<readonly Exchange[]> {
	const here = new Set(onPath.map(({ turn }) => turn.turnId));
	const others = new Set([...turnIds].filter((id) => !here.has(id)));
	if (others.size === 0) return [];
	const turns = await findTurns(db, sessionId, others);
	const read = await Promise.all(turns.map((turn) => readExchange(db, turn)));
	return read.filter((exchange) => exchange !== undefined);
}

/** Both sides of a turn, and the words and names of its files. */
const saidIn = ({ turn, steps }: Exchange): readonly string[] => [
	textOf(turn.asked),
	...filedWords(turn.asked),
	...namesOfFiles(turn.asked),
	...steps.map((step) => textOf(step.content))
];

/** An import, while lines that came with one stand in memory: every session reads them, or may. */
export async function memoryTaint(db: Truth): Promise<Taint> {
	const origins = await originsOfTrust(db);
	return origins.every(({ origin }) => origin !== 'import')
		? 'none'
		: taintOfMemory(await memoryFiles(db), origins);
}
