/** What a search takes for a word of the query: whoever guesses says how near the guess is. */

export interface Guess {
	readonly term: string;
	/** 1 for the word itself, less for what is further from it. */
	readonly near: number;
}
