import { expect, it, vi } from 'vitest';
import { unsavedOf } from '#db/scratch/unsaved.ts';
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
