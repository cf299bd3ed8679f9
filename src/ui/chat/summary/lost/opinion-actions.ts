import type { Summary } from '#core/summary/summary.ts';
import type { OpinionQuoted, OpinionStage } from '#state/summary/opinions.svelte.ts';

/** How a model is asked about a summary; the page decides which. */
export interface OpinionActions {
	/** The model that would be asked, or `on-device`. */
	readonly answerer: () => string;
	/** Null where nothing is asked, or the answer has come. */
	readonly stage: (summary: Summary) => OpinionStage | null;
	/** What asking would take. */
	readonly quote: (summary: Summary) => Promise<OpinionQuoted>;
	readonly ask: (summary: Summary) => unknown;
	readonly stop: (summary: Summary) => unknown;
}
