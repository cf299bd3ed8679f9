/** The source of a pattern for whole words and phrases, in any script that puts spaces between them. */
export const words = (...patterns: readonly string[]): string =>
	`(?<![\\p{L}])(?:${patterns.join('|')})(?![\\p{L}])`;
