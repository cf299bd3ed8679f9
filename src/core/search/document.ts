/** What can be searched and what a search gives back: the words every file of this folder shares. */
import type { Asker } from '#core/search/dates.ts';

export type Role = 'user' | 'assistant' | 'tool' | 'note' | 'summary';
export type Kind = 'turn' | 'step' | 'summary' | 'memory' | 'archive' | 'import';
/** Where a person looks for it: turns of sessions that have ended are archives. */
export type HitPlace = 'message' | 'summary' | 'memory' | 'archive';

/** Documents of one session arrive in time order; `ts` is in milliseconds since 1970. */
export interface SearchDocument {
	readonly id: string;
	readonly text: string;
	readonly session: string;
	readonly ts: number;
	readonly speaker?: string;
	readonly role?: Role;
	readonly kind?: Kind;
}

/** Empty or absent means "any"; `from` and `to` are inclusive, in milliseconds since 1970. */
export interface Filters {
	readonly sessions?: readonly string[];
	readonly roles?: readonly Role[];
	readonly places?: readonly HitPlace[];
	/** Sessions that are looked into at all, whatever else is chosen. */
	readonly within?: readonly string[];
	/** Sessions that have ended. */
	readonly ended?: readonly string[];
	readonly from?: number;
	readonly to?: number;
}

/** `zone` and `locale`: of the person who asks, so that "yesterday" is their yesterday. */
export interface SearchOptions extends Asker {
	/** How many hits at most; 10 by default. */
	readonly k?: number;
	/** The moment that "yesterday" is counted from, ms since 1970; the newest document by default. */
	readonly now?: number;
	readonly filters?: Filters;
	/** The last word may be unfinished: search as you type. */
	readonly prefix?: boolean;
	/** Only documents that hold a word of the query themselves, not those that merely stand beside one. */
	readonly holding?: boolean;
	/** Ids of documents that are passed over, also when it is asked which words are known: the question itself. */
	readonly except?: readonly string[];
	/** A query without a word or date finds everything that passes the filters, newest first. */
	readonly browse?: boolean;
	/** Memory and notes that answer well come first; turns always follow. */
	readonly notesFirst?: boolean;
}

export interface Hit {
	readonly id: string;
	readonly session: string;
	readonly score: number;
	/** What stood for the words of the query, as the index files it: an unknown word is taken for those near to it. */
	readonly terms: readonly string[];
}

/** How many documents hold a word of the query, see `countChoices`. */
export interface Counts {
	readonly all: number;
	readonly bySession: ReadonlyMap<string, number>;
	readonly byRole: ReadonlyMap<Role, number>;
	readonly byPlace: ReadonlyMap<HitPlace, number>;
}

export interface Found {
	readonly hits: readonly Hit[];
	readonly counts: Counts;
}

export const roles: readonly Role[] = ['user', 'assistant', 'tool', 'note', 'summary'];
export const kinds: readonly Kind[] = ['turn', 'step', 'summary', 'memory', 'archive', 'import'];
export const places: readonly HitPlace[] = ['message', 'summary', 'memory', 'archive'];
