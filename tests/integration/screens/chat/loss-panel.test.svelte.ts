import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { textsSent, type LossItem, type Summary } from '#core/summary/summary.ts';
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

function open(loss: readonly LossItem[], anchors = '') {
	const addLoss = vi.fn();
	const opinions = {
		answerer: () => 'on-device',
		stage: () => null,
		quote: () => new Promise<never>(() => undefined)
	};
	let off = $state<readonly string[]>([]);
	const reportLoss = vi.fn(() => off);
	const sent = ({ text, anchors }: Summary) =>
		textsSent({ text, anchors }, { switchedOff: off }, { anchors: true }).join('\n');
	const actions = { addLoss, isPinned: () => false, pinLoss: vi.fn(), opinions, reportLoss, sent };
	const summary = aSummary(3, { text: 'They spoke about tea.', anchors, loss });
	show(LossPanel, { summary, actions: actions as never });
	return {
		addLoss,
		summary,
		reportLoss,
		switchOff: (...sources: readonly string[]) => {
			off = sources;
			flushSync();
		}
	};
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

it('says of what no covered message names that the summary before had it', () => {
	open([{ ...item('name', 'Karim'), turnId: null }]);
	expect(document.querySelector('li a')).toBeNull();
	expect(document.querySelector('li')?.textContent).toContain('from the previous summary');
});

it.each([
	[19, false],
	[20, true]
])('says that there may be more where the report is full: %i of a kind', (count, isCut) => {
	open(Array.from({ length: count }, (_, at) => item('money', `${String(at + 2)} euros`)));
	const said = document.body.textContent.includes('There may be more: only the worst are listed');
	expect(said).toBe(isCut);
});

it('is reported anew for whoever opens it, and again when something that goes along is switched', () => {
	const { reportLoss, switchOff, summary } = open([item('name', 'Karim')], 'Names: Karim');
	expect(reportLoss).toHaveBeenCalledExactlyOnceWith(summary);
	const listed = () => [...document.querySelectorAll('li a')].map(({ textContent }) => textContent);
	expect(listed()).toEqual([]);
	switchOff('Anchors');
	expect(reportLoss).toHaveBeenCalledTimes(2);
	expect(listed()).toEqual(['Karim']);
});
