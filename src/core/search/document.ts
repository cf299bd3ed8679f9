/** What can be searched and what a search gives back: the words every file of this folder shares. */

export type Role = 'user' | 'assistant' | 'tool' | 'note' | 'summary';
export type Kind = 'turn' | 'step' | 'summary' | 'memory' | 'archive' | 'import';

/** Documents of one session arrive in time order; `ts` is in milliseconds since 1970. */
export type SearchDocument = {
	readonly id: string;
	readonly text: string;
	readonly session: string;
	readonly ts: number;
	readonly speaker?: string;
	readonly role?: Role;
	readonly kind?: Kind;
};

/** Empty or absent means "any"; `from` and `to` are inclusive, in milliseconds since 1970. */
export type Filters = {
	readonly sessions?: readonly string[];
	readonly speakers?: readonly string[];
	readonly roles?: readonly Role[];
	readonly kinds?: readonly Kind[];
	readonly from?: number;
	readonly to?: number;
};

export type SearchOptions = {
	/** How many hits at most; 10 by default. */
	readonly k?: number;
	/** The moment that "yesterday" is counted from, ms since 1970; the newest document by default. */
	readonly now?: number;
	/** Minutes east of UTC of the person who asks, so that "yesterday" is their yesterday. */
	readonly zone?: number;
	readonly filters?: Filters;
	/** The last word may be unfinished: search as you type. */
	readonly prefix?: boolean;
	/** Only documents that hold a word of the query themselves, not those that merely stand beside one. */
	readonly holding?: boolean;
	/** Memory and notes that answer well come first; turns always follow. */
	readonly notesFirst?: boolean;
};

export type Hit = {
	readonly id: string;
	readonly session: string;
	readonly score: number;
	/** Words of the query, as typed, that this document holds. */
	readonly matched: readonly string[];
	/** The documents just before and after it in its session. */
	readonly before?: string;
	readonly after?: string;
};

export const roles: readonly Role[] = ['user', 'assistant', 'tool', 'note', 'summary'];
export const kinds: readonly Kind[] = ['turn', 'step', 'summary', 'memory', 'archive', 'import'];
