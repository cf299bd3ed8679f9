import type { Prices } from '#core/wire/usage.ts';

/** Prices as fields hold them, US dollars for a million tokens; null: emptied by hand. */
export type TypedPrices = { readonly [Name in keyof Prices]?: number | null };

/**
 * The prices of a model, known once those of input and output are there, and null until then. Only what was typed is
 * among them: what stands for another price follows that when it is corrected.
 */
export function completePrices(typed: TypedPrices): Prices | null {
	const { input, output, ...cache } = typed;
	if (typeof input !== 'number' || typeof output !== 'number') return null;
	const known = Object.entries(cache).filter(([, price]) => typeof price === 'number');
	return { input, output, ...Object.fromEntries(known) };
}
