import {
	holdsAny,
	ownPassages,
	ownTerms,
	passagesOf,
	stringsIn,
	textsOf
} from '#core/forgetting/traces.ts';
import { lineKey, sessionOfForgotten, type Forgetting } from '#core/forgetting/what.ts';
import { textOf, type ToolResultBlock } from '#core/log/blocks.ts';
import { normaliseLine } from '#core/memory/line.ts';
import type { Exchange, Step } from '#core/log/turn.ts';
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

export interface Walk extends ForgettingPorts {
	readonly forgetting: Forgetting;
	readonly at: number;
	/** The session it stood in, or null: a line belongs to none. */
	readonly sessionId: string | null;
	/** All of the session goes. */
	readonly isWhole: boolean;
	/** The forgotten turns. */
	readonly exchanges: readonly Exchange[];
	readonly turnIds: ReadonlySet<string>;
	/** Hashes of the forgotten memory lines, see `lineKey`. */
	readonly lineKeys: ReadonlySet<string>;
	/** Short texts of the turns, which only count where the turn itself stood. */
	readonly texts: ReadonlySet<string>;
	readonly passages: readonly string[];
	/** Words that nothing else in the session can have told. */
	readonly terms: ReadonlySet<string>;
	/** Archives that are damaged and could not be written anew; their paths. */
	readonly unreached: string[];
}

export const isLine = (walk: Pick<Walk, 'lineKeys'>, text: string): boolean =>
	walk.lineKeys.size > 0 && walk.lineKeys.has(lineKey(text));

/** Whether plain data holds a copy of what is forgotten. */
export const holdsCopy = (walk: Pick<Walk, 'passages'>, value: unknown): boolean =>
	holdsAny(stringsIn(value), walk.passages);

/** A tool result that quotes what is forgotten: by its link, or by its words. */
export function quotesIt(walk: Walk, result: ToolResultBlock): boolean {
	const texts = stringsIn(result.content);
	const { what } = walk.forgetting;
	const sessionId = sessionOfForgotten(what);
	const link = sessionId === null ? null : `/chat/${sessionId}`;
	const full = what.kind === 'turn' ? `${link ?? ''}#${what.turnId}` : link;
	if (full !== null && texts.some((text) => text.includes(full))) return true;
	return holdsAny(texts, walk.passages);
}

const placeOf = ({ branch, seq }: { readonly branch: string; readonly seq: number }): string =>
	`${branch} ${String(seq)}`;

/** How much of a turn is there: an archive may hold its first steps only, and a row may be blank already. */
const saysOf = ({ turn, steps }: Exchange): number =>
	(turn.forgottenAt === undefined ? 1 : 0) +
	steps.filter((step) => step.forgottenAt === undefined).length;

/** All turns of a session on all its branches, in the tables or in its archives: wherever their content still is. */
async function everyExchange(ports: ForgettingPorts, sessionId: string): Promise<Exchange[]> {
	const { db } = ports;
	const [turns, steps, archives] = await Promise.all([
		db.turns.where('[sessionId+branch+seq]').between([sessionId], [sessionId, []]).toArray(),
		db.steps.where('[sessionId+branch+seq+index]').between([sessionId], [sessionId, []]).toArray(),
		db.archives.where('sessionId').equals(sessionId).primaryKeys()
	]);
	const found = new Map<string, Exchange>();
	const bySteps = new Map<string, Step[]>();
	for (const step of steps)
		bySteps.set(placeOf(step), [...(bySteps.get(placeOf(step)) ?? []), step]);
	for (const turn of turns)
		found.set(placeOf(turn), { turn, steps: bySteps.get(placeOf(turn)) ?? [] });
	for (const archiveId of archives) {
		const read = await readArchive(ports, { archiveId });
		for (const exchange of read.status === 'read' ? read.exchanges : []) {
			const known = found.get(placeOf(exchange.turn));
			if (!known || saysOf(exchange) > saysOf(known)) found.set(placeOf(exchange.turn), exchange);
		}
	}
	return [...found.values()];
}

/** Lines that were learnt here and stand in no file any more: only old revisions hold them. */
async function linesOfHistory(db: Truth, turnIds: ReadonlySet<string>): Promise<string[]> {
	const origins = await db.memoryOrigins
		.filter((origin) => origin.turnIds.some((id) => turnIds.has(id)))
		.toArray();
	if (origins.length === 0) return [];
	const files = await db.memoryFiles.filter((file) => file.deletedAt === null).toArray();
	const standing = new Set(
		files.flatMap((file) => file.text.split(/\r?\n/).map((line) => normaliseLine(line)))
	);
	return origins.map(({ line }) => line).filter((line) => !standing.has(line));
}

const saidIn = (step: Step): string => textOf(step.content);

export async function beginWalk(ports: ForgettingPorts, forgetting: Forgetting): Promise<Walk> {
	const { db, clock } = ports;
	const { what } = forgetting;
	const sessionId = sessionOfForgotten(what);
	const all = sessionId === null ? [] : await everyExchange(ports, sessionId);
	const isIn = (exchange: Exchange) =>
		what.kind === 'session' || (what.kind === 'turn' && exchange.turn.turnId === what.turnId);
	const exchanges = all.filter(isIn);
	const turnIds = new Set(exchanges.map(({ turn }) => turn.turnId));
	if (what.kind === 'turn') turnIds.add(what.turnId);
	const lines = [
		...forgetting.lines,
		...(what.kind === 'line' ? [what.line] : await linesOfHistory(db, turnIds))
	];
	const texts = textsOf(exchanges);
	const others = all.filter((exchange) => !isIn(exchange));
	return {
		...ports,
		forgetting,
		at: clock.now(),
		sessionId,
		isWhole: what.kind === 'session',
		exchanges,
		turnIds,
		lineKeys: new Set(lines.map(lineKey)),
		texts: new Set(texts),
		passages: [
			...passagesOf(lines),
			...ownPassages(
				passagesOf(texts),
				others.flatMap(({ turn, steps }) => [textOf(turn.asked), ...steps.map(saidIn)])
			)
		],
		terms: ownTerms(texts, textsOf(others)),
		unreached: []
	};
}
