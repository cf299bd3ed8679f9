import { forgottenResult } from '#core/forgetting/blank.ts';
import { isQuotedFrom, withoutQuotations } from '#core/forgetting/device-quotes.ts';
import {
	isLinked,
	openedTurns,
	showsLine,
	showsNumber,
	showsTurn
} from '#core/forgetting/quotes.ts';
import { textOfResult, type ToolResultBlock } from '#core/log/blocks.ts';
import { showingCalls } from '#core/log/own-tools.ts';
import { callsOf, type Step } from '#core/log/turn.ts';
import { withoutLines } from '#core/memory/file.ts';
import type { LineWalk } from '#flows/forgetting/walk.ts';

/**
 * Results of our own tools and answers on this device, in whatever conversation: they say which turn, summary or line they
 * hand on. Results of other tools are never touched, nor is what a model says; the same words are theirs as well.
 */

/** The step without what it hands on of the forgotten, or the very same step. */
export function withoutHandedOn(walk: LineWalk, step: Step): Step {
	if (walk.turnIds.has(step.turnId)) return step;
	const isGone = isQuotedFrom(walk, { isHere: step.sessionId === walk.sessionId });
	return withoutHandedResults(walk, withoutQuotations(step, isGone, walk.at));
}

/** Results of a step that hand it on, as they stand there. */
export function handedOn(walk: LineWalk, step: Step): readonly string[] {
	const { results } = withoutHandedOn(walk, step);
	return (step.results ?? []).filter((result, at) => result !== results?.[at]).map(textOfResult);
}

function withoutHandedResults(walk: LineWalk, step: Step): Step {
	if (!step.results) return step;
	const own = showingCalls(callsOf(step));
	if (own.size === 0) return step;
	const results = step.results.map((result) =>
		own.has(result.tool_use_id) ? cleaned(walk, step, result) : result
	);
	if (results.every((result, at) => result === step.results?.[at])) return step;
	return { ...step, results, resultsForgottenAt: walk.at };
}

function cleaned(walk: LineWalk, { sessionId }: Step, result: ToolResultBlock): ToolResultBlock {
	const text = textOfResult(result);
	const isHere = sessionId === walk.sessionId;
	const isShown =
		isLinked(walk, text) ||
		showsTurn(walk, text) ||
		(isHere && !walk.isWhole && showsNumber(walk, openedTurns(text)));
	if (isShown) return { ...result, content: forgottenResult };
	if (walk.lineKeys.size === 0 || !showsLine(walk, text)) return result;
	// A file that was read keeps its other lines.
	const left = typeof result.content === 'string' ? withoutLines(text, walk.isLine) : text;
	return {
		...result,
		content: showsLine(walk, left) || left.trim() === '' ? forgottenResult : left
	};
}
