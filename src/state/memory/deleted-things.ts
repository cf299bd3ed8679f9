import { calmly, watch } from '#db/watch.ts';
import { tellDeleted } from '#flows/forgetting/tell-deleted.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';

/** While many sessions are written, as by an import, they are looked through only so often, ms. */
const calm = 400;

/** What was deleted and can still be brought back, newest first. */
export const watchDeleted = (app: Pick<App, 'db'>) =>
	new Live(
		calmly(
			watch(() => tellDeleted(app)),
			calm
		)
	);
