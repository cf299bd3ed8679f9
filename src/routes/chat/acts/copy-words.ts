import type { Notices } from '#state/notices.svelte.ts';
import { copyText } from '#ui/kit/clipboard.ts';
import { words } from '#ui/words/talk-words.ts';

/** Put words of the conversation on the clipboard, and say whether they are there. */
export async function copyWords(notices: Notices, text: string): Promise<void> {
	if (await copyText(text)) notices.say(words.messages.copied);
	else notices.warn(words.kit.copyFailed);
}
