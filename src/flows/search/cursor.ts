import { parseJson } from '#core/json.ts';

/** How far the index has read. Stored beside the index; if either is lost, both are made again from the database. */
export interface Cursor {
	readonly version: typeof version;
	readonly sessions: Record<string, SessionCursor>;
	readonly summaries: Record<string, string>;
	readonly files: Record<string, { rev: number; ids: string[] }>;
	/** Where the user was: of daily notes it is known only there when their day was. */
	zone: string;
	/** How much had been forgotten when it was written. An older index may hold forgotten words and is not used. */
	readonly forgotten: number | null;
}

export interface SessionCursor {
	/** `rev` of the session when all of it was read; -1 while some of it still has to be. */
	rev: number;
	/** `rev` of the session when an unfinished reading of it began. */
	begun?: number | undefined;
	/** By branch: the first seq that may have got more since, and the newest that this reading has come to. */
	readonly branches: Record<string, { from: number; head: number }>;
	/** Deleted turns, which can come back: where they stand. */
	hidden: readonly { readonly turnId: string; readonly branch: string; readonly seq: number }[];
}

/** Raised when what is read into the index changes: the index is then made anew. */
const version = 9;

/** A table by ids, which may be any word: it has no names but those. */
export const byId = <Row>(rows: Readonly<Record<string, Row>> = {}): Record<string, Row> =>
	Object.assign(Object.create(null) as Record<string, Row>, rows);

export const noCursor = (forgotten: number | null): Cursor => ({
	version,
	sessions: byId(),
	summaries: byId(),
	files: byId(),
	zone: '',
	forgotten
});

export const writeCursor = (cursor: Cursor): Uint8Array =>
	new TextEncoder().encode(JSON.stringify(cursor));

/** Null for what is no cursor, or one of another version: the index is made again. */
export function readCursor(bytes: Uint8Array): Cursor | null {
	const read = parseJson(new TextDecoder().decode(bytes)) as Partial<Cursor> | null | undefined;
	if (read?.version !== version || !read.sessions || !read.summaries || !read.files) return null;
	const sessions = Object.entries(read.sessions).map(
		([id, seen]) => [id, { ...seen, branches: byId(seen.branches) }] as const
	);
	return {
		...(read as Cursor),
		sessions: byId(Object.fromEntries(sessions)),
		summaries: byId(read.summaries),
		files: byId(read.files)
	};
}
