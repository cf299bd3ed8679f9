/** Cuts scripts without spaces into pairs of signs, as nobody can tell their words without a dictionary. */
import { foldWord } from '#core/search/words/fold.ts';

const names = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Khmer', 'Lao', 'Myanmar', 'Hangul'];

export const scriptsWithoutSpaces = new RegExp(
	`[${names.map((name) => `\\p{Script=${name}}`).join('')}ー々〆]+`,
	'gu'
);

/**
 * One sign of a script without spaces: in Thai and Lao each mark, in Korean a syllable, which some systems write as its
 * two or three letters, elsewhere a letter with its marks.
 */
const sign =
	/[\u1100-\u115f\ua960-\ua97f][\u1160-\u11a7\ud7b0-\ud7c6][\u11a8-\u11ff\ud7cb-\ud7ff]?|[\u0e00-\u0eff]|\P{M}\p{M}*|\p{M}+/gu;

export const cutSigns = (text: string): string[] => text.match(sign) ?? [];

/** Two signs side by side, or one that stands alone; folded, with its place (UTF-16 offsets). */
interface Pair {
	readonly text: string;
	readonly from: number;
	readonly to: number;
	readonly signs: 1 | 2;
}

/** Overlapping pairs of signs; a combining sign stays with the sign it stands on. */
export function pairsIn(raw: string): Pair[] {
	const signs: { readonly text: string; readonly at: number; readonly end: number }[] = [];
	for (const found of raw.matchAll(sign)) {
		signs.push({ text: foldWord(found[0]), at: found.index, end: found.index + found[0].length });
	}
	const pairs: Pair[] = [];
	const last = Math.max(1, signs.length - 1);
	for (let at = 0; at < last; at++) {
		const first = signs[at];
		if (!first) break;
		const second = signs[at + 1];
		pairs.push({
			text: first.text + (second?.text ?? ''),
			from: first.at,
			to: (second ?? first).end,
			signs: second ? 2 : 1
		});
	}
	return pairs;
}
