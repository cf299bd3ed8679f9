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
function shown(standsFrom: number): { readonly card: string; readonly dialog: string } {
	const actions = { standsFrom: () => standsFrom } as unknown as SummaryActions;
	show(SummaryCard, { summary: third, superseded: false, rounds: 1, actions });
	const card = document.querySelector('article')?.textContent ?? '';
	click(all('button').find((one) => one.textContent.trim() === 'Delete summary'));
	return { card, dialog: document.querySelector('dialog')?.textContent ?? '' };
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
