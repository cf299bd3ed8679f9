import type { KeyState } from '#core/key.ts';
import { anthropicEndpoint, type Settings } from '#core/settings.ts';
import { onDevice } from '#core/models/model-card.ts';
import { isLocalEndpoint } from '#core/wire/endpoint.ts';

/** Whether a call could arrive: there is a network, or the endpoint needs none. */
export const isReachable = (
	{ endpoint }: Pick<Settings, 'endpoint'>,
	now: { readonly online: boolean }
): boolean => now.online || isLocalEndpoint(endpoint);

/**
 * Whether the model that answers could be asked now: this device always; otherwise if there is a network and the key
 * that the endpoint needs. A locked or missing key is no reason to choose another model for good.
 */
export function isInReach(
	settings: Pick<Settings, 'endpoint'>,
	answerer: string,
	now: { readonly key: KeyState; readonly online: boolean }
): boolean {
	if (answerer === onDevice) return true;
	if (!isReachable(settings, now)) return false;
	return now.key === 'set' || (now.key === 'none' && settings.endpoint !== anthropicEndpoint);
}
