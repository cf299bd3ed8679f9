import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The rooms as CONTRIBUTING.md and README.md tell them are those whose doors are watched. */

const root = path.resolve(import.meta.dirname, '../../..');
const page = (name: string): string => readFileSync(path.join(root, name), 'utf8');

/** A rule of dependency-cruiser for one room: it may import itself and what is behind its doors. */
interface Doors {
	readonly name: string;
	readonly from: { readonly path: string };
	readonly to: { readonly pathNot: readonly string[] };
}

const { forbidden } = createRequire(import.meta.url)(
	path.join(root, '.dependency-cruiser.cjs')
) as { readonly forbidden: readonly Doors[] };

const nameIn = (place: string): string => place.replace(/^\^src\//, '').replace(/\/$/, '');

/** Each room, and what it may import. */
const watched = new Map(
	forbidden
		.filter(({ name }) => name.endsWith('-walks-only-through-its-doors'))
		.map(({ from, to }) => {
			const room = nameIn(from.path);
			const doors = to.pathNot.map(nameIn).filter((one) => one !== room);
			return [room, doors.toSorted()] as const;
		})
);

/** The rows of the table: a room, and what stands as code in the cell of what it may import. */
const told = new Map(
	Array.from(
		page('CONTRIBUTING.md').matchAll(/^\| `([\w.-]+?)\/?` \| ([^|]*) \|/gm),
		([, room = '', doors = '']) =>
			[room, Array.from(doors.matchAll(/`([^`]+)`/g), ([, door = '']) => door).toSorted()] as const
	)
);

test('CONTRIBUTING.md tells of every room what it may import', () => {
	expect(watched.size).toBeGreaterThan(9);
	// It knows every room, so that no door of it is watched.
	expect(Object.fromEntries(told)).toEqual({ ...Object.fromEntries(watched), 'wiring.ts': [] });
});

test('README.md names every room', () => {
	const [, sentence = ''] = /^In `src`, (.*)$/m.exec(page('README.md')) ?? [];
	const rooms = Array.from(sentence.matchAll(/`([^`]+)`/g), ([, room]) => room);
	expect(rooms.toSorted()).toEqual([...watched.keys(), 'wiring.ts'].toSorted());
});
