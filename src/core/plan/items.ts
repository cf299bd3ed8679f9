import { imagesIn } from '#core/transcript.ts';
import type { Exchange, Position } from '#core/turn.ts';
import { isOpen, type Step, type Turn } from '#core/turn.ts';

/** The log as the planner sees it: questions and steps in one row, each with its weights. */

/** The estimator of trigger, split, chunk and screen, in tokens (INV-26). */
export interface Weigh {
	question(turn: Turn): number;
	step(step: Step): number;
	text(text: string): number;
}

export interface Item {
	/** Step -1 is the question. */
	readonly position: Position;
	readonly turnId: string;
	/** On the wire, tokens; 0 when it is not sent. */
	readonly tokens: number;
	/** Messages on the wire: 1, or 2 for a step with results. */
	readonly messages: number;
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

export interface Rendered {
	question(turn: Turn): string;
	step(step: Step): string;
}

/**
 * Items of the exchanges behind the summary in use, in order. Turns that the user left out, or that were forgotten,
 * are there with weight 0: they keep their place, so that coverage has no gaps.
 */
export function itemsOf(
	exchanges: readonly Exchange[],
	{
		weigh,
		render,
		leftOut
	}: { readonly weigh: Weigh; readonly render: Rendered; readonly leftOut: ReadonlySet<string> }
): readonly Item[] {
	return exchanges.flatMap(({ turn, steps }) => {
		const sent = turn.forgottenAt === undefined && !leftOut.has(turn.turnId);
		const asked = sent ? render.question(turn) : '';
		const question: Item = {
			position: { seq: turn.seq, step: -1 },
			turnId: turn.turnId,
			tokens: sent ? weigh.question(turn) : 0,
			messages: sent ? 1 : 0,
			input: asked === '' ? 0 : weigh.text(asked),
			length: asked.length,
			at: turn.askedAt,
			question: true,
			open: false,
			last: steps.length === 0
		};
		const answered = steps.map((step, at): Item => {
			const said = sent ? render.step(step) : '';
			return {
				position: { seq: turn.seq, step: step.index },
				turnId: turn.turnId,
				tokens: sent ? weigh.step(step) : 0,
				messages: sent && step.content.length > 0 ? (step.results ? 2 : 1) : 0,
				input: said === '' ? 0 : weigh.text(said),
				length: said.length,
				at: step.endedAt,
				question: false,
				open: isOpen(step),
				last: at === steps.length - 1
			};
		});
		return [question, ...answered];
	});
}

export const sumOf = (items: readonly Item[], field: 'tokens' | 'messages' | 'input'): number =>
	items.reduce((sum, item) => sum + item[field], 0);

/** What a range holds, as its card tells it: turns and messages that are sent, and images. */
export function countsOf(
	exchanges: readonly Exchange[],
	covered: readonly Item[]
): { readonly turnCount: number; readonly messageCount: number; readonly imageCount: number } {
	const sent = covered.filter(({ messages }) => messages > 0);
	const places = new Set(sent.map(({ position }) => `${position.seq}:${position.step}`));
	const images = exchanges.map(({ turn, steps }) =>
		imagesIn(
			places.has(`${turn.seq}:-1`) ? turn : null,
			steps.filter(({ index }) => places.has(`${turn.seq}:${index}`))
		)
	);
	return {
		turnCount: new Set(sent.map(({ turnId }) => turnId)).size,
		messageCount: sumOf(covered, 'messages'),
		imageCount: images.reduce((sum, count) => sum + count, 0)
	};
}
