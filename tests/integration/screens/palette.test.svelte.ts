import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Palette from '#ui/palette/Palette.svelte';
import { clear, show } from '../kit/kit-page.ts';

/** What the palette asks for while one types, and lets go of when it is closed. */

beforeEach(() => vi.useFakeTimers());
afterEach(async () => {
	await clear();
	vi.useRealTimers();
});

function opened() {
	const asked: { readonly query: string; readonly signal: AbortSignal }[] = [];
	show(Palette, {
		begun: '',
		commands: [],
		sessions: [],
		find: (query: string, signal: AbortSignal) => {
			asked.push({ query, signal });
			return new Promise<never>(() => undefined);
		},
		onall: () => undefined,
		onclose: () => undefined
	});
	return asked;
}

function type(words: string): void {
	const field = document.querySelector('input')!;
	field.value = words;
	field.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
}

it('asks at the first key, and nothing more once it is closed', async () => {
	const asked = opened();
	type('ferry');
	expect(asked).toMatchObject([{ query: 'ferry' }]);
	await clear();
	vi.runAllTimers();
	expect(asked).toHaveLength(1);
});

it('stops the question that is still open when it is closed, or when another one comes', async () => {
	const asked = opened();
	type('ferry');
	vi.runAllTimers();
	type('ferry to Naxos');
	expect(asked[0]?.signal.aborted).toBe(true);
	vi.runAllTimers();
	expect(asked.map(({ query, signal }) => [query, signal.aborted])).toEqual([
		['ferry', true],
		['ferry to Naxos', false]
	]);
	await clear();
	expect(asked[1]?.signal.aborted).toBe(true);
});
