import { expect, test } from 'vitest';
import type { Archive } from '#core/archive/stored.ts';
import { filterArchives } from '#ui/archive/filter-archives.ts';

/** Archives are found by what their row shows. */

const at = Date.UTC(2026, 2, 14, 12);
const anArchive = (id: string, over: Partial<Archive>): Archive => ({
	id,
	path: `agents/main/sessions/${id}.jsonl.gz`,
	sessionId: id,
	round: null,
	title: 'Walk',
	packedBytes: 1,
	sha256: '',
	rawBytes: 1,
	turns: 3,
	firstAt: at,
	lastAt: at,
	createdAt: at,
	deletedAt: null,
	...over
});

test('by title, round and day, and not by the path that is folded away', () => {
	const all = [
		anArchive('a', { title: 'Café' }),
		anArchive('b', { round: 2 }),
		anArchive('c', {
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
