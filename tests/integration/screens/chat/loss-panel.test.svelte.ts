import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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

it('is put into the summary a heading at a time where several things stand under it', () => {
	const loss = [item('name', 'Karim'), item('money', '86 €'), item('quantity', '15 kg')];
	const addLoss = vi.fn();
	const opinions = {
		answerer: () => 'on-device',
		stage: () => null,
		quote: () => new Promise<never>(() => undefined)
	};
	const actions = { addLoss, isPinned: () => false, pinLoss: vi.fn(), opinions };
	const summary = aSummary(3, { text: 'They spoke about tea.', anchors: '', loss });
	show(LossPanel, { summary, actions: actions as never });
	const adding = all('button').filter((one) => one.textContent.trim() === 'Add all of these');
	expect(adding).toHaveLength(1);
	click(adding[0]);
	expect(addLoss).toHaveBeenCalledExactlyOnceWith(summary, loss[1], loss[2]);
});
