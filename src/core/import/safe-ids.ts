import type { StateLine } from '#core/backup/backup.ts';
import { uuidOf } from '#core/import/chat-lines.ts';
import { isRow } from '#core/json.ts';

/**
 * Ids in a file from elsewhere. They become parts of addresses, of links that say where a quotation is from, and names in
 * tables: one that is none of our making gets another, made of it, so that the same file brings the same ids again.
 */

const plain = /^[\w.-]{1,100}$/;
const reserved: ReadonlySet<string> = new Set([
	'.',
	'..',
	...Object.getOwnPropertyNames(Object.prototype)
]);

/** The id, or where it cannot be one here, the one that stands for it. */
export const safeId = (id: string): string =>
	plain.test(id) && !reserved.has(id) ? id : uuidOf(`id ${id}`);

/** Fields that name a session, a branch, a turn, a summary, an archive or a compaction, wherever they stand in a row. */
const naming: ReadonlySet<string> = new Set([
	'sessionId',
	'branch',
	'parent',
	'turnId',
	'turnIds',
	'summaryId',
	'integrates',
	'archiveId',
	'compactionId',
	'continuedFrom',
	'learntThrough',
	'ended'
]);
/** What was said has names of its own, such as those of calls. */
const said: ReadonlySet<string> = new Set(['asked', 'content', 'results']);

/** The very same value where nothing in it is another. */
function mapped(value: unknown, name: string): unknown {
	if (typeof value === 'string') return naming.has(name) ? safeId(value) : value;
	if (Array.isArray(value)) {
		const list = value.map((one: unknown) => mapped(one, name));
		return list.every((one, at) => one === value[at]) ? value : list;
	}
	if (!isRow(value) || said.has(name)) return value;
	const fields = Object.entries(value).map(([field, one]) => [field, mapped(one, field)] as const);
	return fields.every(([field, one]) => one === value[field]) ? value : Object.fromEntries(fields);
}

/** A line, or a row, with ids that can be some here; the very same one where they are. */
export function withSafeIds<Line extends object>(line: Line): Line {
	const row = mapped(line, '') as Line;
	const id = (row as { readonly id?: unknown }).id;
	return typeof id === 'string' && safeId(id) !== id ? { ...row, id: safeId(id) } : row;
}

/** The same for a row of the state; ids that nothing is found by but the row itself stay. */
export function stateWithSafeIds(line: StateLine): StateLine {
	const isNamed = line.table === 'archives' || line.table === 'compactions';
	const row = isNamed ? withSafeIds(line.row) : (mapped(line.row, '') as StateLine['row']);
	return row === line.row ? line : { ...line, row };
}
