import type { ChangedWhy } from '#core/failure.ts';
import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import type { Session } from '#core/session/session.ts';
import { policyFor, type Policy } from '#core/presets/policy.ts';
import { cardOf, onDevice } from '#core/models/model-card.ts';
import type { Settings } from '#core/settings.ts';

/** Whether a compaction that was begun may go on: asked before each of its calls, and when a closed tab's is taken up. */

/** Asked for with a button. */
export const isByHand = (trigger: CompactionTrigger): boolean =>
	trigger === 'manual' || trigger === 'again';

/** Nobody waits for it and nobody pressed a button: paid calls are made only if the user has allowed such. */
export const isBackground = (trigger: CompactionTrigger): boolean =>
	trigger === 'soft' || trigger === 'idle';

/** What a job was begun for. */
interface Begun {
	readonly trigger: CompactionTrigger;
	readonly answerer: string;
	/** Base URL; null: not known, so that nothing is sent anywhere. */
	readonly endpoint: string | null;
}

/** What stands in its way now; null: nothing. */
export function barTo(
	{ trigger, answerer, endpoint }: Begun,
	now: {
		readonly session: Pick<Session, 'deletedAt' | 'endedAt' | 'policy'> | undefined;
		readonly settings: Settings;
	}
): ChangedWhy | null {
	const { session, settings } = now;
	// A copy that does not know it has taken the place of everything: there is nothing to bring back.
	if (!session) return 'replaced';
	if (session.deletedAt !== null) return 'session-deleted';
	if (session.endedAt !== null) return 'session-ended';
	if (answerer !== onDevice && endpoint !== settings.endpoint) return 'endpoint';
	if (isByHand(trigger)) return null;
	const isPaid = answerer !== onDevice && settings.backgroundDrafts !== 'yes';
	const { automatic } = policyFor(settings, session, cardOf(settings, answerer));
	return !automatic || (isBackground(trigger) && isPaid) ? 'switched-off' : null;
}

/**
 * Whether a draft may be made behind an answer, before it is needed and without being asked for: a paid call nobody
 * pressed a button for needs a yes. With two phases this one belongs to the keeper, once nobody is there.
 */
export const mayPrepareAhead = (
	{ model, automatic, preset }: Pick<Policy, 'model' | 'automatic' | 'preset'>,
	{ backgroundDrafts }: Pick<Settings, 'backgroundDrafts'>
): boolean =>
	automatic &&
	preset.threshold.kind !== 'of-window' &&
	(model === onDevice || backgroundDrafts === 'yes');
