import { expect, test } from 'vitest';
import { putUnsaved } from '#db/scratch/unsaved.ts';
import { memoryFile } from '#db/memory/files.ts';
import { leftUnsaved } from '#flows/memory/left-unsaved.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';

/** What the list of memory files calls not saved. */

const path = 'MEMORY.md';
let app: TestApp;
withApp((own) => (app = own));

const save = async (text: string) => {
	const expectedRev = (await memoryFile(app.db, path))?.rev ?? null;
	expect(await saveMemoryFile(app, { path, text, expectedRev })).toMatchObject({
		status: 'stored'
	});
};
const leave = (text: string, by = 'tab') =>
	putUnsaved(app.scratch, { path, text, base: null, by, at: app.clock.now() });

test('a text is left unsaved until the file holds it, also where the page went before its copy was taken away', async () => {
	await leave('- Likes tea\n');
	expect(await leftUnsaved(app)).toEqual([path]);
	await save('- Likes tea\n');
	expect(await leftUnsaved(app)).toEqual([]);
	await save('- Likes green tea\n');
	expect(await leftUnsaved(app)).toEqual([]);
});

test('words that stood in the file before they were written again are not saved', async () => {
	await save('- Likes tea\n');
	await save('- Likes green tea\n');
	await leave('- Likes tea\n');
	expect(await leftUnsaved(app)).toEqual([path]);
});

test('a file of which two tabs have left something is named once, and until both are saved', async () => {
	await leave('- Likes tea\n', 'first');
	await leave('- Likes coffee\n', 'second');
	expect(await leftUnsaved(app)).toEqual([path]);
	await save('- Likes coffee\n');
	expect(await leftUnsaved(app)).toEqual([path]);
	await save('- Likes tea\n');
	expect(await leftUnsaved(app)).toEqual([]);
});
