import type { Failure } from '#core/failure.ts';
import type { Notices, Ways } from '#state/notices.svelte.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { words } from '#ui/words/words.ts';

/** The button that takes back what a notice says was done. */
export const undo = (onpress: () => unknown) => ({ label: words.kit.undo, onpress });

/** Trying again would come to the same: what it was about is no more as it was. */
const isSettled = ({ kind }: Failure) => kind === 'changed-meanwhile' || kind === 'forgotten';

/** Say what an action came to: that it is done, if there is something to say, or why not. True when it is done. */
export function said(
	notices: Notices,
	{ failure }: { readonly status: string; readonly failure?: Failure },
	text?: string,
	...ways: Ways
): boolean {
	if (failure) notices.warn(failureText(failure), { isFinal: isSettled(failure) });
	else if (text !== undefined) notices.say(text, ...ways);
	return !failure;
}
