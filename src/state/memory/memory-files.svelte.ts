import type { MemoryFile } from '#core/memory/memory.ts';
import { memoryFiles } from '#db/memory.ts';
import { watch } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/chat/live.svelte.ts';

/** All memory files, for the list. */
export const watchMemoryFiles = ({ db }: Pick<App, 'db'>): Live<MemoryFile[]> =>
	new Live(watch(() => memoryFiles(db)));
