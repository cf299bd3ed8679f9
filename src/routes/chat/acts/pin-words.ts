import type { Pin } from '#core/log/pin.ts';
import { whyNotSent } from '#flows/prompt/placed-pins.ts';
import type { Pinning } from '#flows/sessions/pin-text.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { Notice } from '#state/notices.svelte.ts';
import { words } from '#ui/words/talk-words.ts';
import { redo, said, undo } from '../../acts/said.ts';

type Keepsake = Pick<AppState, 'app' | 'notices'>;

/** What is said of a pin that stands: one that is put back as it was may be of a message left out since. */
export async function pinTold(
	{ app }: Pick<Keepsake, 'app'>,
	sessionId: string,
	isIt: (pin: Pin) => boolean
): Promise<string> {
	const why = await whyNotSent(app.db, sessionId, isIt);
	return why === null ? words.messages.pinned : words.pins.pinnedBut(words.pins.absent[why]);
}

/** Pin words or let them go, and say so with the ways back and again. */
export async function pinWords(
	keepsake: Keepsake,
	{
		sessionId,
		text,
		on,
		act,
		see
	}: Pick<Pin, 'sessionId' | 'text'> & {
		readonly on: boolean;
		readonly act: () => Promise<Pinning>;
		readonly see?: Notice['action'];
	}
): Promise<void> {
	const notices = keepsake.notices.of(sessionId);
	const tell = async (isOn: boolean) =>
		isOn ? pinTold(keepsake, sessionId, (pin) => pin.text === text) : words.messages.unpinned;
	const again = () => pinWords(keepsake, { sessionId, text, on, act, see });
	const { outcome, back } = await act();
	const way = back && undo(async () => said(notices, await back(), await tell(!on), redo(again)));
	said(notices, outcome, await tell(on), way ?? undefined, see);
}
