import { expect, it } from 'vitest';
import { droppedFiles } from '#state/data/dropped-files.ts';

/** What a browser tells of a drop: a list of entries, of which a folder hands out what lies in it some at a time. */

const entry = (fullPath: string, rest: object) =>
	({ fullPath, isDirectory: 'createReader' in rest, ...rest }) as unknown as FileSystemEntry;

const file = (path: string) =>
	entry(path, {
		file: (take: (file: File) => void) => {
			take(new File([path], path.replace(/^.*\//, '')));
		}
	});

const folder = (path: string, ...batches: readonly (readonly FileSystemEntry[])[]) =>
	entry(path, {
		createReader: () => {
			const left = [...batches];
			return {
				readEntries: (take: (entries: readonly FileSystemEntry[]) => void) => {
					take(left.shift() ?? []);
				}
			};
		}
	});

const dropOf = (entries: readonly FileSystemEntry[], files: readonly File[]) =>
	({
		items: entries.map((one) => ({ webkitGetAsEntry: () => one })),
		files
	}) as unknown as DataTransfer;

it('a folder is taken with all that lies in it, under the names that tell where', async () => {
	const vault = folder(
		'/vault',
		[file('/vault/MEMORY.md'), folder('/vault/memory', [file('/vault/memory/2026-02-18.md')])],
		[folder('/vault/empty'), file('/vault/notes.md')]
	);
	const dropped = await droppedFiles(dropOf([file('/beside.json'), vault], []));
	expect(dropped.map(({ name }) => name)).toEqual([
		'beside.json',
		'vault/MEMORY.md',
		'vault/memory/2026-02-18.md',
		'vault/notes.md'
	]);
	expect(await dropped[1]?.file.text()).toBe('/vault/MEMORY.md');
});

it('files alone are taken as they are', async () => {
	const one = new File(['x'], 'chats.json');
	expect(await droppedFiles(dropOf([file('/chats.json')], [one]))).toEqual([
		{ file: one, name: 'chats.json' }
	]);
});

it('one that cannot be opened is no reason to take the rest for all of it', async () => {
	const locked = entry('/vault/a.md', {
		file: (_: unknown, refuse: (error: DOMException) => void) => {
			refuse(new DOMException('', 'NotReadableError'));
		}
	});
	await expect(droppedFiles(dropOf([folder('/vault', [locked])], []))).rejects.toThrow();
});
