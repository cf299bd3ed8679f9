/** Cuts the telling part out of a found text and marks the words that were searched for. */
import { fullest } from '#core/search/find-words.ts';
import { cutMark, wordCut } from '#core/text/excerpt.ts';
import { cutTelling, cutTokens, filedAs, type Token } from '#core/search/words/tokens.ts';

interface Piece {
	readonly text: string;
	readonly marked: boolean;
}

const longest = 240;

/** Where a stretch from about `at` begins: with a whole word, and not behind `first`. */
function beginning(text: string, at: number, first: number): number {
	if (at <= 0) return 0;
	for (let back = at; back > Math.max(0, at - 20); back--)
		if (/\s/u.test(text[back - 1] ?? '')) return back;
	const ahead = text.slice(at, first).search(/\s/u);
	return ahead >= 0 ? at + ahead + 1 : wordCut(text, at);
}

/** How words are looked for in a text. */
interface Looking {
	/** The last word may be half typed. */
	readonly prefix?: boolean;
	/** Also looked for, as the index files it: what a search took a mistyped word for. */
	readonly terms?: readonly string[];
}

/** Where the words that were asked for stand in a text. */
function placesOf(text: string, query: string, { prefix, terms = [] }: Looking): Token[] {
	const asked = cutTelling(query.slice(0, 4000));
	const wanted = new Set(terms);
	for (const token of asked) if (!token.stop) for (const term of filedAs(token)) wanted.add(term);
	const half = prefix && !/\s$/u.test(query) ? asked.at(-1)?.word : undefined;
	return cutTokens(text).filter(
		(token) =>
			(half !== undefined && token.word.startsWith(half)) ||
			filedAs(token).some((term) => wanted.has(term))
	);
}

/** Pieces that join those before them where both are marked or neither is. */
function joined(parts: readonly Piece[]): Piece[] {
	const pieces: Piece[] = [];
	for (const part of parts) {
		if (part.text === '') continue;
		const last = pieces.at(-1);
		if (last?.marked === part.marked)
			pieces[pieces.length - 1] = { text: last.text + part.text, marked: part.marked };
		else pieces.push(part);
	}
	return pieces;
}

/**
 * Pieces of `text` around what `query` asks for, in order, with an ellipsis where text was left out.
 * At most about 240 characters. Without a match: the beginning. Total.
 */
export function snippet(text: string, query: string, looking: Looking = {}): Piece[] {
	const places = placesOf(text, query, looking);
	const first = fullest(places, longest - 60)?.start ?? 0;
	const start =
		text.length <= longest
			? 0
			: beginning(text, Math.min(first - 40, text.length - longest), first);
	const end = wordCut(text, start + longest);
	const parts: Piece[] = [];
	const add = (part: string, marked: boolean) => parts.push({ text: part, marked });
	if (start > 0) add('… ', false);
	let done = start;
	for (const place of places) {
		if (place.end <= done || place.end > end) continue;
		const from = Math.max(place.start, done);
		add(text.slice(done, from), false);
		add(text.slice(from, place.end), true);
		done = place.end;
	}
	add(text.slice(done, end), false);
	if (end < text.length) add(/\s/u.test(text[end - 1] ?? '') ? '…' : ' …', false);
	return joined(parts);
}

/** So much stands before the first of the words that were asked for, characters. */
const lead = 120;

/** The part of at most `room` characters that tells most of what `query` asks for, with marks where text was left out. */
export function tellingPart(text: string, query: string, room: number): string {
	if (text.length <= room) return text;
	const places = placesOf(text, query, {});
	const first = fullest(places, room - lead)?.start ?? 0;
	const start = beginning(text, Math.min(first - lead, text.length - room), first);
	const end = wordCut(text, start + room);
	const part = text.slice(start, end).trimEnd();
	return `${start > 0 ? `${cutMark} ` : ''}${part}${end < text.length ? ` ${cutMark}` : ''}`;
}
