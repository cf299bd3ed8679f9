import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionEntry } from '#state/session-list.svelte.ts';
import { filterSessions, foldersOf, sessionRows } from '#ui/sessions/session-groups.ts';

const now = new Date(2026, 4, 20, 12).getTime();
const dayInMs = 24 * 60 * 60_000;

const anEntry = (over: Partial<SessionEntry> = {}): SessionEntry => ({
	id: 's1',
	title: 'A walk',
	kind: 'main',
	offRecord: false,
	pinned: false,
	folder: null,
	activeAt: now,
	...over
});

const entries = fc
	.array(
		fc.record({
			pinned: fc.boolean(),
			folder: fc.constantFrom(null, 'Garden', 'Work'),
			age: fc.nat(40 * dayInMs)
		}),
		{ maxLength: 30 }
	)
	.map((some) =>
		some
			.map(({ pinned, folder, age }, at) =>
				anEntry({ id: `s${String(at)}`, pinned, folder, activeAt: now - age })
			)
			.toSorted((a, b) => b.activeAt - a.activeAt)
	);

const shape = (some: readonly SessionEntry[], open: readonly string[] = []) =>
	sessionRows(some, { now, openFolders: new Set(open) }).map((row) => {
		switch (row.kind) {
			case 'heading':
				return row.title;
			case 'folder':
				return `${row.open ? '▾' : '▸'} ${row.name} ${String(row.count)}`;
			case 'session':
				return row.entry.id;
		}
	});

describe('the list of sessions', () => {
	it('puts pinned ones first, then folders by name, then the rest by date', () => {
		const list = [
			anEntry({ id: 'today' }),
			anEntry({ id: 'kept', pinned: true, folder: 'Work' }),
			anEntry({ id: 'plan', folder: 'Work' }),
			anEntry({ id: 'beans', folder: 'Garden', activeAt: now - 3 * dayInMs }),
			anEntry({ id: 'old', activeAt: now - 30 * dayInMs })
		];
		expect(shape(list, ['Garden'])).toEqual([
			'Pinned',
			'kept',
			'▾ Garden 1',
			'beans',
			'▸ Work 1',
			'Today',
			'today',
			'Older',
			'old'
		]);
	});

	it('shows every session exactly once when all folders are open', () => {
		fc.assert(
			fc.property(entries, (some) => {
				const rows = sessionRows(some, { now, openFolders: new Set(foldersOf(some)) });
				const ids = rows.flatMap((row) => (row.kind === 'session' ? [row.entry.id] : []));
				expect(ids.toSorted()).toEqual(some.map(({ id }) => id).toSorted());
			})
		);
	});

	it('counts in a closed folder what it hides', () => {
		fc.assert(
			fc.property(entries, (some) => {
				const rows = sessionRows(some, { now, openFolders: new Set() });
				const shown = rows.filter((row) => row.kind === 'session').length;
				const hidden = rows.reduce((sum, row) => sum + (row.kind === 'folder' ? row.count : 0), 0);
				expect(shown + hidden).toBe(some.length);
			})
		);
	});

	it('is filtered by words of the name or the folder, whatever their case and accents', () => {
		const list = [
			anEntry({ id: 'a', title: 'Café in Zürich' }),
			anEntry({ id: 'b', title: 'Beans', folder: 'Garden' }),
			anEntry({ id: 'c', title: '' })
		];
		const found = (query: string) => filterSessions(list, query).map(({ id }) => id);
		expect(found('zurich CAFE')).toEqual(['a']);
		expect(found('garden')).toEqual(['b']);
		expect(found('new chat')).toEqual(['c']);
		expect(found('  ')).toEqual(['a', 'b', 'c']);
		expect(found('nothing')).toEqual([]);
	});
});
