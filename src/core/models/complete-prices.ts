import type { Prices } from '#core/wire/usage.ts';

/** Prices as fields hold them, US dollars for a million tokens; null: emptied by hand. */
export type TypedPrices = { readonly [Name in keyof Prices]?: number | null };

/**
 * The prices of a model, known once those of input and output are there, and null until then. What is read from a
 * cache or written to it for five minutes counts as input where nobody says otherwise; for an hour it stays unknown.
 */
export function completePrices(typed: TypedPrices): Prices | null {
	const { input, output, cacheRead, cacheWrite, cacheWriteHour } = typed;
	if (typeof input !== 'number' || typeof output !== 'number') return null;
	return {
		input,
		output,
		cacheRead: cacheRead ?? input,
		cacheWrite: cacheWrite ?? input,
		...(typeof cacheWriteHour === 'number' ? { cacheWriteHour } : {})
	};
}
