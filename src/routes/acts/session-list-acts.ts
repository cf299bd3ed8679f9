import {
	changeBack,
	moveSessions,
	pinSessions,
	renameSession
} from '#flows/sessions/change-session.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionEntry } from '#state/session-list.svelte.ts';
import type { SessionListActions } from '#ui/sessions/session-list-actions.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { words } from '#ui/words/talk-words.ts';
import { exportSessionNow } from './export-now.ts';
import { removeSessions } from './remove-sessions.ts';
import { resetNow } from './reset-now.ts';
import { said } from './said.ts';

const idsOf = (entries: readonly SessionEntry[]) => entries.map(({ id }) => id);

/** What can be done with sessions of the list at the side. `here`: the one on screen. */
export function sessionListActs(keepsake: AppState, here: string | null): SessionListActions {
	const { app, notices } = keepsake;

	const back = (before: Parameters<typeof changeBack>[1]) => ({
		label: words.kit.undo,
		onpress: async () => {
			said(notices, await changeBack(app, before));
		}
	});

	return {
		rename: async (entry, title) => {
			const outcome = await renameSession(app, entry.id, title);
			if (outcome.status === 'failed') return failureText(outcome.failure);
			notices.say(words.changedSessions.renamed, back(outcome.before));
			return null;
		},
		pin: async (entries, on) => said(notices, await pinSessions(app, idsOf(entries), on)),
		move: async (entries, folder) => {
			const before = new Map(entries.map(({ id, folder: was }) => [id, { folder: was }]));
			const outcome = await moveSessions(app, idsOf(entries), folder);
			if (outcome.status === 'failed') return failureText(outcome.failure);
			notices.say(words.changedSessions.moved({ count: entries.length, folder }), back(before));
			return null;
		},
		exportAs: (entry, as) => exportSessionNow(keepsake, entry.id, as),
		archive: ({ id }) => resetNow(keepsake, id, { isHere: id === here }),
		remove: (entries) => removeSessions(keepsake, entries, here)
	};
}
