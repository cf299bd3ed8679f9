import { imagesIn } from '#core/summarise/transcript.ts';
import type { Exchange, Position } from '#core/log/turn.ts';
import { isOpen, type Step, type Turn } from '#core/log/turn.ts';
import type { Amount } from '#core/prompt/weigh-parts.ts';

/** The log as the planner sees it: questions and steps in one row, each with its weights. */

/** The estimator of trigger, split, chunk and screen, in tokens (INV-26). */
export interface Weigh {
	/** The same key, the same weights. */
	readonly key: string;
	question(turn: Turn): number;
	step(step: Step): number;
	text(text: string): number;
	/** See `Scale`. */
	written(row: Turn | Step, how: string, write: () => string): Amount;
}

export interface Item {
	/** Step -1 is the question. */
	readonly position: Position;
	readonly turnId: string;
	/** On the wire, tokens; 0 when it is not sent. */
	readonly tokens: number;
	/** Messages on the wire: 1, or 2 for a step with results. */
	readonly messages: number;
	/** Images in it, when it is sent. */
	readonly images: number;
	/** For the summariser, tokens; 0 when it is left out. */
	readonly input: number;
	/** Characters for the summariser. */
	readonly length: number;
	/** When it came, ms. */
	readonly at: number;
	readonly question: boolean;
	/** A tool call without results: its turn is neither covered nor cut (INV-22). */
	readonly open: boolean;
	/** Last of its turn: a cut behind it falls between turns. */
	readonly last: boolean;
}

/** What rows are for the summariser, as they are written down for it. */
export interface Written {
	/** The same key, the same writing of a turn and its steps. */
	key(turn: Turn): string;
	question(turn: Turn): Amount;
	step(step: Step): Amount;
}

const nothing: Amount = { tokens: 0, length: 0 };

/** What an item was made with: as long as these are the same, so is the item of a row. */
interface Known {
	readonly weights: string;
	readonly writing: string;
	readonly item: Item;
}

const known = new WeakMap<Turn | Step, Known>();

/**
 * Items of the exchanges behind the summary in use, in order. Turns that the user left out, or that were forgotten,
 * are there with weight 0: they keep their place, so that coverage has no gaps. Rows are looked at once: a plan over
 * a long log that was planned before costs a walk.
 */
export function itemsOf(
	exchanges: readonly Exchange[],
	{
		weigh,
		written,
		leftOut
	}: { readonly weigh: Weigh; readonly written: Written; readonly leftOut: ReadonlySet<string> }
): readonly Item[] {
	const items: Item[] = [];
	for (const { turn, steps } of exchanges) {
		const sent = turn.forgottenAt === undefined && !leftOut.has(turn.turnId);
		const writing = written.key(turn);
		const take = (row: Turn | Step, last: boolean, make: () => Item): void => {
			const found = sent ? known.get(row) : undefined;
			const holds = found?.weights === weigh.key && found.writing === writing;
			if (holds && found.item.last === last) {
				items.push(found.item);
				return;
			}
			const item = make();
			if (sent) known.set(row, { weights: weigh.key, writing, item });
			items.push(item);
		};
		take(turn, steps.length === 0, () => ({
			position: { seq: turn.seq, step: -1 },
			turnId: turn.turnId,
			tokens: sent ? weigh.question(turn) : 0,
			messages: sent ? 1 : 0,
			images: sent ? imagesIn(turn, []) : 0,
			...inputOf(sent ? written.question(turn) : nothing),
			at: turn.askedAt,
			question: true,
			open: false,
			last: steps.length === 0
		}));
		for (const [at, step] of steps.entries()) {
			const last = at === steps.length - 1;
			take(step, last, () => {
				const messages = sent && step.content.length > 0 ? (step.results ? 2 : 1) : 0;
				return {
					position: { seq: turn.seq, step: step.index },
					turnId: turn.turnId,
					tokens: sent ? weigh.step(step) : 0,
					messages,
					images: messages > 0 ? imagesIn(null, [step]) : 0,
					...inputOf(sent ? written.step(step) : nothing),
					at: step.endedAt,
					question: false,
					open: isOpen(step),
					last
				};
			});
		}
	}
	return items;
}

const inputOf = ({ tokens, length }: Amount) => ({ input: tokens, length });

/** One loop for each field: reading a field by its name is ten times slower, and a plan sums long lists often. */
export function sumOf(items: readonly Item[], field: 'tokens' | 'messages' | 'images'): number {
	let sum = 0;
	switch (field) {
		case 'tokens':
			for (const { tokens } of items) sum += tokens;
			return sum;
		case 'messages':
			for (const { messages } of items) sum += messages;
			return sum;
		case 'images':
			for (const { images } of items) sum += images;
			return sum;
	}
}

/** What a range holds, as its card tells it: turns and messages that are sent, and images. */
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
