import { doneOf } from '#flows/done.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { words } from '#ui/words/words.ts';
import { said } from '../said.ts';

/** Words of a conversation become a line of memory at once; that they did is said. */
export async function rememberNow(
	{ app, notices }: AppState,
	view: SessionView,
	text: string
): Promise<void> {
	const { rememberText } = await import('#flows/memory/memory-files.ts');
	const guest = view.session.kind === 'guest';
	const outcome = doneOf(await rememberText(app, { text, sessionId: view.id, guest }));
	said(notices, outcome, words.chat.remembered);
}
