import { textOf } from '#core/blocks.ts';
import type { LineOrigin } from '#core/memory.ts';
import { contentWords, isOwnWords } from '#core/own-words.ts';
import type { Summary } from '#core/summary.ts';
import type { Exchange } from '#core/turn.ts';

/** Whose words a line holds, judged by what stood in the prompt when it was written (DESIGN 3). */

/** `own`: the user's. Else the least trusted text that was in the prompt; the assistant's when there was none. */
export function originOfLine(
	line: string,
	seen: {
		/** Everything the user wrote in the session; imported turns are not theirs. */
		readonly written: ReadonlySet<string>;
		readonly taint: Exclude<LineOrigin, 'own' | 'assistant'> | null;
	}
): LineOrigin {
	if (isOwnWords(line, seen.written)) return 'own';
	return seen.taint ?? 'assistant';
}

/** Content words of what the user typed in these exchanges. */
export const writtenWords = (exchanges: readonly Exchange[]): ReadonlySet<string> =>
	contentWords(
		exchanges.filter(({ turn }) => turn.source === 'typed').map(({ turn }) => textOf(turn.asked))
	);

/** The least trusted text of a prompt: an import, the web, a tool. */
export function taintOf(
	exchanges: readonly Exchange[],
	summary: Pick<Summary, 'taint'> | null
): 'tool' | 'web' | 'import' | null {
	if (summary?.taint === 'import' || exchanges.some(({ turn }) => turn.source === 'import'))
		return 'import';
	if (summary?.taint === 'web') return 'web';
	const used = exchanges.some(({ steps }) => steps.some((step) => (step.results?.length ?? 0) > 0));
	return used || summary?.taint === 'tool' ? 'tool' : null;
}
