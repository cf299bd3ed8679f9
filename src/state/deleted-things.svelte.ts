import { watch } from '#db/watch.ts';
import { deletedThings } from '#flows/forgetting/forget.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';

/** What was deleted and can still be brought back, newest first. */
export const watchDeleted = (app: Pick<App, 'db'>) => new Live(watch(() => deletedThings(app)));
