import { describe, expect, test } from 'vitest';
import { relatedTerms } from '#core/search/terms/related-words.ts';
import { removeDocument } from '#core/search/search-index.ts';
import { search } from '#core/search/search.ts';
import { stemWord } from '#core/search/words/stem.ts';
import { aSession, indexOf } from '../stories.ts';

const idsOf = (hits: readonly { readonly id: string }[]): string[] => hits.map(({ id }) => id);

/** Turns that have nothing to do with what is asked. */
const filler = Array.from({ length: 60 }, (_, at) =>
	aSession(`filler${String(at)}`, [`The tram was late again, number ${String(at)} of the month.`])
).flat();

describe('what may be meant by a word', () => {
	test('finds what says it in another word, though no one wrote the one asked for', () => {
		const index = indexOf(...filler, ...aSession('m', ['My violin needs new strings.']));
		expect(idsOf(search(index, 'which instrument does she play'))).toEqual(['m/0']);
	});

	test('is no hit of the word itself: it comes after it, is not marked, and fails a search for holders', () => {
		const index = indexOf(
			...filler,
			...aSession('a', ['The puppy, the puppy, and again the puppy!']),
			...aSession('b', [
				'Somebody in the street mentioned a dog while all of us were waiting there.'
			])
		);
		const hits = search(index, 'dog');
		expect(idsOf(hits)).toEqual(['b/0', 'a/0']);
		expect(hits[0]?.terms).toEqual(['dog']);
		expect(idsOf(search(index, 'dog', { holding: true }))).toEqual(['b/0']);
		expect(idsOf(search(index, '"dog"'))).toEqual(['b/0']);
	});

	test('goes from the kind to what is of it, not back', () => {
		const index = indexOf(...filler, ...aSession('m', ['She bought an instrument.']));
		expect(idsOf(search(index, 'instrument'))).toEqual(['m/0']);
		expect(search(index, 'violin')).toEqual([]);
	});

	test('is not looked for behind a name, nor behind a word that is still being typed', () => {
		const painter = aSession('m', ['A painting hangs there.']);
		const art = aSession('n', ['Good morning.'], { speaker: 'Art' });
		expect(idsOf(search(indexOf(...filler, ...painter), 'art'))).toEqual(['m/0']);
		expect(idsOf(search(indexOf(...filler, ...painter, ...art), 'art'))).not.toContain('m/0');
		expect(search(indexOf(...filler, ...painter), 'art', { prefix: true })).toEqual([]);
	});

	test('is left out where it stands everywhere, counted over what is still there', () => {
		const cats = Array.from({ length: 5 }, (_, at) =>
			aSession(`cats${String(at)}`, [`The cat slept, ${String(at)} hours.`])
		).flat();
		const index = indexOf(...filler, ...cats);
		expect(search(index, 'pet')).toEqual([]);
		for (const { id } of cats.slice(1)) removeDocument(index, id);
		expect(idsOf(search(index, 'pet'))).toEqual(['cats0/0']);
	});

	test('is told by stems, so that any form of a word leads to any form of another', () => {
		for (const form of ['child', 'children']) {
			expect(relatedTerms(stemWord(form))).toContain(stemWord('toddlers'));
		}
		expect(relatedTerms('zeppelin').size).toBe(0);
		expect(relatedTerms(stemWord('dog'))).not.toContain(stemWord('dog'));
	});
});
