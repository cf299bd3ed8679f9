import type { ArchiveLine } from '#core/archive/archive.ts';
import { lineShapes, type Field } from '#core/archive/line-shapes.ts';
import { knownAsked, knownResults, knownSaid } from '#core/log/known-block.ts';
import { isRow, parseJson, type Row } from '#core/json.ts';

/**
 * Reading archive lines that may come from anywhere: new objects from known fields only, so that nothing a file
 * holds besides can reach the database, and blocks of known fields, so that nothing reaches the model unseen. A line
 * that lacks what its kind needs is refused as a whole.
 */

/** How deep JSON may nest; deeper text would fail later, when it is stored. */
const deepest = 64;

function depthOf(value: unknown, limit: number): number {
	if (typeof value !== 'object' || value === null) return 0;
	if (limit === 0) return Infinity;
	let depth = 0;
	for (const inner of Object.values(value)) depth = Math.max(depth, depthOf(inner, limit - 1));
	return depth + 1;
}

/** Whether a value nests no deeper than it can be stored. */
export const isShallow = (value: unknown): boolean => depthOf(value, deepest) <= deepest;

/** Take the known fields of a row, or null when one that is needed is missing or of another kind. */
function take(row: Row, shape: Readonly<Record<string, Field>>): Row | null {
	const taken: Record<string, unknown> = {};
	for (const [field, wanted] of Object.entries(shape)) {
		const [check, ...otherwise] = typeof wanted === 'function' ? [wanted] : wanted;
		const found = Object.hasOwn(row, field) ? row[field] : undefined;
		if (check(found)) taken[field] = found;
		else if (otherwise.length === 0) return null;
		else if (otherwise[0] !== undefined) taken[field] = otherwise[0];
	}
	return taken;
}

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What was said, in blocks as this app knows them. Of what is forgotten no words stay, whatever the file says. */
function withBlocks(type: ArchiveLine['type'], row: Row): Row {
	const isForgotten = row['forgottenAt'] !== undefined;
	if (type === 'turn')
		return { ...row, asked: isForgotten ? [] : knownAsked(listed(row['asked'])) };
	if (type !== 'step') return row;
	const isOpen = isForgotten || row['results'] === null;
	return {
		...row,
		content: isForgotten ? [] : knownSaid(listed(row['content'])),
		results: isOpen ? null : knownResults(listed(row['results']))
	};
}

/** Parse one line; null when it cannot be read. Never throws. */
export const readArchiveLine = (text: string): ArchiveLine | null =>
	readArchiveRow(parseJson(text));

/** Lines as they were written: branches stand in that of their session, or in lines of their own. Null: it cannot be read. */
export const readArchiveLines = (texts: readonly string[]): (ArchiveLine | null)[] =>
	readArchiveRows(texts.map((text) => parseJson(text)));

/** The same for rows that are parsed. */
export const readArchiveRows = (rows: readonly unknown[]): (ArchiveLine | null)[] =>
	rows.flatMap((row) => [row, ...branchesIn(row)].map(readArchiveRow));

const branchesIn = (row: unknown): readonly unknown[] =>
	isRow(row) && row['type'] === 'session'
		? listed(row['branches']).map((one) => (isRow(one) ? { ...one, type: 'branch' } : null))
		: [];

/** The line that a parsed row is, or null when it is none. A session without the branches that stand in its line. */
export function readArchiveRow(row: unknown): ArchiveLine | null {
	if (!isRow(row) || !isShallow(row)) return null;
	const type = row['type'];
	if (typeof type !== 'string' || !Object.hasOwn(lineShapes, type)) return null;
	const kind = type as ArchiveLine['type'];
	const taken = take(row, lineShapes[kind]);
	return taken && ({ type, ...withBlocks(kind, taken) } as unknown as ArchiveLine);
}
