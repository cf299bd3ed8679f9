import { expect, test } from 'vitest';
import { filterArchives } from '#ui/archive/filter-archives.ts';
import { anArchive } from '../../support/builders/an-archive.ts';

/** Archives are found by what their row shows. */

test('by title, round and day, and not by the path that is folded away', () => {
	const all = [
		anArchive({ id: 'a', title: 'Café' }),
		anArchive({ id: 'b', round: 2 }),
		anArchive({
			id: 'c',
			title: '',
			firstAt: Date.UTC(2025, 6, 1, 12),
			lastAt: Date.UTC(2025, 6, 1, 12)
		})
	];
	const found = (query: string) => filterArchives(all, query).map(({ id }) => id);
	expect(found(' ')).toEqual(['a', 'b', 'c']);
	expect(found('cafe')).toEqual(['a']);
	expect(found('round 2')).toEqual(['b']);
	expect(found('walk 2026')).toEqual(['b']);
	expect(found('new chat 2025')).toEqual(['c']);
	expect(found('agents')).toEqual([]);
	expect(found('jsonl')).toEqual([]);
});
