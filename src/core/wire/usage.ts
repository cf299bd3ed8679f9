/** What the provider reported for one call, in tokens. */
export interface Usage {
	/** Prompt tokens neither read from nor written to the cache. */
	readonly input: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	readonly output: number;
}

/** A reported count together with what it measured: it may be used for nothing else (INV-7, INV-8). */
export interface MeasuredUsage {
	readonly usage: Usage;
	readonly model: string;
	readonly epoch: number;
	/** Id of the summary in the prompt, or null. */
	readonly summaryId: string | null;
	/** The step whose call was measured: its prompt and its output are covered. */
	readonly branch: string;
	readonly seq: number;
	readonly step: number;
	/** Our own estimate of the same prompt, for calibration. */
	readonly estimated: number;
	readonly at: number;
	/** When the request began: the cache counts its lifetime from there. Unix ms. */
	readonly sentAt: number;
}

/** Whole prompt of a call, in tokens. */
export const promptTokens = (usage: Usage): number =>
	usage.input + usage.cacheRead + usage.cacheWrite;

/** Size of the context after a call: its prompt and what was answered, in tokens. */
export const contextTokens = (usage: Usage): number => promptTokens(usage) + usage.output;

/** Sums over a session. `cost` counts what is known; `unpriced` counts calls whose price is unknown. */
export interface Counters {
	readonly input: number;
	readonly output: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	readonly cost: number;
	readonly unpriced: number;
	readonly compactions: number;
	readonly emergencyCompactions: number;
}

export const noCounters: Counters = {
	input: 0,
	output: 0,
	cacheRead: 0,
	cacheWrite: 0,
	cost: 0,
	unpriced: 0,
	compactions: 0,
	emergencyCompactions: 0
};

/** Add one call. `cost` in US dollars, null where the price is unknown. */
export function countCall(counters: Counters, usage: Usage, cost: number | null): Counters {
	return {
		...counters,
		input: counters.input + usage.input,
		output: counters.output + usage.output,
		cacheRead: counters.cacheRead + usage.cacheRead,
		cacheWrite: counters.cacheWrite + usage.cacheWrite,
		cost: counters.cost + (cost ?? 0),
		unpriced: counters.unpriced + (cost === null ? 1 : 0)
	};
}

/** Add one call of which nobody knows what it took. */
export const countUnknown = (counters: Counters): Counters => ({
	...counters,
	unpriced: counters.unpriced + 1
});

/** US dollars per million tokens. */
export interface Prices {
	readonly input: number;
	readonly output: number;
	/** Left out: as the input. */
	readonly cacheRead?: number;
	/** Written for five minutes; left out: as the input. */
	readonly cacheWrite?: number;
	/** Written for an hour; left out: unknown. */
	readonly cacheWriteHour?: number;
}
