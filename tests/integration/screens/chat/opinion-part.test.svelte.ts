import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { wordingOf, type Opinion, type OpinionQuote } from '#core/opinion/opinion.ts';
import type { Summary } from '#core/summary/summary.ts';
import { Opinions } from '#state/summary/opinions.svelte.ts';
import { UnderWay } from '#state/tab/under-way.svelte.ts';
import OpinionPart from '#ui/chat/summary/lost/OpinionPart.svelte';
import { aSummary } from '../../../support/builders/a-summary.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { all, button, clear, click, show } from '../../kit/kit-page.ts';
import { eventually } from '../../../support/eventually.ts';

/** Where a model is asked about a summary: what it costs is told first, and what it says is shown as its opinion. */

let app: TestApp;
let opinions: Opinions;
withApp((own) => (app = own));
beforeEach(() => {
	opinions = new Opinions(app, new UnderWay());
});
afterEach(async () => {
	await clear();
});

const summary = aSummary(3, { text: 'They spoke about tea.' });
const noGaps = { turns: null, pieces: 0, images: 0, kept: 0 };
const quote: OpinionQuote = {
	model: 'claude-test-5',
	host: 'api.example',
	input: 1234,
	output: 4000,
	dollars: 0.02,
	gaps: noGaps
};
const opinion: Opinion = {
	model: 'claude-test-5',
	promptId: 'opinion-1',
	at: Date.UTC(2026, 10, 20, 12),
	usage: { input: 1000, cacheRead: 0, cacheWrite: 0, output: 50 },
	cost: 0.0125,
	about: wordingOf(summary),
	findings: [
		{ kind: 'missing', text: 'The gate stays closed.', turnId: 'turn-2' },
		{ kind: 'wrong', text: 'They spoke about tea.', turnId: null }
	],
	cutOff: false,
	gaps: noGaps
};
const page = () => document.body.textContent.replace(/\s+/g, ' ');

/** Shown, with what asking would take already told. */
async function open(of: Summary = summary, quoted: Partial<OpinionQuote> = {}) {
	app.jobs['quote-opinion'] ??= () =>
		Promise.resolve({ status: 'quoted', quote: { ...quote, ...quoted } });
	const onadd = vi.fn();
	const ask = vi.fn(() => opinions.ask(of.id, 'claude-test-5'));
	show(OpinionPart, {
		summary: of,
		onadd,
		actions: {
			answerer: () => 'claude-test-5',
			stage: () => opinions.stage(of.id),
			quote: () => opinions.quote(of.id, 'claude-test-5'),
			ask,
			stop: () => opinions.stop(of.id)
		}
	});
	await eventually(() => {
		flushSync();
		expect(page()).not.toContain('Weighing');
	});
	return { onadd, ask };
}

it('says who would read how much for how much, and asks only when it is told to', async () => {
	const { ask } = await open(summary, {
		gaps: { turns: { from: 1, through: 4 }, pieces: 1, images: 2, kept: 1 }
	});
	expect(page()).toContain('claude-test-5 at api.example');
	expect(page()).toContain('about 1,234 tokens, at most $0.02.');
	expect(page()).toContain(
		'Not read: turns 1–4, for want of room; 1 turn off the record or left out; 1 long piece in its middle; 2 images or documents.'
	);
	expect(ask).not.toHaveBeenCalled();
});

it('calls a price that nobody knows unknown', async () => {
	await open(summary, { dollars: null });
	expect(page()).toContain('at an unknown price');
});

it('without a model says that it needs one, and has no button', async () => {
	app.jobs['quote-opinion'] = () => Promise.resolve({ status: 'nothing', why: 'no-model' });
	await open();
	expect(page()).toContain('This needs one');
	expect(document.querySelector('a')?.getAttribute('href')).toBe('/settings#provider');
	expect(all('button')).toEqual([]);
});

it('is cancelled while it runs, and may be asked again', async () => {
	let asked = 0;
	app.jobs.opinion = (_, signal) =>
		new Promise((resolve) => {
			asked++;
			signal.addEventListener('abort', () => resolve({ status: 'stopped' }));
		});
	await open();
	click(button('Ask the model what is missing'));
	expect(all('status')[0]?.textContent).toContain('compares the summary');
	click(button('Ask the model what is missing'));
	await eventually(() => expect(asked).toBe(1));
	click(button('Cancel'));
	expect(button('Cancel')).toBeUndefined();
	expect(document.activeElement).toBe(button('Ask the model what is missing'));
	click(button('Ask the model what is missing'));
	await eventually(() => expect(asked).toBe(2));
	expect(opinions.stage(summary.id)).toEqual({ status: 'running' });
	opinions.stop(summary.id);
});

it.each([
	[{ status: 'failed', failure: { kind: 'offline' } }, 'You are offline. Ask again'],
	[
		{ status: 'unusable', why: 'refused', cost: 0.5 },
		'The model declined to answer; the request was sent all the same (cost $0.50).'
	],
	[{ status: 'unusable', why: 'cut-off', cost: null }, '(cost unknown)'],
	[{ status: 'nothing', why: 'nothing-to-read' }, 'No message it stands for']
] as const)('tells %j, and can be asked again', async (outcome, told) => {
	app.jobs.opinion = () => Promise.resolve(outcome);
	await open();
	click(button('Ask the model what is missing'));
	await eventually(() => {
		flushSync();
		expect(all('alert')[0]?.textContent).toContain(told);
	});
	expect(button('Ask the model what is missing')?.hasAttribute('aria-busy')).toBe(false);
});

it('a mistake of ours does not leave it running', async () => {
	app.jobs.opinion = () => Promise.reject(new Error('a bug'));
	await expect(opinions.ask(summary.id, 'claude-test-5')).rejects.toThrow('a bug');
	expect(opinions.stage(summary.id)).toBeNull();
});

it('shows what was said as the opinion of who said it, and adds what is not there yet', async () => {
	const { onadd } = await open({ ...summary, opinion });
	expect(page()).toContain('The opinion of claude-test-5');
	expect(page()).toContain('1,000 tokens read, 50 written · cost $0.013');
	expect(page()).toContain('It may be mistaken.');
	expect(page()).not.toContain('earlier wording');
	const adds = all('button').filter((one) => one.textContent.trim() === 'Add to summary');
	expect(adds).toHaveLength(1);
	click(adds[0]);
	expect(onadd).toHaveBeenCalledWith(opinion.findings[0]);
	// The button goes with what it did.
	expect(document.activeElement?.textContent).toContain('The gate stays closed.');
	expect(document.activeElement?.tagName).toBe('LI');
	expect(page()).toContain('They spoke about tea. in the summary');
	expect(document.querySelector('a')?.getAttribute('href')).toBe('/chat/s1#turn-2');
	expect(button('Ask again')).toBeDefined();
});

it('says when it was about an earlier wording, was cut off, or found nothing', async () => {
	const old = { ...opinion, about: 'another', cutOff: true, findings: [] };
	await open({ ...summary, opinion: old });
	expect(page()).toContain('It was about an earlier wording of this summary.');
	expect(page()).toContain('Its answer was cut off');
	expect(page()).toContain('It found nothing missing and nothing wrong.');
});
