import type { Session } from '#core/session/session.ts';
import { keysOf, sharedStorage, tabStorage } from '#db/web-storage.ts';
import { forgottenAmong } from '#db/forgetting/tombstones.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { placesOfUnsent } from '#db/scratch/move-unsent.ts';
import { spared } from '#db/scratch/spared.ts';
import { unsentOf } from '#db/scratch/unsent.ts';
import type { App } from '#flows/ports.ts';
import { placesWithLastWords } from '#flows/sessions/last-words.ts';
import {
	begunKey,
	begunLock,
	lastBegun,
	readBegun,
	type BegunSession
} from '#state/chat/begun-session.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';

/** Which of the chats that were begun is gone on in when somebody wants to begin one. */

type Ports = Pick<App, 'db' | 'scratch' | 'locks' | 'clock'>;

/** Where nobody can tell whether a tab lives: how long nothing was written in one that is taken for gone, ms. */
const silence = 5 * 60_000;

/** How many are kept that are empty and of no tab that lives: one that is closed may be opened again. */
const kept = 20;

/**
 * One with something in it that is of the same kind, of this tab or of one that is gone; else an empty one of this tab,
 * which may become of that kind. Null: there is none.
 *
 * @param here the views of this tab, and which chats that were begun were looked at in it
 */
export async function begunAgain(
	app: Ports,
	how: Pick<Session, 'kind' | 'offRecord'>,
	here: { readonly views: ReadonlyMap<string, SessionView>; readonly held: ReadonlySet<string> }
): Promise<BegunSession | null> {
	const { scratch } = app;
	const last = lastBegun()?.id;
	const isOwn = (id: string) => id === last || here.held.has(id);
	const newestFirst = everyBegun().sort().reverse();
	const ids = new Set(last === undefined ? newestFirst : [last, ...newestFirst]);
	const stored = await spared(scratch, () => placesOfUnsent(scratch), []);
	const written = new Set([...stored, ...placesWithLastWords()]);
	let empty: BegunSession | null = null;
	let others = 0;
	for (const id of ids) {
		const begun = readBegun(id);
		if (!begun || (await wasStored(app, id))) dropBegun(id);
		else if (written.has(id) || here.views.get(id)?.isEmpty === false) {
			const isSame = begun.kind === how.kind && begun.offRecord === how.offRecord;
			if (isSame && (isOwn(id) || (await isLeft(app, id)))) return begun;
		} else if (isOwn(id)) empty ??= begun;
		else if (++others > kept && (await isInNoTab(app, id))) dropBegun(id);
	}
	if (!empty) return null;
	here.views.get(empty.id)?.choices.become(how);
	return { ...empty, ...how };
}

/** The ids of all, in whatever tab they were begun. */
const everyBegun = (): string[] =>
	keysOf(sharedStorage()).flatMap((key) =>
		key.startsWith(begunKey) ? [key.slice(begunKey.length)] : []
	);

function dropBegun(id: string): void {
	sharedStorage().removeItem(begunKey + id);
	if (lastBegun()?.id === id) tabStorage().removeItem(begunKey);
}

/** It has messages, or had some that were forgotten. */
const wasStored = async ({ db }: Pick<App, 'db'>, id: string): Promise<boolean> =>
	!!(await sessionOf(db, id)) || (await forgottenAmong(db, [id])).size > 0;

/** No tab that lives has it; false where nobody can tell. */
const isInNoTab = async ({ locks }: Pick<Ports, 'locks'>, id: string): Promise<boolean> =>
	locks.reach === 'every-tab' && !(await locks.isHeld(begunLock(id)));

/** The same of one with something in it; where nobody can tell, by how long nothing was written. */
async function isLeft({ scratch, locks, clock }: Ports, id: string): Promise<boolean> {
	if (locks.reach === 'every-tab') return isInNoTab({ locks }, id);
	const row = await unsentOf(scratch, id);
	return !!row && row.at < clock.now() - silence;
}
