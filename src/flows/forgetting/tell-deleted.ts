import { titleFrom } from '#core/session/title.ts';
import { findTurn } from '#db/log/turns.ts';
import { storing } from '#db/storing.ts';
import { deletedThings } from '#flows/forgetting/forget.ts';
import type { App } from '#flows/ports.ts';

/** What is deleted and can still be brought back, newest first; a message with how it begins, which tells it from others. */
export async function tellDeleted({ db }: Pick<App, 'db'>) {
	const things = await deletedThings({ db });
	return Promise.all(
		things.map(async (thing) => {
			const { of } = thing.what;
			// Where its archive cannot be opened just now it can be brought back all the same.
			const read = await storing(async () =>
				of.kind === 'turn' ? findTurn(db, of.sessionId, of.turnId) : undefined
			);
			const turn = read.status === 'stored' ? read.value : undefined;
			return { ...thing, said: turn ? titleFrom(turn.asked) : '' };
		})
	);
}
