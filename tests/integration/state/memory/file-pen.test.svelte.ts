import { expect, it, vi } from 'vitest';
import { setMemoryScope } from '#db/memory/files.ts';
import { unsavedOf } from '#db/scratch/unsaved.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { FilePen } from '#state/memory/file-pen.svelte.ts';
import { filesUnderPen, keptAnew } from '#state/tab/under-pen.ts';
import { anApp } from '../../../support/apps/an-app.ts';
import { eventually } from '../../../support/eventually.ts';

/** What is written to a memory file and not saved. */

it('is kept once more where it was written while the browser threw away what keeps it', async () => {
	// Pages of other tests may still be on the list.
	keptAnew.clear();
	const app = await anApp();
	const path = 'MEMORY.md';
	const pen = new FilePen(app, path);
	const stop = $effect.root(() => {
		$effect(() => void pen.file.current);
	});
	await eventually(() => expect(pen.isLoaded).toBe(true));
	app.scratch.close({ disableAutoOpen: false });
	const opening = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
		throw new DOMException('The connection was closed.', 'AbortError');
	});
	await app.scratch.unsavedFiles.count().catch(() => undefined);
	opening.mockRestore();
	pen.write('- The cat is called Mia.');
	await pen.settled;
	expect(filesUnderPen.has(path)).toBe(true);

	await Promise.all([...keptAnew].map((keep) => keep()));
	expect(filesUnderPen.has(path)).toBe(false);
	const [kept] = await unsavedOf(app.scratch, path);
	expect(kept?.text).toBe('- The cat is called Mia.');
	stop();
	await eventually(() => expect(keptAnew.size).toBe(0));
	await app.close();
});

it('shows the file as it was stored last until the watched row is as new, and no older one', async () => {
	const app = await anApp();
	const path = 'MEMORY.md';
	const write = async (text: string, expectedRev: number | null) => {
		const stored = await saveMemoryFile(app, { path, text, expectedRev });
		if (stored.status === 'failed') throw new Error('it was not stored');
		return stored.value;
	};
	const first = await write('- Likes tea\n', null);
	const pen = new FilePen(app, path);
	const stop = $effect.root(() => {
		$effect(() => void pen.file.current);
	});
	await eventually(() => expect(pen.isLoaded).toBe(true));
	pen.tookIn({ ...first, text: '- Has a cat\n', rev: first.rev + 1 });
	// Told of before what was stored is.
	await setMemoryScope(app.db, path, 'never');
	await eventually(() => expect(pen.file.current?.scope).toBe('never'));
	expect(pen.stored?.text).toBe('- Has a cat\n');
	await write('- Has a dog\n', first.rev);
	await eventually(() => expect(pen.stored?.text).toBe('- Has a dog\n'));
	pen.tookIn(first);
	expect(pen.stored?.text).toBe('- Has a dog\n');
	stop();
	await app.close();
});
