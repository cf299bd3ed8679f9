import { presetOf } from '#core/presets/policy.ts';
import { isInUse } from '#core/session/reset-due.ts';
import type { Session } from '#core/session/session.ts';
import type { Settings } from '#core/settings.ts';

/** What a reset does, by who wants it and whether the session is still in use. */

/** `away`: by the user, who is somewhere else and goes on there. */
export type ResetBy = 'user' | 'away' | 'daily' | 'idle';

export const isAsked = (by: ResetBy): by is 'user' | 'away' => by === 'user' || by === 'away';

interface ResetPlan {
	/** Who looks for memories a last time; null: nobody. */
	readonly extraction: 'model' | 'code' | null;
	/** Whether another session goes on in its place; else only for what stands unsent in it. */
	readonly isFollowed: boolean;
}

interface Resetting {
	readonly by: ResetBy;
	/** No other session was used later. */
	readonly isNewest: boolean;
	/** When something was said in it last: one that was taken back with many others was not used since. Unix ms. */
	readonly said: number;
	/** Unix ms. */
	readonly now: number;
}

/** Plan the reset of a session. Somebody may write in it until it ends, so what stands unsent is looked at then. */
export function planReset(settings: Settings, session: Session, resetting: Resetting): ResetPlan {
	const { by, isNewest, said, now } = resetting;
	const isUsed = isNewest || isInUse(said, now);
	return {
		extraction: extractionOf(settings, session, { by, isUsed }),
		isFollowed: by === 'user' || (by !== 'away' && (isUsed || isLookedFor(session)))
	};
}

/**
 * Memories are looked for where the preset of the session has it (checklist 177). An automatic reset asks a model only
 * where paid calls without a press of a button are allowed (context.md 7); otherwise code looks, which costs nothing. So
 * it does in sessions that were left long ago: a policy may end hundreds of them at once.
 */
function extractionOf(
	settings: Settings,
	session: Session,
	{ by, isUsed }: { readonly by: ResetBy; readonly isUsed: boolean }
): ResetPlan['extraction'] {
	if (session.offRecord || presetOf(settings, session).memory === 'none') return null;
	const isPaid = settings.backgroundDrafts === 'yes' && isUsed;
	return isAsked(by) || isPaid ? 'model' : 'code';
}

/**
 * Whether somebody would look for a session where it was left though it is not in use. A policy that is chosen with years
 * of sessions behind it ends many at once, and an empty one for each would hide those in use.
 */
const isLookedFor = ({ pinned, resetPolicy }: Session): boolean => pinned || resetPolicy !== null;
