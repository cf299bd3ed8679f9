import { afterEach, expect, it } from 'vitest';
import SummaryCard from '#ui/chat/summary/SummaryCard.svelte';
import type { SummaryActions } from '#ui/chat/summary/summary-actions.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { all, clear, click, show } from '../../kit/kit-page.ts';

/** What a card says a summary stands for, and what its deletion would take. */

afterEach(clear);

const third = aSummary(83, {
	round: 3,
	from: { seq: 54, step: -1 },
	integrates: 'm0',
	turnCount: 30
});

/** The words of the card, and of the dialog that its deletion opens. */
function shown(
	standsFrom: number,
	stays: number | null = null
): { readonly card: string; readonly dialog: string; readonly ways: readonly string[] } {
	const actions = { standsFrom: () => standsFrom, stays: () => stays } as unknown as SummaryActions;
	show(SummaryCard, { summary: third, superseded: false, rounds: 1, actions });
	const card = document.querySelector('article')?.textContent ?? '';
	click(all('button').find((one) => one.textContent.trim() === 'Delete summary'));
	const dialog = document.querySelector('dialog');
	const ways = all('button').filter(
		(one) => dialog?.contains(one) && one.textContent.trim() !== ''
	);
	return {
		card,
		dialog: dialog?.textContent ?? '',
		ways: ways.map((one) => one.textContent.trim())
	};
}

it('of a later round says which turns the rounds before it give along', () => {
	const { card, dialog } = shown(0);
	expect(card).toContain('Stands in for turns 1–84, 30 of them new');
	expect(dialog).toContain('The messages it stands for, turns 1–84, are still here.');
});

it('that was written from messages alone counts its turns', () => {
	const { card, dialog } = shown(54);
	expect(card).toContain('Stands in for 30 turns');
	expect(dialog).toContain('The messages it stands for are still here.');
});

it('can be deleted alone where a later round was written from the messages without it', () => {
	const { dialog, ways } = shown(0, 4);
	expect(dialog).toContain('Round 4 was written from them without this one and can stay');
	expect(ways).toEqual([
		'Cancel',
		'Leave the messages out too',
		'Bring the messages back',
		'Keep round 4'
	]);
});

it('can only bring its messages back or leave them out where no later round stands for them without it', () => {
	const { dialog, ways } = shown(0);
	expect(dialog).toContain('Later summaries that stand for them go too.');
	expect(ways).toEqual(['Cancel', 'Leave the messages out too', 'Bring the messages back']);
});
