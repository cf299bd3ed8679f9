import { putMark } from '#db/log/turns.ts';
import type { TurnPlace } from '#flows/answer/answer-turn.ts';
import { doneOf, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

/**
 * Has a waiting message go out by itself once there is a network. The wish is stored, so a reload does not lose it.
 */
export const sendWhenOnline = async (
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	{ sessionId, turnId }: TurnPlace
): Promise<Done> =>
	doneOf(
		await putMark(db, { sessionId, turnId, kind: 'waiting', at: clock.now(), byItself: true })
	);
