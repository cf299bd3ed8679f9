import type { Exchange } from '#core/log/turn.ts';
import type { SearchHit } from '#core/search/found.ts';

/** What tools may reach. A guest's ports do not reach what a guest must not see; the tools check it once more. */
export interface ToolPorts {
	readonly session: {
		readonly id: string;
		readonly kind: 'main' | 'guest';
		readonly offRecord: boolean;
	};
	/** What one answer may hold, characters; at least some 2,000. */
	readonly longest: number;
	/** What `work` comes to; null where something that it reads cannot be opened just now, as an archive. */
	attempt<T>(work: () => Promise<T>): Promise<T | null>;
	/** Today as a local day, `YYYY-MM-DD`. */
	readonly today: string;
	/** Local day of a time (Unix ms). */
	dayOf(at: number): string;
	/** The first moment of a local day (Unix ms). */
	beginOf(day: string): number;
	/** Best first; null when the search could not be made. `unread`: conversations it has not read yet. */
	search(ask: {
		readonly query: string;
		readonly limit: number;
		readonly fromAt: number | null;
		readonly throughAt: number | null;
	}): Promise<{ readonly hits: readonly SearchHit[]; readonly unread: number } | null>;
	/** The exchange of a hit and its neighbours in their order; fewer at the ends, none for hits that are no turn. */
	around(hit: SearchHit): Promise<readonly Exchange[]>;
	/** Exchanges of this conversation by seq, both ends included. */
	exchanges(fromSeq: number, throughSeq: number): Promise<readonly Exchange[]>;
	/** Paths of the files that may be read here. */
	memoryPaths(): Promise<readonly string[]>;
	/** Text of a file that may be read here, or null. */
	memoryText(path: string): Promise<string | null>;
	readonly desk: Desk;
}

/** The way to the review desk: a tool proposes, it never writes. */
interface Desk {
	propose(line: {
		readonly text: string;
		readonly path: string;
		readonly source: 'save-memory' | 'edit-memory';
		/** For an edit: the whole text of the line it replaces. */
		readonly replaces: string | null;
	}): Promise<Proposed>;
}

export type Proposed =
	/** Waits at the desk. */
	| 'waiting'
	/** The user lets such lines pass: it is in the file. */
	| 'written'
	/** It is in memory, or waits already. */
	| 'known'
	/** The user has refused this line before. */
	| 'refused'
	/** Nothing readable is left of it. */
	| 'empty'
	/** Too many in one turn. */
	| 'too-many'
	/** The session is off the record. */
	| 'off-record'
	/** It could not be stored. */
	| 'failed';
