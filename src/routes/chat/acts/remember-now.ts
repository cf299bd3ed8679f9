import { goto } from '$app/navigation';
import { rememberText } from '#flows/memory/memory-files.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { words } from '#ui/words/all-words.ts';
import { writeBack } from '../../acts/memory-again.ts';

/** Words that somebody wants remembered. */
interface Remembered {
	readonly text: string;
	/** The turn they stand in; null: they were written for this. */
	readonly turnId: string | null;
}

/** Words of a conversation become a line of memory at once; that they did is said, with the way back and to the file. `compose`: go on in the composer. */
export async function rememberNow(
	keepsake: AppState,
	view: SessionView,
	{ text, turnId }: Remembered,
	compose: () => void
): Promise<void> {
	const { app, notices } = keepsake;
	if (turnId !== null && isOffRecord(view, turnId)) {
		notices.say(words.memory.notRemembered);
		return;
	}
	const guest = view.session.kind === 'guest';
	const stored = await rememberText(app, { text, turnId, sessionId: view.id, guest });
	if (stored.status === 'failed') {
		// An answer is hardly ever a line; what somebody is writing is not to become one.
		if (stored.failure.kind === 'line-too-long' && turnId !== null && view.unsent.text === '') {
			notices.say(failureText(stored.failure), {
				label: words.memory.writeLine,
				onpress: () => {
					notices.dismiss();
					if (view.unsent.text === '') view.unsent.putBefore({ text: '/remember ', pasted: [] });
					compose();
				}
			});
			return;
		}
		notices.warn(failureText(stored.failure));
		// What was typed for this stands nowhere else.
		if (turnId === null) view.unsent.putBefore({ text: `/remember ${text}`, pasted: [] });
		return;
	}
	const { path } = stored;
	const open = { label: words.memory.open(path), onpress: () => goto(`/memory/${path}`) };
	if (stored.status === 'known') {
		notices.say(words.desk.known, open);
		return;
	}
	const { revisionId } = stored;
	const texts = { undone: words.memory.notAny(path), redone: words.memory.remembered };
	const back = writeBack(keepsake, { sessionId: view.id, path, revisionId }, texts);
	notices.say(words.memory.remembered, back, open);
}

const isOffRecord = ({ session, marks }: SessionView, turnId: string): boolean =>
	session.offRecord || (marks[turnId]?.some(({ kind }) => kind === 'off-record') ?? false);
