import { describe, expect, test } from 'vitest';
import { search } from '#core/search/search.ts';
import { snippet } from '#core/search/snippet.ts';
import { irregularForms } from '#core/search/words/irregular-forms.ts';
import { isStopWord } from '#core/search/words/stop-words.ts';
import { aSession, indexOf } from '../stories.ts';

/** What is found while a word is typed, by ids. */
const found = (index: ReturnType<typeof indexOf>, query: string): string[] =>
	search(index, query, { prefix: true, holding: true }).map(({ id }) => id);

/** The beginnings of a word by which it is not found where it is all that begins so. */
function lostOf(word: string): string[] {
	const index = indexOf(...aSession('a', [`The wombat, ${word}.`]));
	return Array.from(word, (_, at) => word.slice(0, at + 1)).filter(
		(half) => found(index, half).length === 0
	);
}

describe('a word that is typed letter by letter', () => {
	test.each([
		...['planning', 'running', 'stopped', 'happiest', 'happily', 'generously', 'studies', 'boxes'],
		...['decisions', 'organisation', 'optimizations', 'configuration', 'relational', 'statements'],
		...['happinesses', 'hopeful', 'capabilities', 'visibility', 'formalities', 'continuousness'],
		...['persuasiveness', 'performances', 'references', 'communities', 'relationships', 'creators']
	])('is found all the way: %s', (word) => {
		expect(lostOf(word)).toEqual([]);
	});

	test('is found all the way where it is filed as another: "mother" is a mum', () => {
		const forms = irregularForms
			.flatMap((line) => line.split('; '))
			.flatMap((row) => row.split(' '))
			.filter((form) => !isStopWord(form) && !/^\d[a-z]/.test(form));
		expect(forms.length).toBeGreaterThan(500);
		expect(forms.flatMap(lostOf)).toEqual([]);
	});

	test('comes after what begins so as it was written', () => {
		const index = indexOf(
			...aSession('a', ['We planned it.']),
			...aSession('b', ['There is a plannigale, and it is not for me but for you.'])
		);
		expect(found(index, 'planni')).toEqual(['b/0', 'a/0']);
		expect(found(index, 'plannin')).toEqual(['a/0']);
	});

	test('does not find what merely means the same where somebody wrote what was typed as it stands', () => {
		const index = indexOf(
			...aSession('a', ['My dad called.']),
			...aSession('b', ['The fat is in the pan.'])
		);
		expect(found(index, 'fat')).toEqual(['b/0']);
		expect(found(index, 'fath')).toEqual(['a/0']);
		expect(found(index, 'da')).toEqual(['a/0']);
	});

	test('is looked for beside what was typed as it stands, and behind it', () => {
		const index = indexOf(
			...aSession('a', ['My father and their fathers and a father: fatal.']),
			...aSession('b', ['The fat is in the pan, and the pan is upon the stove in the kitchen.']),
			...aSession('c', ['My dad called.'])
		);
		expect(found(index, 'fat')).toEqual(['b/0', 'a/0']);
		expect(found(index, 'father').toSorted()).toEqual(['a/0', 'c/0']);
	});

	test('comes behind the whole word however much it says, and with other words where they put it', () => {
		const index = indexOf(
			...aSession('a', ['Category, categories, category.']),
			...aSession('b', [
				'A cat sat beside the long wall of the old garden and looked at us for hours.'
			]),
			...aSession('c', ['A red category.'])
		);
		expect(found(index, 'cat')[0]).toBe('b/0');
		expect(found(index, 'cat')).toHaveLength(3);
		expect(found(index, 'red cat')[0]).toBe('c/0');
	});

	test('by one letter or two is looked for only where nothing else begins so', () => {
		const index = indexOf(...aSession('a', ['My mum called.']), ...aSession('b', ['A molehill.']));
		expect(found(index, 'mo')).toEqual(['b/0']);
		expect(found(index, 'mot')).toEqual(['a/0']);
	});

	test('is not taken for a finished one, nor when another follows it', () => {
		const index = indexOf(...aSession('a', ['My mother plans it.']));
		expect(search(index, 'moth')).toEqual([]);
		expect(found(index, 'moth ')).toEqual([]);
		expect(found(index, 'planni of the wombat')).toEqual([]);
	});

	test('is marked in the passage, whichever word stands for it', () => {
		const told = ['My mother is there.', 'Mum is there.'];
		const hits = search(indexOf(...aSession('a', told)), 'moth', { prefix: true });
		const marked = told.map((text) =>
			snippet(text, 'moth', { prefix: true, terms: hits[0]?.terms ?? [] })
				.filter((piece) => piece.marked)
				.map((piece) => piece.text)
		);
		expect(marked).toEqual([['mother'], ['Mum']]);
	});
});
