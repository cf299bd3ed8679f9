import type { Archive } from '#core/archive/stored.ts';
import { listedArchive, listedArchives } from '#db/archives/archives.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';

/** The archives that are listed, newest first, without their bytes. */
export const watchArchives = ({ db }: Pick<App, 'db'>): Live<Archive[]> =>
	new Live(() => listedArchives(db));

/** Null where it is not there. */
export const titleOfArchive = async ({ db }: Pick<App, 'db'>, id: string): Promise<string | null> =>
	(await listedArchive(db, id))?.title ?? null;
