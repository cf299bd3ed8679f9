import { languageOf, type Language } from '#core/text/language.ts';
import { startOfText } from '#core/text/excerpt.ts';
import { textOf } from '#core/log/blocks.ts';
import type { Exchange } from '#core/log/turn.ts';

/** Enough to tell a language by, characters. */
const sample = 20_000;

/** The language of the newest messages of the user, wherever they were written. */
export const languageAsked = (exchanges: readonly Exchange[]): Language | null =>
	languageOf(
		exchanges
			.map(({ turn }) => startOfText(textOf(turn.asked), sample))
			.join('\n')
			.slice(-sample)
	);

/** What the user writes in here, told by the newest words: what was imported was not typed here. */
export const languageTyped = (exchanges: readonly Exchange[]): Language | null =>
	languageAsked(exchanges.filter(({ turn }) => turn.source === 'typed'));
