import { dropValueIf, keepValue, keptValue } from '#db/scratch/kept-values.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';

/**
 * Whether the endpoint has refused the key that is set: known after a reload and in every tab, until it is accepted. Of
 * the key only what tells it from another one is kept.
 */

const name = 'refused key';

type Ports = Pick<App, 'scratch'>;

/** The endpoint has said so of this key. Where it cannot be kept it is said at the next try again. */
export const noteRefused = ({ scratch }: Ports, fingerprint: string): Promise<void> =>
	keepValue(scratch, name, fingerprint).catch(() => undefined);

/** The endpoint has answered to this key; that it refused another one, in this tab or the next, stays known. */
export const noteAccepted = ({ scratch }: Ports, fingerprint: string): Promise<void> =>
	dropValueIf(scratch, name, fingerprint).catch(() => undefined);

/** The fingerprint of the key that was refused last, or null. */
export const watchRefused = ({ scratch }: Ports): Live<string | null> =>
	new Live(() => keptValue(scratch, name).catch(() => null));
