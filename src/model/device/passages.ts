import { onlyDate, readDates } from '#core/search/dates.ts';
import { cutTelling, cutTokens, filedAs } from '#core/search/words/tokens.ts';
import { snippet } from '#core/search/snippet.ts';
import { isAskingWord } from '#core/search/words/stop-words.ts';
import { sentencesIn } from '#core/text/sentences.ts';
import { localDayOf } from '#core/time/stamp.ts';

/** Sentences that answer a question, chosen by the words they share with it. */

/** A text that may hold the answer. */
export interface Source {
	/** How the citation reads. */
	readonly label: string;
	/** Address inside the app, or null where there is none. */
	readonly link: string | null;
	readonly text: string;
	/** Higher stands first where sentences are equally good: 1 for the best hit, less for each after it. */
	readonly trust: number;
	/** Something of ours was taken out of it: that may be what it was found by. */
	readonly isCut?: true;
}

export interface DevicePassage {
	readonly quote: string;
	readonly source: Source;
	/** Share of the question's words that stand in it, 0–1. */
	readonly share: number;
	/** It may answer: one word of several is no answer, though its place may name another. */
	readonly mayAnswer: boolean;
}

/** Words that ask for a name, which an answer need not hold: “What is my cat called?” */
const naming = /^(?:called|heiß|heiss|appel|llama)/u;

/** Words of the question that can be looked for, as they may be filed; those of asking and telling only where there are no others. */
function termsOf(question: string): readonly (readonly string[])[] {
	const telling = cutTelling(question).filter((token) => !token.stop);
	const matter = telling.filter(({ word }) => !isAskingWord(word) && !naming.test(word));
	const words = matter.length > 0 ? matter : telling;
	return [...new Map(words.map((token) => [token.term, filedAs(token)])).values()];
}

/** Words that ask for whatever was said. */
const saying =
	/^(?:talk|discuss|chat|spoke|speak|happen|besproch|geredet|passiert|parl|habl|dis|dije)/u;

/** The local days a question asks about where it names nothing else: "What did we talk about on 3 March?" */
export function daysAskedFor(
	question: string,
	{ now, locale }: { readonly now: number | null; readonly locale: string }
): { readonly from: string; readonly to: string } | null {
	if (now === null) return null;
	const dates = readDates(question, now, { locale });
	const first = onlyDate(dates);
	const names = cutTokens(question).some(
		(token) =>
			!token.stop &&
			!isAskingWord(token.word) &&
			!saying.test(token.word) &&
			!dates.some((date) => token.start < date.end && date.start < token.end)
	);
	if (!first || names) return null;
	return { from: localDayOf(first.from, 'UTC'), to: localDayOf(first.to - 1, 'UTC') };
}

/** The words by which a question names days. */
export const datesIn = (question: string, now: number | null): string =>
	readDates(question, now ?? 0)
		.map(({ start, end }) => question.slice(start, end))
		.join(' ');

/** Whether a question names what it is about, or leans on the one before it ("And when?"). */
export const standsAlone = (question: string): boolean =>
	cutTokens(question).some((token) => !token.stop && !isAskingWord(token.word));

/** The best sentences of all sources, none twice, best first; the question itself (`except`) is none. */
export function bestPassages(
	question: string,
	sources: readonly Source[],
	{ most, except }: { readonly most: number; readonly except: string }
): readonly DevicePassage[] {
	const terms = termsOf(question);
	const asked = plain(except);
	const seen = new Set<string>();
	const found: { readonly passage: DevicePassage; readonly score: number }[] = [];
	for (const source of sources)
		for (const sentence of sentencesOf(source.text)) {
			const key = plain(sentence);
			if (key === '' || key === asked || seen.has(key)) continue;
			seen.add(key);
			const share = heldOf(terms, sentence) / terms.length;
			if (!(share > 0)) continue;
			// A question repeats the words without knowing the answer.
			const asks = /[?？]\s*$/.test(sentence) ? 0.4 : 1;
			const quote = shorten(sentence, question);
			const mayAnswer =
				share === 1 || (share >= 0.5 && heldOf(terms, `${source.label}\n${sentence}`) > 1);
			found.push({
				passage: { quote, source, share, mayAnswer },
				score: (share + 0.3 * source.trust) * asks
			});
		}
	found.sort((a, b) => b.score - a.score);
	const best = found[0]?.score ?? 0;
	return found
		.filter(({ score }) => score >= best * 0.5)
		.slice(0, most)
		.map(({ passage }) => passage);
}

function heldOf(terms: ReturnType<typeof termsOf>, text: string): number {
	const held = new Set(cutTokens(text).flatMap(filedAs));
	return terms.filter((forms) => forms.some((form) => held.has(form))).length;
}

/** Sentences and lines; marks of lists, headings and quotations taken off. */
export const sentencesOf = (text: string): readonly string[] =>
	sentencesIn(text)
		.map((line) => line.replace(/^\s*(?:[-*+>#]+|\d+[.)])\s+/, '').trim())
		.filter((line) => line !== '');

/** A quotation of readable length, around the words that were asked for. */
export const shorten = (sentence: string, question: string): string =>
	sentence.length <= 240
		? sentence
		: snippet(sentence, question)
				.map((piece) => piece.text)
				.join('');

/** Whether two texts have the same words: a question that is found again is no answer to itself. */
export const repeatsQuestion = (sentence: string, question: string): boolean =>
	plain(sentence) === plain(question);

/** The words of a text, without signs and case. */
export const plain = (text: string): string =>
	cutTokens(text)
		.map((token) => token.word)
		.join(' ');
