import { sessionForms } from '#core/export/session-forms.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionEntry } from '#state/session-list.ts';
import type { Entry } from '#ui/palette/palette-entry.ts';
import { words } from '#ui/words/all-words.ts';
import { lateSessionActs } from '../acts/late-session-acts.ts';

/** What the list at the side offers for a session, for the one on screen, found by name; `/reset` archives it. */
export function sessionEntries(
	keepsake: AppState,
	session: SessionEntry,
	ask: (what: 'rename' | 'move') => void
): readonly Entry[] {
	const place = words.sessions.named(session.title);
	const acts = lateSessionActs(keepsake, session.id);

	return [
		{
			id: 'rename',
			label: words.changedSessions.renameTitle,
			icon: 'edit' as const,
			asks: true,
			run: () => ask('rename')
		},
		{
			id: 'pin',
			label: session.pinned ? words.sessions.unpin : words.sessions.pin,
			icon: 'pin' as const,
			run: () => acts.pin([session], !session.pinned)
		},
		{
			id: 'move',
			label: words.sessions.moveTo,
			icon: 'folder' as const,
			asks: true,
			run: () => ask('move')
		},
		...sessionForms.map((as) => ({
			id: `export-${as}`,
			label: words.sessions.exportAs[as],
			icon: 'download' as const,
			run: () => acts.exportAs(session, as)
		})),
		{
			id: 'delete',
			label: words.sessions.delete,
			icon: 'trash' as const,
			run: () => acts.remove([session])
		}
	].map((entry) => ({ ...entry, place }));
}
