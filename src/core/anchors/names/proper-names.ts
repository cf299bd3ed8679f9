/** Finds names of people, places and things. */
import { isLoud, isShouting, loudIn, namesIn } from '#core/anchors/names/capitals.ts';
import { beginsWithAmount, isOrder } from '#core/anchors/names/orders.ts';
import type { Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { inPieces } from '#core/anchors/text/patterns.ts';
import { sentencesOf, type Sentence } from '#core/anchors/text/sentences.ts';
import { isTableHead } from '#core/text/tables.ts';

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
/**
 * So may the first after a label or a sign, or in a cell of a table, where the sentence goes on: “**Fix**: Keep it”,
 * “✅ Added it”, “| Runs daily |”.
 */
const afterLabel = /(?:(?:[:：\]][*_]{0,2}|[\p{Extended_Pictographic}\ufe0f])\s+|\|\s*[*_]{0,2})$/u;
const goesOn = /^ (?!(?:and|or|to|is|was|has)\b)[\p{Ll}`]/u;

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
			isTitle: isTitle(text, sentence),
			isShouting: isShouting(sentence.text)
		})
	);
	for (const match of matchesOf(scripts, text))
		found.push({ kind: 'name', text: match[0], offset: match.index });
	return found;
}

/** Whether a sentence stands in a heading, or in the head of a table: most of their words have a capital. */
function isTitle(text: string, { offset }: Sentence): boolean {
	const [line = '', below] = linesFrom(text, text.lastIndexOf('\n', offset - 1) + 1);
	return heading.test(line) || isTableHead(line, below);
}

/** The line that begins there, and the one below it. */
function linesFrom(text: string, start: number): readonly string[] {
	const end = text.indexOf('\n', start);
	if (end < 0) return [text.slice(start)];
	const next = text.indexOf('\n', end + 1);
	return [text.slice(start, end), text.slice(end + 1, next < 0 ? undefined : next)];
}
