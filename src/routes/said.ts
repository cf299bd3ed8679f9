import type { Done } from '#flows/done.ts';
import type { Notice, Notices } from '#state/notices.svelte.ts';
import { failureText } from '#ui/words/failure-text.ts';

/** Say what an action came to: that it is done, if there is something to say, or why not. True when it is done. */
export function said(
	notices: Notices,
	outcome: Done,
	text?: string,
	action?: Notice['action'],
	more?: Notice['action']
): boolean {
	if (outcome.status === 'failed') notices.warn(failureText(outcome.failure));
	else if (text !== undefined) notices.say(text, action, more);
	return outcome.status === 'done';
}
