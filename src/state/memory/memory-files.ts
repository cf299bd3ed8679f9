import type { MemoryFile } from '#core/memory/memory.ts';
import { memoryFiles } from '#db/memory/files.ts';
import { leftUnsaved } from '#flows/memory/left-unsaved.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';

/** All memory files, for the list. */
export const watchMemoryFiles = ({ db }: Pick<App, 'db'>): Live<MemoryFile[]> =>
	new Live(() => memoryFiles(db));

/** Paths of files of which something stands in an editor and is not saved. */
export const watchUnsaved = (app: Pick<App, 'db' | 'scratch'>): Live<string[]> =>
	new Live(() => leftUnsaved(app));
