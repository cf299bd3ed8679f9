import { hasSameRows } from '#core/log/same-exchange.ts';
import { isKeptOut } from '#core/log/marks.ts';
import { standing } from '#core/reply/reply-parts.ts';
import { mediaIn } from '#core/summarise/transcript.ts';
import type { Exchange, Position } from '#core/log/turn.ts';
import { isOpen, isWithin, type Step, type Turn } from '#core/log/turn.ts';
import type { Amount } from '#core/prompt/weight/weigh-parts.ts';

/** The log as the planner sees it: questions and steps in one row, each with its weights. */

/** The estimator of trigger, split, chunk and screen, in tokens (INV-26). */
export interface Weigh {
	/** The same key, the same weights of the same rows. */
	readonly key: string;
	/** A step as it is sent behind a new summary: its results may go shortened. */
	sent(step: Step): Step;
	/** As it is sent as things stand: a cache may spare it yet. */
	sentNow(step: Step): Step;
	question(turn: Turn): number;
	step(step: Step): number;
	stepNow(step: Step): number;
	text(text: string): number;
	/** See `Scale`. */
	written(row: Turn | Step, how: string, write: () => string): Amount;
}

export interface Item {
	/** Step -1 is the question. */
	readonly position: Position;
	readonly turnId: string;
	/** On the wire behind a new summary, tokens; 0 when it is not sent. */
	readonly tokens: number;
	/** On the wire as things stand, tokens. */
	readonly now: number;
	/** Messages on the wire: 1, or 2 for a step with results. */
	readonly messages: number;
	/** Images in it, when it is sent. */
	readonly images: number;
	/** For the summariser, tokens; 0 when it is left out. */
	readonly input: number;
	/** Characters for the summariser. */
	readonly length: number;
	readonly question: boolean;
	/** A tool call without results: its turn is neither covered nor cut (INV-22). */
	readonly open: boolean;
}

/** Rows as they are written for the summariser, and their weights. */
export interface WrittenRows {
	/** The same key, the same writing of a turn and its steps. */
	key(turn: Turn): string;
	question(turn: Turn): Amount;
	step(step: Step): Amount;
}

const nothing: Amount = { tokens: 0, length: 0 };

/** The items of a log as they were last made. */
interface Known {
	readonly weigh: Weigh;
	readonly exchanges: readonly Exchange[];
	/** How each exchange was written down; null: left out. */
	readonly writings: readonly (string | null)[];
	/** Where the items of each exchange begin. */
	readonly starts: readonly number[];
	readonly items: readonly Item[];
}

/** By the first turn. */
const known = new WeakMap<Turn, Known>();

/** How turns are weighed and written down, and the ids of those that the user left out. */
interface Rules {
	readonly weigh: Weigh;
	readonly written: WrittenRows;
	readonly leftOut: ReadonlySet<string>;
}

/**
 * Items of the exchanges behind the summary in use, in order. Turns that the user left out, or that were forgotten,
 * are there with weight 0: they keep their place, so that coverage has no gaps. As far as the log is the one that was
 * planned before, so are its items.
 */
export function itemsOf(exchanges: readonly Exchange[], rules: Rules): readonly Item[] {
	const { weigh, written, leftOut } = rules;
	const first = exchanges[0]?.turn;
	if (!first) return [];
	const writings = exchanges.map(({ turn }) =>
		isKeptOut(turn, leftOut) ? null : written.key(turn)
	);
	const before = known.get(first);
	const same =
		before?.weigh.key === weigh.key ? sameUpTo(before, { weigh, exchanges, writings }) : 0;
	if (before && same === exchanges.length && same === before.exchanges.length) return before.items;
	const items = before?.items.slice(0, before.starts[same]) ?? [];
	const starts = before?.starts.slice(0, same) ?? [];
	for (let at = same; at < exchanges.length; at++) {
		const exchange = exchanges[at];
		if (!exchange) break;
		starts.push(items.length);
		addItems(items, exchange, writings[at] === null ? null : rules);
	}
	known.set(first, { weigh, exchanges, writings, starts, items });
	return items;
}

/** So many exchanges at the beginning are as they were. */
function sameUpTo(
	before: Known,
	{ weigh, exchanges, writings }: Pick<Known, 'weigh' | 'exchanges' | 'writings'>
): number {
	const goesAsBefore = (step: Step): boolean =>
		before.weigh.sent(step) === weigh.sent(step) &&
		before.weigh.sentNow(step) === weigh.sentNow(step);
	let at = 0;
	for (; at < exchanges.length; at++) {
		const exchange = before.exchanges[at];
		if (!exchange || !hasSameRows(exchange, exchanges[at])) break;
		if (before.writings[at] !== writings[at] || !exchange.steps.every(goesAsBefore)) break;
	}
	return at;
}

/** `rules`: null where the turn is not sent. */
function addItems(
	items: Item[],
	{ turn, steps }: Exchange,
	rules: Pick<Rules, 'weigh' | 'written'> | null
): void {
	const { seq, turnId } = turn;
	const asked = rules?.weigh.question(turn) ?? 0;
	items.push({
		position: { seq, step: -1 },
		turnId,
		tokens: asked,
		now: asked,
		messages: rules ? 1 : 0,
		images: rules ? mediaIn(turn, []) : 0,
		...inputOf(rules?.written.question(turn) ?? nothing),
		question: true,
		open: false
	});
	// What was replaced is neither sent nor told.
	const stays = new Set(standing(steps));
	for (const step of steps) {
		const own = stays.has(step) ? rules : null;
		const messages = own && step.content.length > 0 ? (step.results ? 2 : 1) : 0;
		items.push({
			position: { seq, step: step.index },
			turnId,
			tokens: own?.weigh.step(step) ?? 0,
			now: own?.weigh.stepNow(step) ?? 0,
			messages,
			images: messages > 0 ? mediaIn(null, [step]) : 0,
			...inputOf(own?.written.step(step) ?? nothing),
			question: false,
			open: isOpen(step)
		});
	}
}

/**
 * The items of a stretch. `kept`: the question that stays word for word behind a summary that covers a part of its turn
 * (`questionKept`); it is covered by none.
 */
export const itemsWithin = (
	items: readonly Item[],
	stretch: {
		readonly from: Position;
		readonly through: Position;
		readonly kept: Position | null;
	}
): readonly Item[] =>
	items.filter(
		({ position, question }) =>
			isWithin(position, stretch) && !(question && position.seq === stretch.kept?.seq)
	);

const inputOf = ({ tokens, length }: Amount) => ({ input: tokens, length });

/** One loop for each field: reading a field by its name is ten times slower, and a plan sums long lists often. */
export function sumOf(
	items: readonly Item[],
	field: 'tokens' | 'now' | 'messages' | 'images'
): number {
	let sum = 0;
	switch (field) {
		case 'tokens':
			for (const { tokens } of items) sum += tokens;
			return sum;
		case 'now':
			for (const { now } of items) sum += now;
			return sum;
		case 'messages':
			for (const { messages } of items) sum += messages;
			return sum;
		case 'images':
			for (const { images } of items) sum += images;
			return sum;
	}
}

/** What a range holds, as its card tells it: turns and messages that are sent, and what is no text. */
export function countsOf(covered: readonly Item[]): {
	readonly turnCount: number;
	readonly messageCount: number;
	readonly imageCount: number;
} {
	// Items of a turn stand side by side.
	let turnCount = 0;
	let last = '';
	for (const { messages, turnId } of covered) {
		if (messages > 0 && turnId !== last) {
			turnCount++;
			last = turnId;
		}
	}
	return {
		turnCount,
		messageCount: sumOf(covered, 'messages'),
		imageCount: sumOf(covered, 'images')
	};
}
