/** Cuts a text into sentences. */
import { matchesOf } from '#core/anchors/text/matches.ts';
import { inPieces } from '#core/anchors/text/patterns.ts';

export interface Sentence {
	readonly text: string;
	readonly offset: number;
	readonly asks: boolean;
}

/** Libraries whose short names are no words: what follows their point belongs to them. */
export const modules = [
	'os|sys|re|json|pathlib|datetime|typing|asyncio|subprocess|functools|itertools|urllib|httpx|unittest',
	'git|np|pd|plt|nn|tf|fmt|fs|cls|self'
].join('|');

const ends = inPieces(
	'gu',
	// A mark before a space or a line's end.
	String.raw`[.!?…]+["'”’»)\]*]*(?=\s|$)`,
	// A point without a space, between a word and a sentence.
	String.raw`|\.(?<=\s(?:[a-z]{2,}|\d+)\.)(?=[A-Z][a-z]* [a-z])(?<!\s(?:${modules})\.)`,
	// Marks of other scripts, and lines.
	String.raw`|[。！？؟।]+["'”’」』]*|\n+`
);

/** A point after one of these ends no sentence. */
const shortened = inPieces(
	'iu',
	String.raw`(?:^|[\s([])(?:`,
	String.raw`e\.g|i\.e|etc|vs|cf|approx|mr|mrs|ms|dr|prof|st|no|nr`,
	String.raw`|z\.\s?b|d\.\s?h|bzw|ca|p\.\s?ex|p\.\s?ej|r\.\s?g`,
	String.raw`)\.$`
);
/** `1.` at the start of a line numbers what follows. */
const numbering = /^\s*\d{1,3}\.$/u;

/** Sentences of a text with their offsets; a line end closes one too. */
export function sentencesOf(text: string): Sentence[] {
	const found: Sentence[] = [];
	let start = 0;
	const close = (end: number): void => {
		const raw = text.slice(start, end);
		const lead = raw.length - raw.trimStart().length;
		const sentence = raw.trim();
		if (sentence !== '')
			found.push({
				text: sentence,
				offset: start + lead,
				asks: /[?？؟]["'”’」』»)\]*]*$/u.test(sentence)
			});
		start = end;
	};
	for (const match of matchesOf(ends, text)) {
		const end = match.index + match[0].length;
		// “...” goes on where a small letter follows, and so does what is quoted.
		if (/^(?:\.{2,}|…)$|^[!?]["”»]$/u.test(match[0]) && /^ +\p{Ll}/u.test(text.slice(end, end + 3)))
			continue;
		if (match[0] === '.') {
			const before = text.slice(Math.max(start, end - 8), end);
			if (shortened.test(before) || numbering.test(text.slice(start, end))) continue;
		}
		close(end);
	}
	close(text.length);
	return found;
}
