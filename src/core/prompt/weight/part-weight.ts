/** A part of a prompt by what it weighs, as it is told where there is no room for it. */
export interface PartWeight {
	readonly source: string;
	readonly tokens: number;
}

/** The five largest, for "what takes the room". */
export const largestOf = (parts: readonly PartWeight[]): readonly PartWeight[] =>
	[...parts].sort((a, b) => b.tokens - a.tokens).slice(0, 5);
