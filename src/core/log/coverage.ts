import { lastIndexOf, isWithin, type Exchange, type Position } from '#core/log/turn.ts';
import { standing } from '#core/reply/reply-parts.ts';

/**
 * How far a log is covered: what a summary stands for and what it leaves word for word. One rule, used by the planner,
 * the assembler and whoever shows a card.
 */

/** The exchanges of a range, the first and the last cut at its ends. */
export const exchangesWithin = (
	exchanges: readonly Exchange[],
	range: { readonly from: Position; readonly through: Position }
): readonly Exchange[] =>
	exchanges
		.filter(({ turn }) => range.from.seq <= turn.seq && turn.seq <= range.through.seq)
		.map(({ turn, steps }) => ({
			turn,
			steps: steps.filter(({ index }) => isWithin({ seq: turn.seq, step: index }, range))
		}));

/**
 * Of these what anybody is told. An attempt is replaced by what comes behind it: in a turn that is cut right there too,
 * so that is asked of the whole turn.
 */
export const toldWithin = (
	exchanges: readonly Exchange[],
	range: { readonly from: Position; readonly through: Position }
): readonly Exchange[] =>
	exchangesWithin(
		exchanges.map(({ turn, steps }) => ({ turn, steps: standing(steps) })),
		range
	);

/**
 * The exchanges behind a boundary. A turn that is covered in part keeps its question beside the steps that are
 * left: the question stays word for word until its whole turn is covered (INV-18). `null`: nothing is covered.
 */
export function exchangesAfter(
	exchanges: readonly Exchange[],
	through: Position | null
): readonly Exchange[] {
	if (!through) return exchanges;
	const kept: Exchange[] = [];
	for (const exchange of exchanges) {
		const { seq } = exchange.turn;
		if (seq > through.seq) kept.push(exchange);
		else if (seq === through.seq && hasStepsAfter(exchange, through.step))
			kept.push({
				turn: exchange.turn,
				steps: exchange.steps.filter(({ index }) => index > through.step)
			});
	}
	return kept;
}

/** The question that stays word for word because only a part of its turn is covered; null: no turn is cut. */
export function questionKept(exchanges: readonly Exchange[], through: Position): Position | null {
	const cut = exchanges.find(({ turn }) => turn.seq === through.seq);
	return cut && hasStepsAfter(cut, through.step) ? { seq: through.seq, step: -1 } : null;
}

/** Index of the last step of an exchange that is covered; -1: none, or only the question. */
export const coveredStep = ({ turn }: Exchange, through: Position | null): number =>
	turn.seq === through?.seq ? through.step : -1;

/** Whether all of an exchange is covered. */
export const isCovered = (exchange: Exchange, through: Position | null): boolean =>
	through !== null &&
	(exchange.turn.seq < through.seq ||
		(exchange.turn.seq === through.seq && !hasStepsAfter(exchange, through.step)));

const hasStepsAfter = ({ steps }: Exchange, step: number): boolean => lastIndexOf(steps) > step;
