import { putMark, removeMark } from '#db/turns.ts';
import type { TurnPlace } from '#flows/answer-turn.ts';
import { doneOf, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

/** Takes a turn out of sight and out of every request. Undoable; its content goes when it is forgotten. */
export const deleteTurn = async (
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	place: TurnPlace
): Promise<Done> => doneOf(await putMark(db, { ...place, kind: 'deleted', at: clock.now() }));

export const restoreTurn = async ({ db }: Pick<App, 'db'>, place: TurnPlace): Promise<Done> =>
	doneOf(await removeMark(db, { ...place, kind: 'deleted' }));
