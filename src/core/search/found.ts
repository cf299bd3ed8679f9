/** A search as the app asks for it, and what it finds: of sessions, turns and files, not of documents of the index. */
import type { HitPlace, Kind, Role } from '#core/search/document.ts';

export interface SearchHit {
	readonly id: string;
	readonly kind: Kind;
	readonly sessionId: string | null;
	readonly sessionTitle: string;
	readonly turnId: string | null;
	readonly branch: string | null;
	readonly seq: number | null;
	/** Of what was done with tools: index of the step that did it. */
	readonly step?: number;
	/** Memory path or archive id, for hits that are no turn. */
	readonly place: string | null;
	/** Of a memory line: which of its file, from 0. */
	readonly line?: number;
	readonly role: Role;
	readonly at: number;
	/** The text around the best match, in pieces; `hit` pieces are highlighted. */
	readonly snippet: readonly { readonly text: string; readonly hit: boolean }[];
	/** The whole text found, cut at 4,000 characters. */
	readonly text: string;
	/** What was said just before and after it, or the heading a memory line stands under; where it was asked for. */
	readonly before?: SearchNeighbour;
	readonly after?: SearchNeighbour;
}

/** A passage beside a hit, cut at 200 characters. */
export interface SearchNeighbour {
	readonly role: Role;
	readonly text: string;
}

export interface SearchAsk {
	readonly query: string;
	readonly limit: number;
	readonly now: number;
	/** A guest session is searched for: neither MEMORY.md nor archives and sessions of kind main. */
	readonly guest: boolean;
	readonly sessionId: string | null;
	readonly fromAt: number | null;
	readonly throughAt: number | null;
	readonly prefix: boolean;
	/** Only what these said. */
	readonly roles?: readonly Role[];
	/** Only messages, summaries, memory or archives; turns of sessions that have ended are archives. */
	readonly places?: readonly HitPlace[];
	/** A model of this session asks: what is off the record elsewhere is not for it. */
	readonly askedIn?: string;
	/** Of memory, only these files (paths). */
	readonly files?: readonly string[];
	/** The turn that asks: its words are no find, and being asked for makes none of them known. */
	readonly except?: { readonly sessionId: string; readonly branch: string; readonly seq: number };
	/** Give each hit its neighbours, and count what other choices would find. */
	readonly inFull?: boolean;
	/** Answer from what has been read when this is over, ms; without it all is read first. */
	readonly patience?: number;
}

/** Matching passages by choice: what each choice of a filter would leave. */
export interface SearchCounts {
	readonly all: number;
	readonly byRole: Readonly<Partial<Record<Role, number>>>;
	readonly byPlace: Readonly<Partial<Record<HitPlace, number>>>;
	/** Most first. */
	readonly bySession: readonly {
		readonly sessionId: string;
		readonly title: string;
		/** Latest activity, ms. */
		readonly at: number;
		readonly count: number;
	}[];
}

export interface Searched {
	readonly hits: readonly SearchHit[];
	/** Where it was asked for. */
	readonly counts?: SearchCounts;
	/** Conversations that are still to be read into the index: there may be more. */
	readonly unread?: number;
}
