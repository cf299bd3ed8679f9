import { isLeftOpen, type Step } from '#core/log/turn.ts';

const notes = {
	interrupted: '[Interrupted]',
	stopped: '[Stopped]',
	'cut-off': '[Cut off]',
	failed: '[Failed]'
} as const;

/** What a file to read says behind an answer that is not whole, as the screen does; empty where it is. */
export function brokenEnd(
	last: Pick<Step, 'content' | 'state' | 'failure'> | undefined
): '' | (typeof notes)[keyof typeof notes] {
	if (!last) return '';
	const { state, failure } = last;
	if (state === 'complete') return isLeftOpen(last) ? notes.interrupted : '';
	const brokeOff = failure?.kind === 'interrupted' || failure?.kind === 'silent';
	return notes[state === 'failed' && brokeOff ? 'interrupted' : state];
}

/** Words as they stood before such a note. */
export function withoutBrokenEnd(words: string): string {
	const note = Object.values(notes).find((one) => words.endsWith(`\n\n${one}`));
	return note === undefined ? words : words.slice(0, -note.length).trimEnd();
}
