import { expect, test } from 'vitest';
import { absenceOf, barredFrom, goesAlongFor, type Reader } from '#core/memory/access.ts';
import type { NoteKinds } from '#core/settings.ts';

const reader = (over: Partial<Reader> = {}): Reader => ({
	kind: 'main',
	local: false,
	noteKinds: 'all',
	...over
});
const curated = { path: 'MEMORY.md', scope: 'everywhere' } as const;
const note = { path: 'memory/2026-11-20.md', scope: 'everywhere' } as const;
const days = ['2026-11-20', '2026-11-19'];

test('#176 the curated file goes with every message of main sessions and is barred from guests', () => {
	expect(absenceOf(curated, { ...reader(), days })).toBeNull();
	expect(barredFrom(curated, reader({ kind: 'guest', local: true }))).toBe('guest');
});

test('a scope bars a file from endpoints, and one for nowhere from all of them', () => {
	for (const file of [curated, note]) {
		expect(barredFrom({ ...file, scope: 'local' }, reader())).toBe('scope');
		expect(barredFrom({ ...file, scope: 'local' }, reader({ local: true }))).toBeNull();
		expect(barredFrom({ ...file, scope: 'never' }, reader({ local: true }))).toBe('never');
	}
});

test.each([
	['all', null, null],
	['main', null, 'kind'],
	['guest', 'kind', null],
	['none', 'kind', 'kind']
] as const)(
	'#174 daily notes for %s: absent from a main session: %s, from a guest: %s',
	(noteKinds: NoteKinds, main, guest) => {
		expect(absenceOf(note, { ...reader({ noteKinds }), days })).toBe(main);
		expect(absenceOf(note, { ...reader({ noteKinds, kind: 'guest' }), days })).toBe(guest);
		// What is only not loaded may still be looked up; what is kept for main sessions no guest can.
		expect(barredFrom(note, reader({ noteKinds }))).toBeNull();
		expect(barredFrom(note, reader({ noteKinds, kind: 'guest' }))).toBe(
			noteKinds === 'main' ? 'kind' : null
		);
	}
);

test('older notes and other files are not loaded, and it is said why', () => {
	expect(absenceOf({ ...note, path: 'memory/2026-11-18.md' }, { ...reader(), days })).toBe('older');
	expect(absenceOf({ ...note, path: 'memory/garden.md' }, { ...reader(), days })).toBe('on-demand');
});

test.each([
	['MEMORY.md', 'main', 'always'],
	['memory/2026-11-20.md', 'main', 1],
	['memory/2026-11-19.md', 'all', 0],
	['memory/2026-11-18.md', 'all', null],
	['memory/2026-11-20.md', 'guest', null],
	['memory/2026-11-20.md', 'none', null],
	['memory/garden.md', 'all', null]
] as const)(
	'on 20 November %s, with notes for %s, goes along for days more: %s',
	(path, noteKinds, left) => {
		expect(goesAlongFor(path, { noteDays: 1, noteKinds, today: '2026-11-20' })).toBe(left);
	}
);
