import type { KeyState } from '#core/key.ts';
import { onDevice } from '#core/models/model-card.ts';
import { anthropicEndpoint, type Settings } from '#core/settings.ts';

/**
 * Who answers: the model that was chosen, or the on-device answerer where there is no key for Anthropic's own
 * endpoint, or no model. Other endpoints (a server on this machine) may need no key.
 */
export function answererOf(
	settings: Pick<Settings, 'endpoint' | 'model'>,
	session: { readonly model: string | null } | null,
	key: KeyState
): string {
	const model = session?.model ?? settings.model;
	if (model === null || model === onDevice) return onDevice;
	return key === 'none' && settings.endpoint === anthropicEndpoint ? onDevice : model;
}
