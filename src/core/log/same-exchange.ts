import type { Exchange, Turn } from '#core/log/turn.ts';

/**
 * Whether two readings of a turn hold the same. Hashes speak for the content, so nothing is compared word by word;
 * what changes without a new hash (state, forgetting) is looked at itself.
 */
export const isSameTurn = (a: Turn, b: Turn): boolean =>
	a.turnId === b.turnId && a.hash === b.hash && a.forgottenAt === b.forgottenAt;

/** The same with its answer. */
export const isSameExchange = (a: Exchange, b: Exchange): boolean =>
	isSameTurn(a.turn, b.turn) &&
	a.steps.length === b.steps.length &&
	a.steps.every((step, index) => {
		const other = b.steps[index];
		return (
			step.hash === other?.hash &&
			step.resultsHash === other.resultsHash &&
			step.state === other.state &&
			step.forgottenAt === other.forgottenAt &&
			step.resultsForgottenAt === other.resultsForgottenAt &&
			step.quotesForgottenAt === other.quotesForgottenAt
		);
	});

/**
 * Whether two exchanges are made of the very same rows: what was formed of one holds for the other. (What is pruned is
 * put together anew each time, of the same steps.)
 */
export const hasSameRows = (a: Exchange, b: Exchange | undefined): boolean =>
	a === b ||
	(a.turn === b?.turn &&
		a.steps.length === b.steps.length &&
		a.steps.every((step, index) => step === b.steps[index]));
