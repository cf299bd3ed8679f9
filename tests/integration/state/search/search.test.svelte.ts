import { expect, test } from 'vitest';
import type { App } from '#flows/ports.ts';
import { Searching } from '#state/search/search.svelte.ts';
import { fixedClock } from '../../../support/builders/a-clock.ts';

/** What is asked of the workshop while somebody types. */

interface Asked {
	readonly query: string;
	readonly signal: AbortSignal;
	readonly answer: () => void;
}

function searchingWith(): { readonly searching: Searching; readonly asked: readonly Asked[] } {
	const asked: Asked[] = [];
	const run = (_: string, { query }: { readonly query: string }, signal: AbortSignal) =>
		new Promise((resolve) => {
			const answer = () => {
				resolve({ status: 'found', hits: [] });
			};
			asked.push({ query, signal, answer });
		});
	const app = { workshop: { run }, clock: fixedClock() } as unknown as App;
	return { searching: new Searching(app), asked };
}

test('every key is asked about at once; what came before it is stopped, and its answer not shown', async () => {
	const { searching, asked } = searchingWith();
	searching.type('qui');
	expect(asked.map(({ query }) => query)).toEqual(['qui']);
	searching.type('quin');
	expect(asked.map(({ query }) => query)).toEqual(['qui', 'quin']);
	expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
	asked[0]?.answer();
	await Promise.resolve();
	expect(searching.found).toBeNull();
	expect(searching.isAsking).toBe(true);
	asked[1]?.answer();
	await expect.poll(() => searching.found?.query).toBe('quin');
	expect(searching.isAsking).toBe(false);
});

test('an empty field asks nothing and shows nothing', async () => {
	const { searching, asked } = searchingWith();
	searching.type('quin');
	asked[0]?.answer();
	await expect.poll(() => searching.found?.query).toBe('quin');
	searching.type('  ');
	expect(searching.found).toBeNull();
	expect(asked).toHaveLength(1);
});
