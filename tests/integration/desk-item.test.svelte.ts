import { createRawSnippet, flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { Proposal } from '#core/memory/memory.ts';
import type { ShownLine } from '#ui/desk/desk-actions.ts';
import ProposalItem from '#ui/desk/ProposalItem.svelte';
import { aProposal } from '../support/a-proposal.ts';
import { all, clear, click, show } from './kit-page.ts';

/** A waiting line while its words are being changed. */

afterEach(clear);

const itemOf = (proposal: Proposal): ShownLine => ({
	kind: 'line',
	id: proposal.id,
	proposal,
	beside: null
});

it('keeps what is being typed when the list is read anew', () => {
	const save = vi.fn();
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

	item = itemOf({ ...aProposal('Likes tea'), text: 'Drinks green tea' });
	editing = true;
	flushSync();
	expect(field()?.value).toBe('Drinks green tea');
});
