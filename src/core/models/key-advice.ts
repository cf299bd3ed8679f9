import type { KeyState } from '#core/key.ts';
import { answererOf } from '#core/models/answerer.ts';
import { onDevice } from '#core/models/model-card.ts';
import type { Settings } from '#core/settings.ts';

/** What is to be said about the key before a conversation begins. */
export type KeyAdvice =
	/** There is no key, and so this device answers. */
	| 'add'
	/** The endpoint does not accept the key that is set. */
	| 'refused'
	/** A key is set, and nobody has chosen a model: the endpoint has listed none, or was not asked. */
	| 'no-model'
	| 'none';

export function keyAdvice({
	settings,
	session,
	key,
	isRefused
}: {
	readonly settings: Pick<Settings, 'endpoint' | 'model'>;
	readonly session: { readonly model: string | null };
	readonly key: KeyState;
	readonly isRefused: boolean;
}): KeyAdvice {
	if (key === 'none') return answererOf(settings, session, key) === onDevice ? 'add' : 'none';
	const model = session.model ?? settings.model;
	// Whoever has chosen this device needs no key.
	if (model === onDevice) return 'none';
	if (isRefused) return 'refused';
	return model === null ? 'no-model' : 'none';
}
