/** What the extractor reads and finds; the list, the loss report and the extractive summary share it. */

/** A stretch of a conversation. `key` names the turn or step; it is handed back and never read. */
export interface Passage {
	readonly key: string;
	readonly by: Speaker;
	readonly text: string;
	/** An answer of this device: it quotes what stands elsewhere, so nothing of it can be lost. */
	readonly isQuoted?: true;
	/** What a tool was called with: words for a program, which nobody said to anybody. */
	readonly isCall?: true;
}

export type Speaker = 'user' | 'assistant' | 'tool';

export type AnchorKind =
	| 'url'
	| 'path'
	| 'file'
	| 'hash'
	| 'uuid'
	| 'id'
	| 'code'
	| 'quantity'
	| 'money'
	| 'date'
	| 'time'
	| 'name'
	| 'quote'
	| 'rule'
	| 'decision'
	| 'question';

/** One mention: where in a text something stands that prose loses. Offsets are UTF-16 units. */
export interface Mention {
	readonly kind: AnchorKind;
	readonly text: string;
	readonly offset: number;
	/** Found by looking closely: in looser forms, of which some are nothing. */
	readonly isFaint?: true;
}

/** How often each side said it. */
export type Counts = Readonly<Record<Speaker, number>>;

/** Everything found of one thing. */
export interface Anchor {
	readonly kind: AnchorKind;
	/** As it was written first. */
	readonly text: string;
	/** What makes two spellings one thing (see `normalise`). */
	readonly normal: string;
	readonly count: number;
	readonly by: Counts;
	/** Every mention of it is faint. */
	readonly isFaint: boolean;
	/** Mentions weighted by how long ago they were, as it stood at the newest of them. */
	readonly heat: number;
	/** Place of the last plan that names it, counted like `last`; null: no plan does. */
	readonly planned: number | null;
	/** Of the newest passage that holds it. */
	readonly key: string;
	/** Place of that passage, counted from the start of what was read. */
	readonly last: number;
	/** Places of all passages that hold it, each once, rising. */
	readonly places: readonly number[];
}
