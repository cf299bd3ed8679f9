import { moveSessions, pinSessions } from '#flows/sessions/change-session.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionEntry } from '#state/session-list.ts';
import type { SessionListActions } from '#ui/sessions/session-list-actions.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { words } from '#ui/words/talk-words.ts';
import { exportSessionNow } from './export-now.ts';
import { changedBack, renameNow } from './rename-now.ts';
import { removeSessions } from './remove-sessions.ts';
import { resetNow } from './reset-now.ts';
import { said } from './said.ts';

const idsOf = (entries: readonly SessionEntry[]) => entries.map(({ id }) => id);

/** What can be done with sessions of the list at the side. `here`: the one on screen. */
export function sessionListActs(keepsake: AppState, here: string | null): SessionListActions {
	const { app, notices } = keepsake;

	async function move(entries: readonly SessionEntry[], folder: string | null) {
		const were = new Map(entries.map(({ id, folder: was }) => [id, { folder: was }]));
		const outcome = await moveSessions(app, idsOf(entries), folder);
		if (outcome.status === 'failed') return failureText(outcome.failure);
		const { moved, movedBack } = words.changedSessions;
		const back = changedBack(keepsake, { were }, movedBack, () => move(entries, folder));
		notices.say(moved({ count: entries.length, folder }), back);
		return null;
	}

	return {
		rename: ({ id }, title) => renameNow(keepsake, id, title),
		pin: async (entries, on) => said(notices, await pinSessions(app, idsOf(entries), on)),
		move,
		exportAs: (entry, as) => exportSessionNow(keepsake, entry.id, as),
		archive: ({ id }) => resetNow(keepsake, id, { isHere: id === here }),
		remove: (entries) => removeSessions(keepsake, entries, here)
	};
}
