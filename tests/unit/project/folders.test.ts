import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** The map of folders in docs/design.md, held against the folders that there are. */

const root = path.resolve(import.meta.dirname, '../../..');

const [, map = ''] =
	/^## 2 Folders\n(.*?)^## /ms.exec(readFileSync(path.join(root, 'docs/design.md'), 'utf8')) ?? [];

const namesIn = (text: string): readonly string[] =>
	Array.from(text.matchAll(/`([^`]+)`/g), ([, name = '']) => name);

/** The folders that a row names: in its first cell one, in its second some that lie in that. */
function foldersOf(room: string, row: string): readonly string[] {
	const [, first = '', holds = ''] = row.split('|');
	return namesIn(first).flatMap((name) => {
		const folder = room === '' ? name : `${room}/${name}`;
		return [folder, ...namesIn(holds).map((inside) => `${folder}/${inside}`)];
	});
}

/** What is told of each room, where a heading names one; else the first cell does. */
const told = map.split(/^### /m).flatMap((part) => {
	const [heading = '', ...rows] = part.split('\n');
	const rooms = namesIn(heading).map((room) => room.replace(/\/$/, ''));
	return rows.flatMap((row) => foldersOf(rooms.length === 1 ? (rooms[0] ?? '') : '', row));
});

const foldersIn = (room: string): readonly string[] =>
	readdirSync(path.join(root, 'src', room), { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => path.relative(path.join(root, 'src'), path.join(entry.parentPath, entry.name)))
		.map((folder) => folder.split(path.sep).join('/'));

describe('the map of folders', () => {
	const rooms = ['core', 'flows', 'db', 'model', 'worker', 'state', 'ui', 'routes'];

	test.each(rooms)('has a line for every folder of %s, and none for one that is gone', (room) => {
		const names = told.filter((folder) => folder.startsWith(`${room}/`));
		expect(names.toSorted()).toEqual(foldersIn(room).toSorted());
	});
});
