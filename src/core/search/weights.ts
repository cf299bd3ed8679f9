/** The numbers of the ranking, measured on two unlike collections at once; see docs/benchmarks/recall.md. */

export interface Weights {
	/** BM25: how soon more of the same word stops counting, and how much long texts pay. */
	readonly k1: number;
	readonly b: number;
	/** The field of neighbouring turns: its share, how far it reaches, how it fades with distance. */
	readonly context: number;
	readonly reach: number;
	readonly fade: number;
	readonly contextB: number;
	/** What a turn gives to the next one: more when it ends with a question, which that one answers. */
	readonly forward: number;
	readonly answer: number;
	/** The session's own BM25. */
	readonly session: number;
	readonly sessionB: number;
	readonly sessionK1: number;
	/** The same for a session that none of the first hits is of, where more of a word tells more. */
	readonly whole: number;
	readonly wholeB: number;
	readonly wholeK1: number;
	/** Factors: what the user said, and the same when asked for a summary. */
	readonly user: number;
	readonly userOverview: number;
	/** What the user wants to hold always, and the same when asked for advice. */
	readonly wish: number;
	readonly wishAdvice: number;
	/** Share of the score that depends on how much of the query was met. */
	readonly coordination: number;
	readonly contextShare: number;
	/** In units of the query's mass: who speaks, when it was said, words side by side. */
	readonly speaker: number;
	readonly date: number;
	readonly dateDays: number;
	readonly dateWord: number;
	readonly nameWord: number;
	/** What words that only ask ("tell", "mentioned", "kind") are worth against words of the matter. */
	readonly askingWord: number;
	readonly phrase: number;
	/** What a turn of next to no words loses unless it meets the query; nothing from `thinLength` words on. */
	readonly thin: number;
	readonly thinLength: number;
	/** Factor for a hit whose neighbour is a better one already. */
	readonly beside: number;
	/** How much of a session's score depends on how much of the query it met. */
	readonly sessionShare: number;
	/** Factor for a short turn that only asks, and for notes when they come first. */
	readonly asks: number;
	readonly note: number;
	/** How much a guessed word is worth against the word itself. */
	readonly typo: number;
	readonly unfinished: number;
	/** What words that may be meant are worth together against the word asked for. */
	readonly related: number;
	/** Of those the ones are left out that so large a share of all turns holds. */
	readonly relatedShare: number;
}

export const standardWeights: Weights = {
	k1: 1.9,
	b: 1,
	context: 0.6,
	reach: 2,
	fade: 0.6,
	contextB: 0.9,
	forward: 1.3,
	answer: 5,
	session: 1.2,
	sessionB: 0.85,
	sessionK1: 0.5,
	whole: 0.5,
	wholeB: 0.9,
	wholeK1: 3,
	user: 1.65,
	userOverview: 1.1,
	wish: 1.15,
	wishAdvice: 2,
	coordination: 0.35,
	contextShare: 0.7,
	speaker: 0.12,
	date: 0.6,
	dateDays: 10,
	dateWord: 0.3,
	nameWord: 0.5,
	askingWord: 0.55,
	phrase: 0.05,
	thin: 0.3,
	thinLength: 10,
	beside: 0.95,
	sessionShare: 0.5,
	asks: 0.7,
	note: 2,
	typo: 0.6,
	unfinished: 0.7,
	related: 0.35,
	relatedShare: 0.05
};
