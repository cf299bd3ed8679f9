/** Finds names of people, places and things. */
import { isCommonWord, isFunctionWord } from '#core/anchors/names/common-words.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { beginsWithAmount, isOrder } from '#core/anchors/names/orders.ts';
import { inPieces } from '#core/anchors/text/patterns.ts';
import type { Mention } from '#core/anchors/passage.ts';
import { sentencesOf, type Sentence } from '#core/anchors/text/sentences.ts';

/** `Anna`, `Jean-Luc Picard`, `Bank of Ireland`, `C++`. */
const capitalised = inPieces(
	'gu',
	String.raw`(?<![\p{L}\p{N}_/.@#<-])`,
	String.raw`\p{Lu}(?:[\p{L}\p{M}'’]{1,30}|\+\+|#)(?:-\p{Lu}[\p{L}\p{M}]+)*`,
	String.raw`(?:[ \u00a0](?:(?:of|de|da|di|del|van|von|der|la|le|al|bin) )?`,
	String.raw`\p{Lu}[\p{L}\p{M}'’]{1,30}(?:-\p{Lu}[\p{L}\p{M}]+)*){0,5}`,
	String.raw`(?![\p{L}\p{N}_/])`
);

/** Katakana words; Han and Hangul names before a title. */
const scripts = inPieces(
	'gu',
	String.raw`[\u30a1-\u30fa\u30fc]{3,}(?:[・＝][\u30a1-\u30fa\u30fc]{2,})*`,
	String.raw`|\p{Script=Han}{1,4}(?=先生|女士|小姐|老师|老師|教授|さん|様|氏|くん|ちゃん)`,
	String.raw`|\p{Script=Hangul}{2,4}(?=씨|님|선생)`
);

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

/** A sentence with what its looks tell of the words in it. */
interface Looks extends Sentence {
	/** Length of the marks before its first word. */
	readonly start: number;
	readonly isTitle: boolean;
	readonly isShouting: boolean;
}

/** Whether a run of capitalised words begins what is said, where a capital tells nothing. */
function isFirst({ text, start }: Looks, run: string, at: number): boolean {
	const before = text.slice(Math.max(0, at - 12), at);
	const rest = text.slice(at + run.length);
	return (
		at <= start ||
		afterDash.test(before) ||
		(afterLabel.test(before) && (goesOn.test(rest) || isOrder(run)))
	);
}

/** Whether a word or a run is written with a capital for another reason than that it names something. */
function isNoName(name: string, looks: Looks, { begins }: { readonly begins: boolean }): boolean {
	const isWord = !name.includes(' ');
	if (isWord && isLoud(name)) return looks.isShouting;
	if (isWord && begins && !name.includes('+')) return true;
	if (looks.isTitle && !isLoud(name)) return true;
	return looks.isShouting && name.split(' ').every(isLoud);
}

function namesOf(looks: Looks): Mention[] {
	const found: Mention[] = [];
	for (const { 0: run, index } of matchesOf(capitalised, looks.text)) {
		const rest = looks.text.slice(index + run.length);
		const named = labelEnd.test(rest)
			? loudIn(run)
			: namesIn(run, { isOrdered: beginsWithAmount(rest) });
		const first = isFirst(looks, run, index);
		for (const { name, at } of named)
			if (!isNoName(name, looks, { begins: first && at === 0 }))
				found.push({ kind: 'name', text: name, offset: looks.offset + index + at });
	}
	return found;
}

/** Proper names: capitalised words inside a sentence; Katakana words; Han and Hangul names before a title. */
export function findProperNames(text: string): Mention[] {
	const found = sentencesOf(text).flatMap((sentence) =>
		namesOf({
			...sentence,
			start: lead.exec(sentence.text)?.[0].length ?? 0,
			isTitle: heading.test(text.slice(lineStart(text, sentence.offset))),
			isShouting: isShouting(sentence.text)
		})
	);
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
