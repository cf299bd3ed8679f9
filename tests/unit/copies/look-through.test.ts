import { expect, test } from 'vitest';
import { beginLook, holdsGone, lookAt } from '#core/copies/look-through.ts';

/** What tells that a copy holds something of what was forgotten since it was made. */

/** Whether a copy does that has this row, where the version `v` of a memory file was emptied since. */
function holds(table: string, row: Readonly<Record<string, unknown>>): boolean {
	const look = beginLook([], { emptied: new Set(['v']), archives: new Set() });
	lookAt(look, { table, row, line: JSON.stringify([table, row]) });
	return holdsGone(look);
}

test('a version of a memory file that was emptied here goes with the copy that has its words', () => {
	expect(holds('memoryRevisions', { id: 'v', text: '- Likes tea\n' })).toBe(true);
	expect(holds('memoryRevisions', { id: 'other', text: '- Likes tea\n' })).toBe(false);
});

test('a copy in which it is empty too stays', () => {
	expect(holds('memoryRevisions', { id: 'v', text: '' })).toBe(false);
});
