import type { Archive } from '#core/archive/stored.ts';
import { listedArchives } from '#db/archives/archives.ts';
import { watch } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';

/** The archives that are listed, newest first, without their bytes. */
export const watchArchives = ({ db }: Pick<App, 'db'>): Live<Archive[]> =>
	new Live(watch(() => listedArchives(db)));
