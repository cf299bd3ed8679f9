/** Puts long patterns together from lines that can be read: words of many languages, pieces that say one thing each. */

/** The source of a pattern for whole words and phrases, in any script that puts spaces between them. */
export const words = (...patterns: readonly string[]): string =>
	`(?<![\\p{L}])(?:${patterns.join('|')})(?![\\p{L}])`;

/** A pattern for any of these, in capitals or not. */
export const anyOf = (...patterns: readonly string[]): RegExp =>
	new RegExp(patterns.join('|'), 'iu');

/** A pattern of pieces that follow each other. */
export const inPieces = (flags: string, ...pieces: readonly string[]): RegExp =>
	new RegExp(pieces.join(''), flags);
