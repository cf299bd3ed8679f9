import { readingPens } from '#state/tab/reading-pens.svelte.ts';
import { linesUnderPen } from '#state/tab/under-pen.ts';

/**
 * The words being written in a line that is rejected go with it. Gives the way back: what was written since stays, and
 * where something was forgotten since they stay gone, for no forgetting finds them here.
 */
export function layWords(id: string): () => void {
	const text = linesUnderPen.get(id);
	const { forgotten } = readingPens;
	linesUnderPen.delete(id);
	return () => {
		if (text === undefined || forgotten !== readingPens.forgotten || linesUnderPen.has(id)) return;
		linesUnderPen.set(id, text);
	};
}
