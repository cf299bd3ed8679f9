import { languageOf, type Language } from '#core/text/language.ts';
import { startOfText } from '#core/text/excerpt.ts';
import { textOf } from '#core/log/blocks.ts';
import type { Exchange } from '#core/log/turn.ts';

/** Enough to tell a language by. */
const sample = 4000;

/** The language of the newest messages of the user, wherever they were written. */
export const languageAsked = (exchanges: readonly Exchange[]): Language | null =>
	languageOf(
		exchanges
			.slice(-20)
			.map(({ turn }) => startOfText(textOf(turn.asked), sample))
			.join('\n')
			.slice(-sample)
	);
