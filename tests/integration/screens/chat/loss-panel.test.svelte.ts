import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LossItem } from '#core/summary/summary.ts';
import LossPanel from '#ui/chat/summary/lost/LossPanel.svelte';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { all, clear, click, show } from '../../kit/kit-page.ts';

/** What was lost, under its headings: one by one, or a heading at a time. */

beforeEach(() => {
	vi.stubGlobal(
		'ResizeObserver',
		class {
			observe = () => undefined;
			disconnect = () => undefined;
		}
	);
});
afterEach(async () => {
	await clear();
	vi.unstubAllGlobals();
});

const item = (kind: string, text: string) => ({ kind, text, turnId: 't1', seq: 0 });

function open(loss: readonly LossItem[]) {
	const addLoss = vi.fn();
	const opinions = {
		answerer: () => 'on-device',
		stage: () => null,
		quote: () => new Promise<never>(() => undefined)
	};
	const actions = { addLoss, isPinned: () => false, pinLoss: vi.fn(), opinions };
	const summary = aSummary(3, { text: 'They spoke about tea.', anchors: '', loss });
	show(LossPanel, { summary, actions: actions as never });
	return { addLoss, summary };
}

it('is put into the summary a heading at a time where several things stand under it', () => {
	const loss = [item('name', 'Karim'), item('money', '86 €'), item('quantity', '15 kg')];
	const { addLoss, summary } = open(loss);
	const adding = all('button').filter((one) => one.textContent.trim() === 'Add all of these');
	expect(adding).toHaveLength(1);
	click(adding[0]);
	expect(addLoss).toHaveBeenCalledExactlyOnceWith(summary, loss[1], loss[2]);
});

it('leads to where each of it was said', () => {
	const { summary } = open([{ ...item('name', 'Karim'), turnId: 't7' }]);
	const link = document.querySelector('li a');
	expect(link?.textContent).toBe('Karim');
	expect(link?.getAttribute('href')).toBe(`/chat/${summary.sessionId}#t7`);
});

it.each([
	[19, false],
	[20, true]
])('says that there may be more where the report is full: %i of a kind', (count, isCut) => {
	open(Array.from({ length: count }, (_, at) => item('money', `${String(at + 2)} euros`)));
	const said = document.body.textContent.includes('There may be more: only the worst are listed');
	expect(said).toBe(isCut);
});
