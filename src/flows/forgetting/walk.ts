import { covers } from '#core/forgetting/covered.ts';
import type { ToForget } from '#core/forgetting/quotes.ts';
import {
	ownNames,
	ownPassages,
	ownTerms,
	passagesOf,
	saidIn,
	standsIn,
	tells,
	type Traces
} from '#core/forgetting/traces.ts';
import { titleGiven } from '#core/forgetting/title-given.ts';
import {
	sessionOfForgotten,
	turnsOfForgotten,
	type ChangedBeside,
	type Forgetting
} from '#core/forgetting/what.ts';
import { judgeSecrecy } from '#core/provenance/off-record.ts';
import { comparedLines } from '#core/memory/compared-lines.ts';
import { normaliseLine } from '#core/lines/line.ts';
import { formKey, lineIdentity, lineKey } from '#core/lines/same-line.ts';
import { turnsMarked } from '#core/log/marks.ts';
import { placeKey, type Exchange } from '#core/log/turn.ts';
import type { Summary } from '#core/summary/summary.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { marksOf, stepsOf, turnsOf, withSteps } from '#db/log/turns.ts';
import type { IndexStore, Scratch, Truth } from '#db/schema.ts';
import type { Clock } from '#flows/ports.ts';
import { readArchive, type Packer } from '#flows/archives/read-archive.ts';

/** One walk over all stores: what is looked for, and how copies of it are known. Read before anything is removed. */

/** What forgetting needs. */
export interface ForgettingPorts {
	readonly db: Truth;
	readonly scratch: Scratch;
	readonly index: IndexStore;
	readonly clock: Clock;
	readonly packer: Packer;
}

/** What has to be known to take it out of the lines of a session. */
export interface LineWalk extends ToForget {
	readonly forgetting: Forgetting;
	readonly at: number;
	/** Hashes of the forgotten memory lines, see `lineKey`; of those that history alone tells, see `formKey`. */
	readonly lineKeys: ReadonlySet<string>;
	/** The forms of them all, see `normaliseLine`: origins know no more of a line. */
	readonly lineForms: ReadonlySet<string>;
	/** Names, figures and whole sentences that nothing else in the session can have told. */
	readonly traces: Traces;
	/** The same with plain words: only where the user has looked at what goes. */
	readonly wideTraces: Traces;
	/** Ids of the summaries whose range holds what is forgotten. */
	readonly covering: ReadonlySet<string>;
}

export interface Walk extends ForgettingPorts, LineWalk {
	/** Archives of its session that could not be read whole before; their paths. */
	readonly damaged: readonly string[];
	/** Archives that are damaged and stay as they are, though they may hold it; their paths. */
	readonly unreached: string[];
	/** Damaged archives that held it: only what could be read of them is left. Their paths. */
	readonly salvaged: string[];
	readonly changed: { -readonly [What in keyof ChangedBeside]: ChangedBeside[What] };
}

/** By what a summary is known to tell of it: what the user has decided about was looked at. */
export const tracesFor = (walk: LineWalk, { id }: Pick<Summary, 'id'>): Traces =>
	walk.forgetting.summaries[id] ? walk.wideTraces : walk.traces;

/** Whether anything of a summary, its first wording and its lists included, tells what is forgotten. */
export const isTold = (
	walk: LineWalk,
	summary: Summary,
	traces = tracesFor(walk, summary)
): boolean =>
	walk.covering.has(summary.id) &&
	[summary.text, summary.originalText, summary.anchors].some((text) => tells(traces, text));

/** Whether a line of memory tells what in its session only the forgotten messages say, whatever turns it names. */
export const saidThereAlone = ({
	exchanges,
	others
}: Pick<ToForget, 'exchanges' | 'others'>): ((line: string) => boolean) =>
	judgeSecrecy(saidIn(exchanges), saidIn(others));

/** How much of a turn is there: an archive may hold its first steps only, and a row may be blank already. */
const saysOf = ({ turn, steps }: Exchange): number =>
	(turn.forgottenAt === undefined ? 1 : 0) +
	steps.filter((step) => step.forgottenAt === undefined).length;

/** All turns of a session on all its branches, in the tables or in its archives: wherever their content still is. */
async function everyExchange(
	ports: ForgettingPorts,
	sessionId: string | null
): Promise<{ readonly all: readonly Exchange[]; readonly damaged: readonly string[] }> {
	if (sessionId === null) return { all: [], damaged: [] };
	const { db } = ports;
	const [turns, steps, archives] = await Promise.all([
		turnsOf(db, sessionId).toArray(),
		stepsOf(db, sessionId).toArray(),
		db.archives.where('sessionId').equals(sessionId).toArray()
	]);
	const found = new Map(
		withSteps(turns, steps).map((exchange) => [placeKey(exchange.turn), exchange] as const)
	);
	const damaged: string[] = [];
	for (const { id: archiveId, path } of archives) {
		const read = await readArchive(ports, { archiveId });
		if (read.status === 'failed' || !read.isSound) damaged.push(path);
		for (const exchange of read.status === 'read' ? read.exchanges : []) {
			const known = found.get(placeKey(exchange.turn));
			if (!known || saysOf(exchange) > saysOf(known)) found.set(placeKey(exchange.turn), exchange);
		}
	}
	return { all: [...found.values()], damaged };
}

/** Lines that were learnt here and stand in no file any more: only old revisions hold them. */
async function linesOfHistory(db: Truth, turnIds: ReadonlySet<string>): Promise<string[]> {
	const origins = await db.memoryOrigins
		.filter((origin) => origin.turnIds.some((id) => turnIds.has(id)))
		.toArray();
	if (origins.length === 0) return [];
	const files = await db.memoryFiles.filter((file) => file.deletedAt === null).toArray();
	const standing = new Set(files.flatMap(({ text }) => comparedLines(text)));
	return origins.map(({ line }) => line).filter((line) => !standing.has(line));
}

const noTraces: Traces = { terms: new Set(), names: [], passages: [] };

/** Of a line, only what stands word for word in a summary, and only where the user decides about it. */
const tracesOfLines = (lines: readonly string[]) => ({
	traces: noTraces,
	wideTraces: { ...noTraces, passages: passagesOf(lines) }
});

/** Names, figures and whole sentences that stand in none of the other exchanges. */
export function ownTraces(
	{ exchanges, others }: Pick<ToForget, 'exchanges' | 'others'>,
	lines: readonly string[] = []
): Traces {
	const said = saidIn(exchanges);
	const rest = standsIn(others);
	return {
		terms: new Set(),
		names: ownNames(said, rest),
		passages: ownPassages(passagesOf([...said, ...lines]), rest)
	};
}

/** @param going Ids of other turns that are deleted, or will be: where the user looks, they keep no word in a summary. */
function tracesOfTurn(
	{ exchanges, others }: Pick<ToForget, 'exchanges' | 'others'>,
	lines: readonly string[],
	going: ReadonlySet<string>
) {
	const staying = others.filter(({ turn }) => !going.has(turn.turnId));
	const terms = ownTerms(saidIn(exchanges), standsIn(staying));
	return {
		traces: ownTraces({ exchanges, others }, lines),
		wideTraces: { ...ownTraces({ exchanges, others: staying }, lines), terms }
	};
}

/** All summaries that may tell of it, wherever they are: in use, waiting, undone or put away. */
async function coveringSummaries(
	db: Truth,
	sessionId: string | null,
	exchanges: readonly Exchange[]
): Promise<readonly Summary[]> {
	if (sessionId === null) return db.summaries.toArray();
	const [summaries, branches] = await Promise.all([
		db.summaries.where('sessionId').equals(sessionId).toArray(),
		branchesOf(db, sessionId)
	]);
	return summaries.filter((summary) =>
		exchanges.some(({ turn }) => covers(summary, turn, { summaries, branches }))
	);
}

/** Whether a line is one that is meant, or has a form of history. */
function lineAmong(meant: readonly string[], history: readonly string[]) {
	const told = new Set(history);
	const forms = new Set([...history, ...meant.map(normaliseLine)]);
	const lines = new Set(meant.map(lineIdentity));
	return (line: string): boolean => {
		if (forms.size === 0) return false;
		const form = normaliseLine(line);
		return told.has(form) || (forms.has(form) && lines.has(lineIdentity(line)));
	};
}

/**
 * Read what has to be known to find what is forgotten in every store: later its own words are gone.
 *
 * @param also Ids of turns that the user is about to delete with it.
 */
export async function beginWalk(
	ports: ForgettingPorts,
	forgetting: Forgetting,
	also: readonly string[] = []
): Promise<Walk> {
	const { db, clock } = ports;
	const { what } = forgetting;
	const sessionId = sessionOfForgotten(what);
	const isWhole = what.kind === 'session';
	const { all, damaged } = await everyExchange(ports, sessionId);
	const chosen = turnsOfForgotten(what);
	const isIn = (exchange: Exchange) => isWhole || chosen.includes(exchange.turn.turnId);
	const exchanges = all.filter(isIn);
	const others = all.filter((exchange) => !isIn(exchange));
	const marks = sessionId === null ? [] : await marksOf(db, sessionId);
	const going = new Set([...also, ...turnsMarked(marks, 'deleted')]);
	const turnIds = new Set([...chosen, ...exchanges.map(({ turn }) => turn.turnId)]);
	const meant = [...forgetting.lines, ...(what.kind === 'line' ? [what.line] : [])].filter(
		(line) => normaliseLine(line) !== ''
	);
	const meantForms = new Set(meant.map(normaliseLine));
	/** Of these only the form is known; no line stands that has it. A line that is meant may be out of its file already. */
	const history = (what.kind === 'line' ? [] : await linesOfHistory(db, turnIds)).filter(
		(form) => !meantForms.has(form)
	);
	const lines = [...meant, ...history];
	const covering = await coveringSummaries(db, sessionId, exchanges);
	const known =
		sessionId === null || isWhole
			? tracesOfLines(lines)
			: tracesOfTurn({ exchanges, others }, lines, going);
	const session = sessionId === null || isWhole ? undefined : await db.sessions.get(sessionId);
	const walk: Walk = {
		...ports,
		title: session ? titleGiven(session, { exchanges, ...known }) : '',
		...known,
		lines: meant,
		forgetting,
		at: clock.now(),
		sessionId,
		isWhole,
		exchanges,
		others,
		turnIds,
		lineKeys: new Set([...meant.map(lineKey), ...history.map(formKey)]),
		lineForms: new Set(lines.map(normaliseLine)),
		isLine: lineAmong(meant, history),
		covering: new Set(covering.map(({ id }) => id)),
		retold: [],
		damaged,
		unreached: [],
		salvaged: [],
		changed: { summaries: 0, results: 0, requests: 0, ...forgetting.changed }
	};
	return { ...walk, retold: await retoldBy(walk, covering) };
}

/**
 * Texts of summaries that will not stay as they are, in all the wordings they had before an edit; of one that was
 * changed already, nothing.
 */
async function retoldBy(walk: Walk, covering: readonly Summary[]): Promise<readonly string[]> {
	const changing = covering.filter((summary) => {
		const end = walk.forgetting.summaries[summary.id];
		if (end?.how === 'keep') return false;
		if (end?.how === 'rewrite' && end.text === summary.text) return false;
		return walk.isWhole || end?.how === 'drop' || isTold(walk, summary);
	});
	const ids = new Set(changing.map(({ id }) => id));
	const edits = await walk.db.activity
		.filter(({ details: { summaryId } }) => typeof summaryId === 'string' && ids.has(summaryId))
		.toArray();
	return [
		...changing.flatMap(({ text, originalText, anchors }) => [text, originalText, anchors]),
		...edits.flatMap(({ details }) => [details['text'], details['anchors']])
	]
		.filter((text) => typeof text === 'string')
		.filter((text) => text.trim() !== '');
}
