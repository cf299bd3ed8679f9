import { parseJson } from '#core/json.ts';

/** How far the index has read. Stored beside it; lost together, they are made again from the truth. */
export interface Cursor {
	readonly version: typeof version;
	readonly sessions: Record<string, SessionCursor>;
	readonly summaries: Record<string, string>;
	readonly files: Record<string, { rev: number; ids: string[] }>;
	/** How much had been forgotten: an index that is older knows words that are to be found nowhere. */
	readonly forgotten: number | null;
}

export interface SessionCursor {
	/** That of the session when all of it had been read; -1 while some of it waits. */
	rev: number;
	/** That of the session when the reading began that waits to be gone on with. */
	begun?: number | undefined;
	/** By branch: the first seq that may have got more since, and the newest that this reading has come to. */
	readonly branches: Record<string, { from: number; head: number }>;
	/** Deleted turns, which can come back: where they stand. */
	hidden: readonly { readonly turnId: string; readonly branch: string; readonly seq: number }[];
}

/** Another way of reading makes another number: the index is then made anew. */
const version = 4;

export const noCursor = (forgotten: number | null): Cursor => ({
	version,
	sessions: {},
	summaries: {},
	files: {},
	forgotten
});

export const writeCursor = (cursor: Cursor): Uint8Array =>
	new TextEncoder().encode(JSON.stringify(cursor));

/** Null for what is no cursor, or one of another version: the index is made again. */
export function readCursor(bytes: Uint8Array): Cursor | null {
	const read = parseJson(new TextDecoder().decode(bytes)) as Partial<Cursor> | null | undefined;
	return read?.version === version && read.sessions && read.summaries && read.files
		? (read as Cursor)
		: null;
}
