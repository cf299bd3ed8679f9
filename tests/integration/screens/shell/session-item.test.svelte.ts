import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import FolderDialog from '#ui/sessions/FolderDialog.svelte';
import SessionItem from '#ui/sessions/SessionItem.svelte';
import { eventually } from '../../../support/eventually.ts';
import { all, clear, click, press, show } from '../../kit/kit-page.ts';

/** Names that are typed for a session or a folder, and cannot be stored. */

afterEach(clear);

const entry = {
	id: 's1',
	title: 'Bread',
	kind: 'main',
	offRecord: false,
	pinned: false,
	folder: null,
	activeAt: 0
} as const;
const noRoom = 'There is no room.';

const field = () => document.querySelector<HTMLInputElement>('input');
const said = () => document.querySelector('[role=alert]')?.textContent;

function type(text: string) {
	const input = field()!;
	input.value = text;
	input.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
}

function renaming(rename: () => Promise<string | null>) {
	show(SessionItem, {
		entry,
		current: false,
		indented: false,
		timed: false,
		actions: { rename } as never,
		onmove: () => undefined,
		chosen: null,
		onchoose: () => undefined
	});
	click(document.querySelector('button'));
	click(all('menuitem').find((one) => one.textContent.trim() === 'Rename'));
	flushSync();
}

it('what is typed right behind Rename is in the title: its field is there, all of it selected', () => {
	renaming(() => Promise.resolve(null));
	expect(document.activeElement).toBe(field());
	expect([field()?.selectionStart, field()?.selectionEnd]).toEqual([0, entry.title.length]);
});

it('a title that cannot be stored stays in its field, which says why, and is stored when that can be done', async () => {
	const rename = vi.fn<() => Promise<string | null>>().mockResolvedValueOnce(noRoom);
	rename.mockResolvedValue(null);
	renaming(rename);
	type('Bread with seeds');
	press(field(), 'Enter');
	field()?.dispatchEvent(new FocusEvent('blur'));
	await eventually(() => {
		flushSync();
		expect(said()).toBe(noRoom);
	});
	expect(field()?.value).toBe('Bread with seeds');
	expect(rename).toHaveBeenCalledOnce();
	press(field(), 'Enter');
	await eventually(() => {
		flushSync();
		expect(field()).toBeNull();
	});
	expect(rename).toHaveBeenLastCalledWith(entry, 'Bread with seeds');
});

it('a title that cannot be stored is given up with Esc', async () => {
	renaming(() => Promise.resolve(noRoom));
	type('Bread with seeds');
	field()?.dispatchEvent(new FocusEvent('blur'));
	await eventually(() => {
		flushSync();
		expect(said()).toBe(noRoom);
	});
	press(field(), 'Escape');
	await eventually(() => {
		flushSync();
		expect(field()).toBeNull();
	});
});

it('the name of a folder stays where it was typed when sessions cannot be moved there', async () => {
	const onclose = vi.fn();
	const onmove = vi.fn<() => Promise<string | null>>().mockResolvedValueOnce(noRoom);
	onmove.mockResolvedValue(null);
	show(FolderDialog, { count: 1, current: null, isFiled: false, folders: [], onmove, onclose });
	type('Baking');
	document.querySelector('form')?.requestSubmit();
	await eventually(() => {
		flushSync();
		expect(said()).toBe(noRoom);
	});
	expect(field()?.value).toBe('Baking');
	expect(onclose).not.toHaveBeenCalled();
	document.querySelector('form')?.requestSubmit();
	await eventually(() => expect(onclose).toHaveBeenCalledOnce());
});

it('sessions of several folders can be taken out together; those that are in none cannot', async () => {
	const onmove = vi.fn<() => Promise<string | null>>().mockResolvedValue(null);
	const ask = { count: 2, current: null, folders: ['Garden', 'House'], onmove, onclose: vi.fn() };
	const out = () => all('button').find((one) => /Take out/.test(one.textContent));
	show(FolderDialog, { ...ask, isFiled: false });
	expect(out()).toBeUndefined();
	await clear();
	show(FolderDialog, { ...ask, isFiled: true });
	click(out());
	await eventually(() => expect(onmove).toHaveBeenCalledExactlyOnceWith(null));
});
