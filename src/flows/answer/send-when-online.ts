import { findPlace } from '#db/log/turns.ts';
import { putWaiting } from '#db/log/append.ts';
import type { TurnPlace } from '#flows/answer/answer-turn.ts';
import { doneOf, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

/**
 * Has a waiting message go out by itself once there is a network, as it was asked for. The wish is stored, so a reload
 * does not lose it.
 */
export async function sendWhenOnline(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	{ sessionId, turnId }: TurnPlace
): Promise<Done> {
	const turn = await findPlace(db, sessionId, turnId);
	if (!turn) return failed({ kind: 'changed-meanwhile' });
	return doneOf(await putWaiting(db, turn, { at: clock.now(), byItself: true }));
}
