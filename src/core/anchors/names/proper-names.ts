/** Finds names of people, places and things. */
import { isCommonWord, isFunctionWord } from '#core/anchors/names/common-words.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { beginsWithAmount, isOrder } from '#core/anchors/names/orders.ts';
import type { Mention } from '#core/anchors/passage.ts';
import { sentencesOf } from '#core/anchors/text/sentences.ts';

const capitalised =
	/(?<![\p{L}\p{N}_/.@#<-])\p{Lu}(?:[\p{L}\p{M}'’]{1,30}|\+\+|#)(?:-\p{Lu}[\p{L}\p{M}]+)*(?:[ \u00a0](?:(?:of|de|da|di|del|van|von|der|la|le|al|bin) )?\p{Lu}[\p{L}\p{M}'’]{1,30}(?:-\p{Lu}[\p{L}\p{M}]+)*){0,5}(?![\p{L}\p{N}_/])/gu;

const scripts =
	/[\u30a1-\u30fa\u30fc]{3,}(?:[・＝][\u30a1-\u30fa\u30fc]{2,})*|\p{Script=Han}{1,4}(?=先生|女士|小姐|老师|老師|教授|さん|様|氏|くん|ちゃん)|\p{Script=Hangul}{2,4}(?=씨|님|선생)/gu;

/** Marks of lists, headings, quotations and emphasis before the first word. */
const lead = /^[\s>*_#•–(¿¡-]*(?:\d{1,3}[.)][\s*_]*)?/u;
const heading = /^\s*#{1,6}\s/u;
/** A label: `Name:`, `**Name:**`, `**Name**:`. */
const labelEnd = /^[*_]{0,2}\s?[:：]/u;
/** The first word after a dash may have a capital like the first of a sentence. */
const afterDash = /\s[-–—]\s+$/u;
/** So may the first after a label or a sign, where the sentence goes on: “**Fix**: Keep it”, “✅ Added it”. */
const afterLabel = /(?:[:：\]][*_]{0,2}|[\p{Extended_Pictographic}\ufe0f])\s+$/u;
const goesOn = /^ (?!(?:and|or|to|is|was|has)\b)[\p{Ll}`]/u;

const isLoud = (word: string): boolean =>
	word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();

/** So many words in capitals throughout, one after the other, are a raised voice if one of them carries the sentence. */
const loudWords = 3;

function isShouting(sentence: string): boolean {
	let run = 0;
	let carries = false;
	for (const word of sentence.match(/[\p{L}\p{N}'’]+|[,;/|]/gu) ?? []) {
		run = isLoud(word) ? run + 1 : 0;
		carries = run > 0 && (carries || isFunctionWord(word));
		if (run >= loudWords && carries) return true;
	}
	return false;
}

/** Proper names: capitalised words inside a sentence; Katakana words; Han and Hangul names before a title. */
export function findProperNames(text: string): Mention[] {
	const found: Mention[] = [];
	for (const sentence of sentencesOf(text)) {
		const start = lead.exec(sentence.text)?.[0].length ?? 0;
		const isTitle = heading.test(text.slice(lineStart(text, sentence.offset)));
		const isLoudly = isShouting(sentence.text);
		for (const match of matchesOf(capitalised, sentence.text)) {
			const end = match.index + match[0].length;
			const before = sentence.text.slice(Math.max(0, match.index - 12), match.index);
			const rest = sentence.text.slice(end);
			const isFirst =
				match.index <= start ||
				afterDash.test(before) ||
				(afterLabel.test(before) && (goesOn.test(rest) || isOrder(match[0])));
			const named = labelEnd.test(rest)
				? loudIn(match[0])
				: namesIn(match[0], { isOrdered: beginsWithAmount(rest) });
			for (const { name, at } of named) {
				const word = !name.includes(' ');
				if (word && isLoud(name) ? isLoudly : word && isFirst && at === 0 && !name.includes('+'))
					continue;
				if (isTitle && !isLoud(name)) continue;
				if (isLoudly && name.split(' ').every(isLoud)) continue;
				found.push({ kind: 'name', text: name, offset: sentence.offset + match.index + at });
			}
		}
	}
	for (const match of matchesOf(scripts, text))
		found.push({ kind: 'name', text: match[0], offset: match.index });
	return found;
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** `Los Angeles`, `La Paz`: written with a capital before another, an article is part of the name. */
const isArticleOf = (words: readonly string[], at: number): boolean =>
	/^(?:Los|Las|La|Le|El)$/u.test(words[at] ?? '') && at + 1 < words.length;

/**
 * A run of capitalised words without those that only carry the sentence; “Flight Number” names nothing at all, and
 * nothing does an order before its amount (`isOrdered`): “Pay $90”, “Pay Anna $90”.
 */
function namesIn(
	run: string,
	{ isOrdered }: { readonly isOrdered: boolean }
): { readonly name: string; readonly at: number }[] {
	const words = run.split(/[ \u00a0]/u);
	const orders = (word: string): boolean => isOrdered && isOrder(word);
	const leads = (word: string): boolean => isFunctionWord(word) || orders(word);
	let from = 0;
	let to = words.length;
	while (from < to && leads(words[from] ?? '') && !isArticleOf(words, from)) from++;
	while (to > from && isFunctionWord(words[to - 1] ?? '')) to--;
	if (words.slice(from, to).every((word) => isCommonWord(word) || orders(word))) return [];
	const name = words
		.slice(from, to)
		.join(' ')
		.replace(/['’]s?$/u, '');
	if (name.length < 2) return [];
	const at = words.slice(0, from).join(' ').length + (from > 0 ? 1 : 0);
	return [{ name, at }];
}

/** Of a label only what is written in capitals throughout: `Reservation QX12:` is a label, what it tells apart is none. */
const loudIn = (run: string): { readonly name: string; readonly at: number }[] =>
	[...run.matchAll(/[\p{L}'’-]+/gu)]
		.filter(([word]) => isLoud(word) && !isCommonWord(word))
		.map((match) => ({ name: match[0], at: match.index }));
