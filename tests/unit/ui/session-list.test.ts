import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionEntry } from '#state/session-list.ts';
import {
	filterSessions,
	foldersOf,
	sessionRows,
	sharedTitles
} from '#ui/sessions/session-groups.ts';

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
			age: fc.nat(400 * dayInMs)
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
	it('knows which titles do not tell sessions apart', () => {
		const titles = ['A walk', 'Bread', '', 'A walk', 'A walk', 'bread', ''];
		const list = titles.map((title, at) => anEntry({ id: `s${String(at)}`, title }));
		expect([...sharedTitles(list)]).toEqual(['A walk', '']);
	});

	it('puts pinned ones first, then folders by name, then the rest by date', () => {
		const list = [
			anEntry({ id: 'today' }),
			anEntry({ id: 'kept', pinned: true, folder: 'Work' }),
			anEntry({ id: 'plan', folder: 'Work' }),
			anEntry({ id: 'beans', folder: 'Garden', activeAt: now - 3 * dayInMs }),
			anEntry({ id: 'old', activeAt: now - 20 * dayInMs })
		];
		expect(shape(list, ['Garden'])).toEqual([
			'Pinned',
			'kept',
			'▾ Garden 1',
			'beans',
			'▸ Work 1',
			'Today',
			'today',
			'Last thirty days',
			'old'
		]);
	});

	it('names the month of what is older than thirty days, each once', () => {
		const at = (...day: readonly [number, number, number]) => new Date(...day, 9).getTime();
		const list = [
			anEntry({ id: 'april', activeAt: at(2026, 3, 19) }),
			anEntry({ id: 'also-april', activeAt: at(2026, 3, 1) }),
			anEntry({ id: 'march', activeAt: at(2026, 2, 31) }),
			anEntry({ id: 'a-year-ago', activeAt: at(2025, 3, 2) })
		];
		expect(shape(list)).toEqual([
			'April 2026',
			'april',
			'also-april',
			'March 2026',
			'march',
			'April 2025',
			'a-year-ago'
		]);
	});

	it('stands below a heading of its time once, newest first', () => {
		fc.assert(
			fc.property(entries, (some) => {
				const headings = sessionRows(some, { now, openFolders: new Set() }).flatMap((row) =>
					row.kind === 'heading' ? [row.title] : []
				);
				expect(new Set(headings).size).toBe(headings.length);
			})
		);
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
