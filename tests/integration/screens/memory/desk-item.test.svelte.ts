import { createRawSnippet, flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { Proposal } from '#core/memory/memory.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { DeskItem } from '#state/memory/desk-items.ts';
import type { DeskLine } from '#ui/desk/desk-actions.ts';
import DeskList from '#ui/desk/DeskList.svelte';
import ProposalItem from '#ui/desk/ProposalItem.svelte';
import { aProposal } from '../../../support/builders/a-proposal.ts';
import { all, clear, click, show } from '../../kit/kit-page.ts';
import { unseen } from '../../../support/never.ts';
import { eventually } from '../../../support/eventually.ts';

/** A waiting line while its words are being changed. */

afterEach(clear);

const itemOf = (proposal: Proposal): DeskLine => ({
	kind: 'line',
	id: proposal.id,
	at: proposal.createdAt,
	proposal,
	beside: null
});

it('keeps what is being typed when the list is read anew', async () => {
	const save = vi.fn(() => Promise.resolve(true));
	const nothing = () => undefined;
	let item = $state.raw(itemOf(aProposal('Likes tea')));
	let editing = $state(true);
	show(ProposalItem, {
		get item() {
			return item;
		},
		get editing() {
			return editing;
		},
		selected: false,
		actions: {
			save,
			accept: nothing,
			reject: nothing,
			replace: nothing,
			change: () => Promise.resolve(null),
			select: nothing,
			undo: nothing
		},
		why: createRawSnippet<[Proposal]>(() => ({ render: () => '<span></span>' })),
		onedit: (on: boolean) => void (editing = on),
		ondecide: nothing
	});
	const field = () => document.querySelector('textarea');
	const type = (words: string) => {
		const area = field();
		if (area) area.value = words;
		area?.dispatchEvent(new Event('input', { bubbles: true }));
		flushSync();
	};
	type('Likes green tea');
	item = itemOf(aProposal('Likes tea'));
	flushSync();
	expect(field()?.value).toBe('Likes green tea');
	click(all('button')[0]);
	expect(save).toHaveBeenCalledWith(
		expect.objectContaining({ id: 'p-Likes tea' }),
		'Likes green tea'
	);
	await eventually(() => {
		expect(editing).toBe(false);
	});

	item = itemOf({ ...aProposal('Likes tea'), text: 'Drinks green tea' });
	editing = true;
	flushSync();
	expect(field()?.value).toBe('Drinks green tea');
});

interface ShownDraft {
	readonly summary: Summary;
	readonly editing: boolean;
	readonly onedit: (on: boolean) => void;
}
const actions = {
	save: () => Promise.resolve(false),
	accept: unseen,
	reject: unseen,
	replace: unseen,
	change: () => Promise.resolve(null),
	select: unseen,
	undo: unseen
};
const span = () => ({ render: () => '<span></span>' });
const fields = () => [...document.querySelectorAll('textarea')];
const named = (name: string) => all('button').filter((one) => one.textContent.trim() === name);

function type(area: HTMLTextAreaElement | undefined, words: string) {
	if (area) area.value = words;
	area?.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
}

/** Two lines that wait; gives how the list is narrowed. */
function list(done: typeof actions = actions) {
	const two = [
		itemOf(aProposal('Likes tea', { id: 'p1' })),
		itemOf(aProposal('Likes cake', { id: 'p2' }))
	];
	let items = $state.raw<readonly DeskItem[]>(two);
	show(DeskList, {
		get items() {
			return items;
		},
		selected: new Set<string>(),
		draft: createRawSnippet<[ShownDraft]>(span),
		why: createRawSnippet<[Proposal]>(span),
		singleKeys: true,
		actions: done
	});
	return (ids: readonly string[]) => {
		items = two.filter(({ id }) => ids.includes(id));
		flushSync();
	};
}

it('loses nothing that was typed in one item when another is edited, is not shown, or the page is left', async () => {
	const show = list();
	click(named('Edit')[0]);
	type(fields()[0], 'Likes green tea');
	click(named('Edit')[0]);
	expect(fields().map(({ value }) => value)).toEqual(['Likes green tea', 'Likes cake']);
	show(['p2']);
	show(['p1', 'p2']);
	expect(fields()[0]?.value).toBe('Likes green tea');
	await clear();
	list();
	click(named('Edit')[0]);
	expect(fields()[0]?.value).toBe('Likes green tea');
	// Cancel gives it up.
	click(named('Cancel')[0]);
	click(named('Edit')[0]);
	expect(fields()[0]?.value).toBe('Likes tea');
});

it('stays open with what was typed when it cannot be stored', async () => {
	list();
	click(named('Edit')[0]);
	type(fields()[0], '   ');
	click(named('Save')[0]);
	await Promise.resolve();
	flushSync();
	expect(fields()[0]?.value).toBe('   ');
	click(named('Cancel')[0]);
});

it('decides one line with one press of a key, however long it is held', () => {
	const accept = vi.fn();
	list({ ...actions, accept });
	const row = document.querySelector<HTMLElement>('li');
	row?.focus();
	const hold = (repeat: boolean) =>
		document.activeElement?.dispatchEvent(
			new KeyboardEvent('keydown', { key: 'a', repeat, bubbles: true })
		);
	for (const repeat of [false, true, true]) hold(repeat);
	expect(accept).toHaveBeenCalledTimes(1);
	hold(false);
	expect(accept).toHaveBeenCalledTimes(2);
});

it('keeps what is being typed when Shift+Esc leads to the composer', () => {
	list();
	click(named('Edit')[0]);
	const keys = { key: 'Escape', shiftKey: true, bubbles: true, cancelable: true };
	const event = new KeyboardEvent('keydown', keys);
	fields()[0]?.dispatchEvent(event);
	flushSync();
	expect([fields().length, event.defaultPrevented]).toEqual([1, false]);
});

it('keeps what is being typed when an input method takes Esc or Enter', () => {
	const save = vi.fn(() => Promise.resolve(false));
	list({ ...actions, save });
	click(named('Edit')[0]);
	type(fields()[0], 'Likes green tea');
	for (const key of ['Escape', 'Enter'])
		fields()[0]?.dispatchEvent(
			new KeyboardEvent('keydown', {
				key,
				ctrlKey: key === 'Enter',
				isComposing: true,
				bubbles: true
			})
		);
	flushSync();
	expect(fields()[0]?.value).toBe('Likes green tea');
	expect(save).not.toHaveBeenCalled();
	click(named('Cancel')[0]);
});
