import { expect, it, vi } from 'vitest';
import { OfferedCommands } from '#ui/chat/composer/offered-commands.svelte.ts';

/** The list of commands over the composer, as keys go through it. */

let text = $state('');
const type = (offered: OfferedCommands, words: string) => {
	text = words;
	offered.anew();
};

function opened(words: string) {
	const offered = new OfferedCommands(() => text);
	type(offered, words);
	const take = vi.fn();
	const press = (key: string, isUnfinished = true) =>
		offered.press(new KeyboardEvent('keydown', { key, cancelable: true }), { isUnfinished, take });
	return { offered, take, press };
}

it('is gone through with the arrows, past its end to its beginning', () => {
	const { offered, press } = opened('/re');
	const names = offered.all.map(({ name }) => name);
	expect(names.length).toBeGreaterThan(1);
	expect(press('ArrowUp')).toBe(true);
	expect(offered.active?.name).toBe(names.at(-1));
	press('ArrowDown');
	expect(offered.active?.name).toBe(names[0]);
});

it('begins with its first one again when something is typed', () => {
	const { offered, press } = opened('/re');
	press('ArrowDown');
	type(offered, '/res');
	type(offered, '/re');
	expect(offered.current).toBe(0);
});

it('takes with Tab, and with Enter only while nothing is complete', () => {
	const { offered, press, take } = opened('/re');
	expect(press('Enter', false)).toBe(false);
	expect(take).not.toHaveBeenCalled();
	press('Tab', false);
	press('Enter');
	expect(take.mock.calls).toEqual([[offered.active], [offered.active]]);
});

it('is put aside with Escape until something is typed, be it the same', () => {
	const { offered, press } = opened('/re');
	expect(press('Escape')).toBe(true);
	expect(offered.all).toEqual([]);
	expect(press('ArrowDown')).toBe(false);
	type(offered, '/r');
	type(offered, '/re');
	expect(offered.all).not.toEqual([]);
});
