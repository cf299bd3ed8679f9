import type { Archive } from '#core/jobs.ts';
import { archives } from '#db/records.ts';
import { watch } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';

/** An archive without its bytes. */
export interface ArchiveEntry extends Omit<Archive, 'bytes'> {
	readonly packedBytes: number;
}

export const entryOf = ({ bytes, ...archive }: Archive): ArchiveEntry => ({
	...archive,
	packedBytes: bytes.length
});

/** All archives, newest first. */
export const watchArchives = ({ db }: Pick<App, 'db'>): Live<ArchiveEntry[]> =>
	new Live(watch(async () => (await archives(db)).map(entryOf)));
