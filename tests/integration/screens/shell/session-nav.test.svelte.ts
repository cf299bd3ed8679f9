import { flushSync } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import SessionNav from '#ui/sessions/SessionNav.svelte';
import { unseen } from '../../../support/never.ts';
import { clear, show } from '../../kit/kit-page.ts';

/** The list of sessions at the side, and the field that filters it. */

afterEach(clear);

const stays = () => Promise.resolve(null);
const entryOf = (title: string, at: number) => ({
	id: `s${String(at)}`,
	title,
	kind: 'main' as const,
	offRecord: false,
	pinned: false,
	folder: null,
	activeAt: 1
});

it('a filter can be taken off, however short the list has become meanwhile', () => {
	const titles = ['walk one', 'walk two', 'b', 'c', 'd', 'e', 'f', 'g'];
	const all = titles.map(entryOf);
	let entries = $state.raw<typeof all>(all);
	show(SessionNav, {
		get entries() {
			return entries;
		},
		currentId: null,
		actions: { rename: stays, pin: unseen, move: stays, exportAs: unseen, remove: unseen }
	});
	const field = () => document.querySelector<HTMLInputElement>('input[type=search]');
	const filter = (words: string) => {
		const input = field();
		if (input) input.value = words;
		input?.dispatchEvent(new Event('input', { bubbles: true }));
		flushSync();
		return document.querySelectorAll('nav a').length;
	};
	expect(filter('walk')).toBe(2);
	entries = all.slice(1);
	flushSync();
	expect(filter('')).toBe(7);
	expect(field()).toBeNull();
});
