import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { arriveAt, follow, soughtIn } from '#state/search/sought.svelte.ts';

/** For how long the words of a search are looked for. */

const hit = {
	turnId: 'a-turn',
	snippet: [
		{ text: 'The ', hit: false },
		{ text: 'keeper', hit: true }
	]
};

test('the words of a search are looked for where its link leads, until somebody goes elsewhere', () => {
	arriveAt('/search');
	follow(hit, '/chat/one#a-turn');
	expect(soughtIn('a-turn')?.words).toEqual(['keeper']);
	expect(soughtIn('another-turn')).toBeNull();
	arriveAt('/chat/one#a-turn');
	expect(soughtIn('a-turn')?.words).toEqual(['keeper']);
	arriveAt('/chat/one#another-turn');
	arriveAt('/chat/one#a-turn');
	expect(soughtIn('a-turn')).toBeNull();
});

test('what was found in the work of a step is looked for in the calls of that step, anything else in none', () => {
	follow({ ...hit, step: 7 }, '/chat/one#a-turn');
	expect(soughtIn('a-turn')).toMatchObject({ step: 7, beside: ['The '] });
	follow(hit, '/chat/one#a-turn');
	expect(soughtIn('a-turn')?.step).toBeNull();
});

test('a result that is followed again where one is leads there again', () => {
	follow(hit, '/chat/one#a-turn');
	arriveAt('/chat/one#a-turn');
	const first = soughtIn('a-turn');
	let arrivals = 0;
	const stop = $effect.root(() => {
		$effect(() => {
			arriveAt('/chat/two#another');
			arrivals += 1;
		});
	});
	flushSync();
	follow(hit, '/chat/one#a-turn');
	flushSync();
	// To wish for something is not to arrive: whoever watches the address is not called by it.
	expect(arrivals).toBe(1);
	expect(soughtIn('a-turn')).not.toBe(first);
	expect(soughtIn('a-turn')?.words).toEqual(['keeper']);
	stop();
});
