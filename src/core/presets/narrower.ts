import type { Session } from '#core/session/session.ts';
import { answererOf } from '#core/models/answerer.ts';
import { cardOf } from '#core/models/model-card.ts';
import { policyFor, type Policy } from '#core/presets/policy.ts';
import type { Settings } from '#core/settings.ts';

/**
 * Whether one message is answered by a model with less room than the one that usually answers the session: another was
 * chosen for it, or the key is missing and this device stands in. `usable` in tokens.
 */
export function isNarrower(
	settings: Settings,
	session: Session,
	{ model, usable }: Pick<Policy, 'model' | 'usable'>
): boolean {
	const usual = answererOf(settings, session, 'set');
	if (usual === model) return false;
	const { usable: usually } = policyFor(settings, session, cardOf(settings, usual));
	return usable < usually;
}
