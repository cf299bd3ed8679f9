import type { Segment } from '#core/prompt/prompt.ts';

/** Shades of the bar, in turn; the list shows each part with the shade it has there. */
export const shades = 5;

/** By source: those that are drawn. */
export function shadesOf(segments: readonly Segment[]): ReadonlyMap<string, number> {
	const sent = segments.filter((segment) => segment.on && segment.tokens > 0);
	return new Map(sent.map(({ source }, at) => [source, at % shades]));
}
