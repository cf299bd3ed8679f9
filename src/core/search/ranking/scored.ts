/** What scoring leaves for those who pick: the documents with a score, and what else is known of them. */

/** By document number; documents without a score are no candidates. */
export interface Scored {
	readonly candidates: readonly number[];
	readonly score: Float32Array;
	/** Which of the first 31 words of the query a document holds itself, as bits. */
	readonly held: Int32Array;
	/** What a session as a whole says, by its number. */
	readonly whole: Float32Array;
	/** What stood for the words of the query. */
	readonly terms: readonly string[];
}
