import { countPlaces, type PlaceCounts } from '#db/lifecycle.ts';
import { watch } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/chat/live.svelte.ts';

/** How much lies where, followed. */
export const watchPlaces = ({ db }: Pick<App, 'db'>): Live<PlaceCounts> =>
	new Live(watch(() => countPlaces(db)));
