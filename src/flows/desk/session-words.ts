import { filedWords } from '#core/asking/attached.ts';
import { textOf } from '#core/log/blocks.ts';
import { leftOutTurns, turnsMarked } from '#core/log/marks.ts';
import { handedIn, judgeOrigin, typedIn } from '#core/provenance/line-origin.ts';
import type { LineOrigin, Proposal } from '#core/memory/memory.ts';
import { judgeSecrecy } from '#core/provenance/off-record.ts';
import { turnSaying } from '#core/lines/sayer.ts';
import type { Taint } from '#core/summary/summary.ts';
import { taintOfMemory, worse } from '#core/provenance/taint.ts';
import type { Exchange } from '#core/log/turn.ts';
import { originsOfTrust, memoryFiles } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';
import { readPath, sessionOf } from '#db/log/sessions.ts';
import { findTurns, marksOf, readExchange, readExchanges } from '#db/log/turns.ts';

/** What a line for memory is held against: whose words it holds, and whether they were said off the record. */

export interface SessionWords {
	originOf(line: string): LineOrigin;
	/** Said off the record, and nowhere else. */
	isSecret(line: string): boolean;
	/** The message it was learnt from, known by its words: see `turnSaying`. */
	sayerOf(line: string): string | null;
	/** Turns off the record; all of them in a session that is. */
	readonly offRecord: ReadonlySet<string>;
	/** Whether the session is deleted, or one of the turns is left out or deleted. */
	isKeptOut(turnIds: readonly string[]): boolean;
}

/**
 * `taint`: of what was read by whoever writes the lines, memory not counted. `log`: the exchanges of the session,
 * from who has read them already; a long session is not read once a line.
 */
export async function wordsOfSession(
	db: Truth,
	sessionId: string,
	{ taint, log }: { readonly taint: Taint; readonly log?: readonly Exchange[] }
): Promise<SessionWords> {
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
	const leftOut = leftOutTurns(marks);
	const deleted = turnsMarked(marks, 'deleted');
	const standing = onRecord.filter(({ turn }) => !deleted.has(turn.turnId));
	return {
		isKeptOut: (turnIds) =>
			(session?.deletedAt ?? null) !== null || turnIds.some((id) => leftOut.has(id)),
		originOf: judgeOrigin({
			typed: open,
			handed: handedIn(onRecord),
			taint: worse(taint, memory)
		}),
		isSecret: judgeSecrecy(hidden.flatMap(saidIn), open),
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

/** Both sides of a turn, and the words of its files. */
const saidIn = ({ turn, steps }: Exchange): readonly string[] => [
	...askedIn(turn),
	...steps.map((step) => textOf(step.content))
];

const askedIn = ({ asked }: Exchange['turn']): readonly string[] => [
	textOf(asked),
	...filedWords(asked)
];

/** An import, while lines that came with one stand in memory: every session reads them, or may. */
export async function memoryTaint(db: Truth): Promise<Taint> {
	const origins = await originsOfTrust(db);
	return origins.every(({ origin }) => origin !== 'import')
		? 'none'
		: taintOfMemory(await memoryFiles(db), origins);
}
