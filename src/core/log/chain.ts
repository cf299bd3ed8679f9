import type { AssistantBlock, ToolResultBlock, UserBlock } from '#core/log/blocks.ts';
import { sha256 } from '#core/sha256.ts';
import type { Exchange, Position, Step } from '#core/log/turn.ts';

/**
 * The hash chain of a session: each link holds the hash of the link before it, so that a missing tail or middle
 * is seen. Links: a turn, each of its steps, the results of a step. All hashes are hex SHA-256.
 */

/** What stands before the first turn of a session. */
export const chainStart = (sessionId: string): string => sha256(`keepsake ${sessionId}`);

export const linkTurn = (previous: string, turnId: string, asked: readonly UserBlock[]): string =>
	sha256(`${previous}\n${turnId}\n${JSON.stringify(asked)}`);

export const linkStep = (
	previous: string,
	place: { readonly turnId: string; readonly index: number },
	content: readonly AssistantBlock[]
): string => sha256(`${previous}\n${place.turnId}:${place.index}\n${JSON.stringify(content)}`);

export const linkResults = (step: string, results: readonly ToolResultBlock[]): string =>
	sha256(`${step}\n${JSON.stringify(results)}`);

/** The last link of a step. */
export const chainEndOfStep = (step: Pick<Step, 'hash' | 'resultsHash'>): string =>
	step.resultsHash ?? step.hash;

/** The last link of a turn: what the next turn is chained to. */
export function chainEnd(exchange: Exchange): string {
	const last = exchange.steps.at(-1);
	return last ? chainEndOfStep(last) : exchange.turn.hash;
}

/** The last link of a range that ends there; empty where the log does not reach as far. */
export function linkThrough(exchanges: readonly Exchange[], through: Position): string {
	const last = exchanges.find(({ turn }) => turn.seq === through.seq);
	const step = last?.steps.find(({ index }) => index === through.step);
	return step ? chainEndOfStep(step) : (last?.turn.hash ?? '');
}

/**
 * The first seq whose link does not follow from the one before it, or null when all do. `previous` is the link
 * before the first exchange, null where it is not known. Forgotten turns keep their links but not their content, so only their ids are checked.
 */
export function brokenLink(previous: string | null, exchanges: readonly Exchange[]): number | null {
	let link = previous;
	for (const exchange of exchanges) {
		const { turn, steps } = exchange;
		if (!turn.forgottenAt) {
			if (link !== null && turn.hash !== linkTurn(link, turn.turnId, turn.asked)) return turn.seq;
			let before = turn.hash;
			for (const step of steps) {
				const isWhole = step.quotesForgottenAt === undefined;
				if (isWhole && step.hash !== linkStep(before, step, step.content)) return turn.seq;
				const results = step.resultsForgottenAt === undefined ? step.results : null;
				if (results && step.resultsHash !== linkResults(step.hash, results)) return turn.seq;
				before = chainEndOfStep(step);
			}
		}
		link = chainEnd(exchange);
	}
	return null;
}
