import { titleFrom } from '#core/session/title.ts';
import { findTurn } from '#db/log/turns.ts';
import { deletedThings } from '#flows/forgetting/forget.ts';
import type { App } from '#flows/ports.ts';

/** What is deleted and can still be brought back, newest first; a message with how it begins, which tells it from others. */
export async function tellDeleted({ db }: Pick<App, 'db'>) {
	const things = await deletedThings({ db });
	return Promise.all(
		things.map(async (thing) => {
			const { of } = thing.what;
			const turn = of.kind === 'turn' ? await findTurn(db, of.sessionId, of.turnId) : undefined;
			return { ...thing, said: turn ? titleFrom(turn.asked) : '' };
		})
	);
}
