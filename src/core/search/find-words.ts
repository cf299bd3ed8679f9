/** Where words stand in a text as somebody reads it: what a search has found is led to and marked. */

interface Place {
	/** In the text, characters. */
	readonly start: number;
	readonly end: number;
}

interface FoundWords {
	/** In the order of the text. */
	readonly places: readonly Place[];
	/** The first place in the stretch that says most of what was asked for, and of what stood beside it; undefined: there is none. */
	readonly best: Place | undefined;
}

/** As far as a stretch goes, characters; as long as a snippet of the search. */
const stretch = 240;

/** Without regard to case and to the kind of white space; every character keeps its place. */
const evenly = (text: string): string =>
	text.replace(/[^\S ]|\p{Lu}/gu, (sign) => {
		const small = sign.toLowerCase();
		return /\s/u.test(sign) ? ' ' : small.length === sign.length ? small : sign;
	});

/** A word as it may be written: an accent is part of its letter, or follows it (file names and texts of a Mac). */
const writings = (word: string): readonly string[] => [
	...new Set([word, word.normalize('NFC'), word.normalize('NFD')].map(evenly))
];

function* placesOf(text: string, word: string): Generator<Place> {
	if (word === '') return;
	for (const form of writings(word))
		for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
			yield { start: at, end: at + form.length };
}

const asTerm = (word: string): string => evenly(word.normalize('NFC'));

/** Find words, whole or as parts of others, whatever their case. `beside`: the text that was shown with them. */
export function findWords(
	text: string,
	words: readonly string[],
	beside: readonly string[] = []
): FoundWords {
	const even = evenly(text);
	const terms = words.map(asTerm);
	// Words of less than four letters stand everywhere and tell no place.
	const others = beside.flatMap((shown) => asTerm(shown).match(/[\p{L}\p{N}]{4,}/gu) ?? []);
	const all = [...new Set([...terms, ...others])]
		.flatMap((term) => [...placesOf(even, term)].map((place) => ({ ...place, term })))
		.sort((a, b) => a.start - b.start || b.end - a.end);
	const found = all.filter(({ term }) => terms.includes(term));
	const begin = fullest(all, stretch)?.start ?? 0;
	return { places: found, best: found.find(({ start }) => start >= begin) ?? found.at(-1) };
}

/** The first place of the stretch of at most `room` characters that holds most of the terms; undefined: no stretch holds any. */
export function fullest<One extends Place & { readonly term: string }>(
	places: readonly One[],
	room: number
): One | undefined {
	let best: One | undefined;
	let most = 0;
	places.forEach((first, at) => {
		const held = new Set<string>();
		for (let next = at; next < places.length; next++) {
			const other = places[next];
			if (!other || other.end > first.start + room) break;
			held.add(other.term);
		}
		if (held.size <= most) return;
		most = held.size;
		best = first;
	});
	return best;
}

/** How often some words stand in a text, whatever their case. */
export const countPlaces = (text: string, words: string): number =>
	[...placesOf(evenly(text), words)].length;

/** Whether all of some words stand in a text; where none were asked for, nothing does. */
export function standsIn(words: readonly string[], text: string): boolean {
	if (words.length === 0) return false;
	const even = evenly(text);
	return words.every((word) => word !== '' && writings(word).some((form) => even.includes(form)));
}
