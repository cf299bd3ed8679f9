import { putMark } from '#db/log/turns.ts';
import type { TurnPlace } from '#flows/answer/answer-turn.ts';
import { doneOf, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

/** A message that waits for the network is to go out by itself; that is stored, so a reload does not forget it. */
export const sendWhenOnline = async (
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	{ sessionId, turnId }: TurnPlace
): Promise<Done> =>
	doneOf(
		await putMark(db, { sessionId, turnId, kind: 'waiting', at: clock.now(), byItself: true })
	);
