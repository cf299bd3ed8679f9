import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { search } from '#core/search/search.ts';
import { aSession, indexOf, someDocuments, someQuery } from './stories.ts';

const many = aSession(
	'many',
	Array.from({ length: 30 }, (_, at) => `The copper kettle and the lantern, day ${String(at)}.`)
);
const sessionsOf = (hits: readonly { readonly session: string }[]): string[] =>
	hits.map(({ session }) => session);

describe('behind the first ten hits', () => {
	test('other sessions come forward, and the rest of the first follows', () => {
		const index = indexOf(
			...many,
			...aSession('far', ['My violin.']),
			...aSession('one', ['A long story about a kettle that somebody once carried over the sea.'])
		);
		const found = sessionsOf(search(index, 'copper kettle violin', { k: 40 }));
		expect(found).toHaveLength(32);
		expect(found.indexOf('one')).toBe(10);
		expect(found.slice(11).every((session) => session === 'many')).toBe(true);
	});

	test('a session that says much of it here and there comes before one whose single hit is better', () => {
		const between = ['It rained.', 'It snowed.', 'The wind blew.'];
		const parts = ['A sailor.', 'A violin.', 'Some marble.', 'A window.', 'Some thunder.'];
		const index = indexOf(
			...aSession(
				'best',
				Array.from({ length: 14 }, () => 'Sailor, violin, marble and window!')
			),
			...aSession(
				'scattered',
				[...parts, ...parts, ...parts].flatMap((part) => [part, ...between])
			),
			...aSession('single', ['A thunder, a marble window.', ...between, ...between])
		);
		const found = search(index, 'sailor violin marble window thunder', { k: 40 });
		expect([...new Set(sessionsOf(found))]).toEqual(['best', 'scattered', 'single']);
	});

	test('what holds some of the words passes nothing that holds them all', () => {
		const index = indexOf(
			...many,
			...aSession('part', ['A kettle of iron.']),
			...aSession('all', ['It rains.', 'My copper kettle is old.'])
		);
		const found = sessionsOf(search(index, 'copper kettle', { k: 40 }));
		expect(found.slice(0, 31).filter((session) => session === 'many')).toHaveLength(30);
		expect(found.indexOf('all')).toBeLessThanOrEqual(10);
		expect(found.indexOf('part')).toBeGreaterThan(30);
	});

	test('nothing is lost: with and without a limit the same is found, the best first', () => {
		const alone = search(indexOf(...many), 'kettle', { k: 30 });
		expect(alone).toHaveLength(30);
		expect(alone.every(({ score }) => score > 0)).toBe(true);
		fc.assert(
			fc.property(someDocuments, someQuery, (documents, query) => {
				const index = indexOf(...documents);
				const few = search(index, query, { k: 10 });
				const all = search(index, query, { k: 40 });
				expect(all.slice(0, 10).map(({ id }) => id)).toEqual(few.map(({ id }) => id));
				const scores = all.map(({ score }) => score);
				expect(scores).toEqual(scores.toSorted((one, other) => other - one));
				expect(scores.every((score) => score > 0)).toBe(true);
			})
		);
	});
});
