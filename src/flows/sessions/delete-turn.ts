import { trunk } from '#core/session/session.ts';
import { titleFrom } from '#core/session/title.ts';
import { attemptsAt } from '#db/log/attempts.ts';
import { decideInAll, type Decided } from '#db/log/marked.ts';
import { readExchange } from '#db/log/turns.ts';
import type { Told } from '#db/told.ts';
import { activityOf } from '#flows/activity.ts';
import type { TurnPlace } from '#flows/answer/answer-turn.ts';
import { copiesGiveWay } from '#flows/copies/give-way.ts';
import { doneOf, reading, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

/** Takes a turn, in all its attempts, out of sight and out of every request. Undoable; its content goes when it is forgotten. */
export async function deleteTurn(
	app: Pick<App, 'db' | 'clock' | 'locks' | 'workshop'>,
	place: TurnPlace
): Promise<Done> {
	const { db, clock } = app;
	const at = clock.now();
	const told = () => [
		activityOf(
			{ clock },
			{
				at,
				kind: 'deletion',
				sessionId: place.sessionId,
				details: { undo: 'delete-turn', turnId: place.turnId, turns: 1 }
			}
		)
	];
	return copiesGiveWay(app, () => decideTurn(db, place, at, told));
}

/** Bring a deleted turn back with all that was deleted in that act, unless it has been forgotten by now. */
export const restoreTurn = (
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	place: TurnPlace,
	told: Told = () => [
		activityOf(
			{ clock },
			{
				kind: 'deletion',
				sessionId: place.sessionId,
				details: { undoes: null, what: 'delete-turn' }
			}
		)
	]
): Promise<Done> => decideTurn(db, place, null, told);

const decideTurn = (
	db: App['db'],
	place: TurnPlace,
	at: number | null,
	told: Told
): Promise<Done> =>
	reading(async () => doneOf(await decideInAll(db, await decidedAbout(db, place, at), told)));

async function decidedAbout(db: App['db'], place: TurnPlace, at: number | null): Promise<Decided> {
	const { sessionId } = place;
	const [turnIds, first] = await Promise.all([
		attemptsAt(db, place),
		readExchange(db, { sessionId, branch: trunk, seq: 0 })
	]);
	const isFirst = first && turnIds.includes(first.turn.turnId);
	const title = isFirst ? titleFrom(first.turn.asked) : null;
	return { sessionId, turnIds, kind: 'deleted', at, title };
}
