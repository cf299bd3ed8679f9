import type { Failure } from '#core/failure.ts';
import type { Voice, Ways } from '#state/notices.svelte.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { words } from '#ui/words/words.ts';

/** The button that takes back what a notice says was done. */
export const undo = (onpress: () => unknown) => ({ label: words.kit.undo, onpress });

/** The button that does again what a notice says was taken back. */
export const redo = (onpress: () => unknown) => ({ label: words.kit.redo, onpress });

/** Trying again would come to the same: what it was about is no more as it was. */
const isSettled = ({ kind }: Failure) => kind === 'changed-meanwhile' || kind === 'forgotten';

interface Outcome {
	readonly status: string;
	readonly failure?: Failure;
}

/** Say what an action came to: that it is done, if there is something to say, or why not. True when it is done. */
export function said(notices: Voice, { failure }: Outcome, text?: string, ...ways: Ways): boolean {
	if (failure) notices.warn(failureText(failure), { isFinal: isSettled(failure) });
	else if (text !== undefined) notices.say(text, ...ways);
	return !failure;
}

/**
 * Undo of an act that was done. What it takes back it says with `text`, and Redo does the act `again`: that says itself what
 * it came to, with the same way back.
 */
export const wayBack = (
	notices: Voice,
	act: {
		readonly back: () => Promise<Outcome>;
		readonly text: string;
		readonly again: () => unknown;
		/** It is taken back. */
		readonly then?: () => unknown;
	}
) =>
	undo(async () => {
		if (said(notices, await act.back(), act.text, redo(act.again))) await act.then?.();
	});
