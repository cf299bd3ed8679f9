import { countPlaces, type PlaceCounts } from '#db/count-places.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';

/** How much lies where, followed. */
export const watchPlaces = ({ db }: Pick<App, 'db'>): Live<PlaceCounts> =>
	new Live(() => countPlaces(db));
