import { extractAnchors } from '#core/anchors/extract.ts';
import type { AnchorKind } from '#core/anchors/passage.ts';
import { filedWords, namesOfFiles } from '#core/asking/attached.ts';
import { level } from '#core/forgetting/quotes.ts';
import { textOf, textOfResult } from '#core/log/blocks.ts';
import { showingCalls } from '#core/log/own-tools.ts';
import { callsOf, type Exchange, type Step } from '#core/log/turn.ts';
import { onDevice } from '#core/models/model-card.ts';
import { cutTelling } from '#core/search/words/tokens.ts';
import { wordStart } from '#core/text/excerpt.ts';

/**
 * What tells of a forgotten text where nobody keeps a link to it: in the summaries that cover it, and in what a job
 * of the same session left behind. Words alone prove nothing anywhere else (docs/decisions: forgetting).
 */

/** Shorter passages stand in too many texts to tell where they come from, in signs of an alphabet. */
const shortest = 12;
/** A sign of a script without spaces says as much as so many letters. */
const signWorth = 3;
/** A copy may be cut off: so much of a passage is looked for, characters. */
const longest = 80;
/** So much of what stands before a passage is shown with it, characters. */
const lead = 40;
/** Of a long text, this many passages are enough to know it. */
const most = 300;

const signs =
	/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Khmer}]/gu;

/** Whether a text is long enough to be known again, whatever its script. */
const isTelling = (text: string): boolean =>
	text.length + (signWorth - 1) * (text.match(signs)?.length ?? 0) >= shortest;

/** All strings inside of plain data, however deep. */
export function stringsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
	return Object.values(value).flatMap(stringsIn);
}

/**
 * What people and models said in some exchanges, and the words and names of files that came along. What a tool gave, and
 * what is packed in images and PDFs, is never a sign: others have the same. An answer on this device only quotes.
 */
export const saidIn = (exchanges: readonly Exchange[]): string[] =>
	exchanges
		.flatMap(({ turn, steps }) => [
			textOf(turn.asked),
			...filedWords(turn.asked),
			...namesOfFiles(turn.asked),
			...steps.filter(({ model }) => model !== onDevice).map((step) => textOf(step.content))
		])
		.filter((text) => text !== '');

/**
 * What tools were asked and have answered. What our own show of memory and of earlier turns is a quotation: no second
 * saying, nor does a summary have its words from there (INV-36).
 */
function toldByTools(step: Step): string[] {
	const calls = callsOf(step);
	const quoting = showingCalls(calls);
	const results = (step.results ?? []).filter(({ tool_use_id: id }) => !quoting.has(id));
	return [...calls.flatMap(({ input }) => stringsIn(input)), ...results.map(textOfResult)];
}

/** Everything that was said in some exchanges, by tools too: what is there as well is no sign of another. */
export const standsIn = (exchanges: readonly Exchange[]): string[] => [
	...saidIn(exchanges),
	...exchanges.flatMap(({ steps }) => steps.flatMap(toldByTools))
];

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+|(?<=[。！？])\s*|\n+/u);

/** Passages by which a text is known; of very short texts none. */
export function passagesOf(texts: readonly string[]): readonly string[] {
	const found = new Set<string>();
	for (const text of texts)
		for (const sentence of sentencesOf(text)) {
			const passage = level(sentence).slice(0, longest).trim();
			if (isTelling(passage)) found.add(passage);
		}
	return [...found].sort((a, b) => b.length - a.length).slice(0, most);
}

/** Whether one of the texts holds one of the passages. */
export function holdsAny(texts: readonly string[], passages: readonly string[]): boolean {
	if (passages.length === 0) return false;
	return texts.some((text) => {
		const levelled = level(text);
		return passages.some((passage) => levelled.includes(passage));
	});
}

/**
 * The first sentence that holds one of the passages, as it is written there; where none does by itself, the text from a
 * little before the first of them. Empty where none is in the texts.
 */
export function sentenceWith(texts: readonly string[], passages: readonly string[]): string {
	const sentence = texts.flatMap(sentencesOf).find((one) => holdsAny([one], passages));
	if (sentence !== undefined) return sentence.trim();
	for (const text of texts.map(level)) {
		const places = passages.map((passage) => text.indexOf(passage)).filter((at) => at >= 0);
		if (places.length > 0) return text.slice(wordStart(text, Math.min(...places) - lead)).trim();
	}
	return '';
}

/** Words that tell something; a single letter or digit stands in too many texts. */
const telling = (text: string) =>
	cutTelling(text).filter(({ stop, word, signs }) => !stop && (signs === 2 || word.length > 2));

/** Those passages that stand in none of the other texts: what was said twice is no sign of either place. */
export function ownPassages(
	passages: readonly string[],
	others: readonly string[]
): readonly string[] {
	const rest = level(others.join('\n'));
	return passages.filter((passage) => !rest.includes(passage));
}

/** Kinds of things that are named and not merely said: by these a summary is known to tell of them. */
const named: ReadonlySet<AnchorKind> = new Set<AnchorKind>([
	'url',
	'path',
	'file',
	'hash',
	'uuid',
	'id',
	'code',
	'quantity',
	'money',
	'date',
	'time',
	'name'
]);

/** Names, figures, paths and the like that the texts name and none of the others holds. */
export function ownNames(texts: readonly string[], others: readonly string[]): readonly string[] {
	const passages = texts.map((text, at) => ({ key: String(at), by: 'user' as const, text }));
	const rest = others.join('\n').toLowerCase();
	return extractAnchors(passages)
		.filter(({ kind, text }) => named.has(kind) && !rest.includes(text.toLowerCase()))
		.map(({ text }) => text);
}

const inWord = /[\p{L}\p{N}\p{M}_]/u;

/** Whether a text holds a name as a whole: `Ann` does not stand in `Annual`. */
function holdsName(text: string, name: string): boolean {
	for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
		const before = text[at - 1] ?? '';
		const after = text[at + name.length] ?? '';
		const begins = !inWord.test(before) || !inWord.test(name[0] ?? '');
		const ends = !inWord.test(after) || !inWord.test(name.at(-1) ?? '');
		if (begins && ends) return true;
	}
	return false;
}

/** By what a text is known to tell of something. */
export interface Traces {
	/** Words, see `ownTerms`: only where somebody looks at what they find. */
	readonly terms: ReadonlySet<string>;
	/** See `ownNames`. */
	readonly names: readonly string[];
	/** See `passagesOf`. */
	readonly passages: readonly string[];
}

/** Whether a text tells of something: holds a word, a name or a sentence that only that can have said. */
export const tells = ({ terms, names, passages }: Traces, text: string): boolean =>
	text !== '' &&
	(tracesIn(text, terms).length > 0 ||
		names.some((name) => holdsName(text, name)) ||
		holdsAny([text], passages));

/** Words of the texts that stand in none of the others. */
export function ownTerms(texts: readonly string[], others: readonly string[]): ReadonlySet<string> {
	const own = new Set(texts.flatMap((text) => telling(text).map(({ term }) => term)));
	for (const other of others) for (const { term } of telling(other)) own.delete(term);
	return own;
}

/** The words of a text that only the forgotten can have told, as they are written there. */
export function tracesIn(text: string, terms: ReadonlySet<string>): readonly string[] {
	const found = new Set<string>();
	for (const { term, start, end } of telling(text))
		if (terms.has(term)) found.add(text.slice(start, end));
	return [...found];
}

/** A text without the lines, or in long lines the sentences, that tell of it. */
export function cutTraces(text: string, traces: Traces): string {
	const isHit = (part: string): boolean => tells(traces, part);
	if (!isHit(text)) return text;
	const kept: string[] = [];
	for (const line of text.split('\n')) {
		if (!isHit(line)) {
			kept.push(line);
			continue;
		}
		const sentences = line.split(/(?<=[.!?。！？;；])\s+/u);
		const rest = sentences.filter((sentence) => !isHit(sentence)).join(' ');
		// A mark of a list alone says nothing.
		if (/[\p{L}\p{N}]/u.test(rest) && sentences.length > 1) kept.push(rest);
	}
	const left = kept.join('\n');
	// What is told across a line end is found only now.
	return isHit(left) ? '' : left;
}

/** An anchor list without the items that tell of it: `Heading: a b c`, or parted by semicolons. */
export const cutAnchors = (text: string, traces: Traces): string =>
	text
		.split('\n')
		.flatMap((line) => {
			if (!tells(traces, line)) return [line];
			const colon = line.indexOf(': ');
			if (colon < 0) return [];
			const between = line.includes('; ') ? '; ' : ' ';
			const items = line.slice(colon + 2).split(between);
			const kept = items.filter((item) => !tells(traces, item));
			const left = kept.join(between);
			// Parted by spaces, a name of two words falls apart, and neither half tells: the whole line goes then.
			return left === '' || tells(traces, left) ? [] : [`${line.slice(0, colon)}: ${left}`];
		})
		.join('\n');
