import { expect, test } from 'vitest';
import { beginLook, holdsGone, lookAt } from '#core/copies/look-through.ts';
import type { Tombstone } from '#core/forgetting/what.ts';

/** What tells that a copy holds something of what was forgotten since it was made. */

type Row = Readonly<Record<string, unknown>>;

/** Whether a copy does that has these rows, where a line and the versions `v` and `w` of a memory file went since. */
function holdsAny(rows: readonly (readonly [table: string, row: Row])[], of: Tombstone[] = []) {
	const known = { emptied: new Set(['v', 'w']), archives: new Set(['here']) };
	const look = beginLook(of, known);
	for (const [table, row] of rows) lookAt(look, { table, row, line: JSON.stringify([table, row]) });
	return holdsGone(look);
}
const holds = (table: string, row: Row) => holdsAny([[table, row]]);

const line: Tombstone = { id: 'gone', kind: 'line', at: 1 };
const archive = (sha256: string) => ['archives', { sha256 }] as const;

test('a version of a memory file that was emptied here goes with the copy that has its words', () => {
	expect(holds('memoryRevisions', { id: 'v', text: '- Likes tea\n' })).toBe(true);
	expect(holds('memoryRevisions', { id: 'other', text: '- Likes tea\n' })).toBe(false);
});

test('a copy in which it is empty too stays', () => {
	expect(holds('memoryRevisions', { id: 'v', text: '' })).toBe(false);
});

test('one version with its words is enough, whichever follow it in the copy', () => {
	const versions = ['- Likes tea\n', ''].map((text, at) => ({ id: ['v', 'w'][at], text }));
	const rows = versions.map((row) => ['memoryRevisions', row] as const);
	expect(holdsAny(rows)).toBe(true);
	expect(holdsAny(rows.toReversed())).toBe(true);
});

test('a copy goes with a line that an archive may hold which was written anew since, whichever archives follow', () => {
	expect(holdsAny([archive('other'), archive('here')], [line])).toBe(true);
	expect(holdsAny([archive('here')], [line])).toBe(false);
	expect(holdsAny([archive('other')])).toBe(false);
});

test('a copy that was made when the line was forgotten already stays', () => {
	expect(holdsAny([['tombstones', { ...line }], archive('other')], [line])).toBe(false);
	expect(holdsAny([['tombstones', { ...line }], archive('other')], [{ ...line, times: 2 }])).toBe(
		true
	);
});
