/** A part of a prompt by what it weighs, as it is told where there is no room for it. */
export interface PartWeight {
	readonly source: string;
	readonly tokens: number;
}

/** The five largest, for "what takes the room". */
export const largestOf = (parts: readonly PartWeight[]): readonly PartWeight[] =>
	[...parts].sort((a, b) => b.tokens - a.tokens).slice(0, 5);

/** Of all that is sent. */
export const tokensSent = (parts: readonly (PartWeight & { readonly on: boolean })[]): number =>
	parts.reduce((sum, { on, tokens }) => sum + (on ? tokens : 0), 0);
