import { expect, test } from 'vitest';
import { byTabFirst, wasSaved } from '#core/memory/left-unsaved.ts';

/** Whether what was left in the editor of a memory file still is to be saved. */

const left = { text: '- Likes tea\n', at: 5 };

test('what the file holds is saved', () => {
	expect(wasSaved(left, { file: '- Likes tea\n', revisions: [] })).toBe(true);
	expect(wasSaved(left, { file: '- Likes milk\n', revisions: [] })).toBe(false);
	expect(wasSaved({ ...left, text: '' }, { file: '', revisions: [] })).toBe(true);
});

test.each([
	[4, false],
	[5, true],
	[6, true]
])('a version of time %i is what was written at 5: %s', (at, isSaved) => {
	const revisions = [
		{ at, text: '- Likes tea\n' },
		{ at: 9, text: '- Likes milk\n' }
	];
	expect(wasSaved(left, { file: '- Likes milk\n', revisions })).toBe(isSaved);
});

test('signs that nobody sees are left out by a save, and make nothing unsaved', () => {
	const text = '- Likes\u200B tea\n';
	const saved = { file: '- Likes milk\n', revisions: [{ at: 6, text: '- Likes tea\n' }] };
	expect(wasSaved({ ...left, text }, saved)).toBe(true);
});

test('a version that was emptied by forgetting says nothing of what was left', () => {
	expect(wasSaved(left, { file: '', revisions: [{ at: 6, text: '' }] })).toBe(false);
});

test('a tab finds its own words first, and those of others in their order', () => {
	const rows = ['b', 'a', 'c'].map((by) => ({ by }));
	expect(byTabFirst(rows, 'a').map(({ by }) => by)).toEqual(['a', 'b', 'c']);
	expect(byTabFirst(rows, 'new')).toEqual(rows);
});
