import type { Span } from '#core/asking/pasted.ts';
import { textOf } from '#core/log/blocks.ts';
import type { Turn } from '#core/log/turn.ts';

/** Which of the words of a turn are not for certain those of who asked it: what was pasted, and all of an import. */
export const foreignSpans = ({
	asked,
	pasted = [],
	source
}: Pick<Turn, 'asked' | 'pasted' | 'source'>): readonly Span[] => {
	const to = textOf(asked).length;
	return source === 'import' && to > 0 ? [{ from: 0, to }] : pasted;
};
