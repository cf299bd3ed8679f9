import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { summariesUnderPen } from '#state/tab/under-pen.ts';
import type { Summary } from '#core/summary/summary.ts';
import DraftCard from '#ui/chat/summary/DraftCard.svelte';
import SummaryFacts from '#ui/chat/summary/SummaryFacts.svelte';
import type { SummaryActions } from '#ui/chat/summary/summary-actions.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { button, clear, click, show } from '../../kit/kit-page.ts';
import { eventually } from '../../../support/eventually.ts';

/** A draft whose words are being changed when it is decided about. */

afterEach(clear);
afterEach(() => {
	summariesUnderPen.clear();
});

const draft = aSummary(3, { status: 'draft', committedAt: null, anchors: 'B1: 240 cm' });

/** The order in which things are asked for; `stored` is how saving ends. */
function open(stored: boolean) {
	const asked: unknown[] = [];
	let now = $state.raw<Summary>(draft);
	const save = vi.fn((_, change: Partial<Summary>) => {
		asked.push(change);
		if (stored) now = { ...now, ...change, editedAt: 1 };
		return Promise.resolve(stored);
	});
	const use = vi.fn(() => asked.push('use'));
	const actions = {
		save,
		use,
		before: () => null,
		standsFrom: () => 0
	} as unknown as SummaryActions;
	show(DraftCard, {
		get draft() {
			return now;
		},
		actions
	});
	click(button('Edit summary'));
	return asked;
}

function write(text: string, field = 0) {
	const area = document.querySelectorAll('textarea')[field];
	if (area) area.value = text;
	area?.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
}

it('weighs the request of the day it was made, and says so until it is used', () => {
	const facts = () => document.querySelector('article')?.textContent;
	open(true);
	expect(facts()).toContain('request 1,000 → 100 tokens when it was made');
	document.body.replaceChildren();
	const actions = { standsFrom: () => 0 } as unknown as SummaryActions;
	const used: Summary = { ...draft, status: 'active', committedAt: 1 };
	show(SummaryFacts, { summary: used, actions });
	expect(document.body.textContent).toContain('request 1,000 → 100 tokens ·');
});

it('stores the words under the pen before it is used', async () => {
	const asked = open(true);
	write('They spoke about coffee.');
	click(button('Use summary'));
	await eventually(() => {
		expect(asked).toEqual([{ text: 'They spoke about coffee.' }, 'use']);
	});
	flushSync();
	expect(document.querySelector('textarea')).toBeNull();
});

it('is not used while the words cannot be stored, and they stay', async () => {
	const asked = open(false);
	write('They spoke about coffee.');
	click(button('Use summary'));
	await eventually(() => {
		expect(button('Save')?.hasAttribute('aria-busy')).toBe(false);
	});
	expect(asked).toEqual([{ text: 'They spoke about coffee.' }]);
	expect(document.querySelector('textarea')?.value).toBe('They spoke about coffee.');
});

it('is used as it is stored where nothing was changed', async () => {
	const asked = open(true);
	click(button('Use summary'));
	await eventually(() => {
		expect(asked).toEqual(['use']);
	});
});

/** The card of a draft that is changed elsewhere while it is on screen; gives what is stored with Save. */
function opened() {
	let now = $state.raw<Summary>(draft);
	const saved: unknown[] = [];
	const actions = {
		before: () => null,
		standsFrom: () => 0,
		save: (_: Summary, change: unknown) => {
			saved.push(change);
			return Promise.resolve(true);
		}
	} as unknown as SummaryActions;
	show(DraftCard, {
		get draft() {
			return now;
		},
		actions
	});
	click(button('Edit summary'));
	return {
		saved,
		storedElsewhere: (change: Partial<Summary>) => {
			now = { ...now, ...change };
			flushSync();
		}
	};
}

const written = () => [...document.querySelectorAll('textarea')].map(({ value }) => value);
const alert = () => document.querySelector('[role=alert]');

it('takes a line that is added to the summary meanwhile into what is being written', () => {
	const { saved, storedElsewhere } = opened();
	write('They spoke about green tea.');
	storedElsewhere({ text: `${draft.text}\n- 240 cm\n` });
	expect(written()[0]).toBe('They spoke about green tea.\n- 240 cm\n');
	click(button('Save'));
	expect(saved).toEqual([{ text: 'They spoke about green tea.\n- 240 cm\n' }]);
});

it('stores of text and anchors what was changed here, and shows what was changed elsewhere', () => {
	const { saved, storedElsewhere } = opened();
	write('They spoke about coffee.');
	storedElsewhere({ anchors: 'B1: 250 cm' });
	expect(written()).toEqual(['They spoke about coffee.', 'B1: 250 cm']);
	click(button('Save'));
	expect(saved).toEqual([{ text: 'They spoke about coffee.' }]);
});

it('overwrites no words that were changed elsewhere without saying so, and shows them when asked', () => {
	const { saved, storedElsewhere } = opened();
	write('They spoke about coffee.');
	storedElsewhere({ text: 'They spoke about cocoa.' });
	expect(written()[0]).toBe('They spoke about coffee.');
	expect(alert()?.textContent).toContain('changed elsewhere');
	click(button('Use the other version'));
	expect(written()[0]).toBe('They spoke about cocoa.');
	click(button('Undo'));
	expect(written()[0]).toBe('They spoke about coffee.');
	expect(alert()?.textContent).toContain('changed elsewhere');
	click(button('Use the other version'));
	expect(alert()).toBeNull();
	click(button('Save'));
	expect(saved).toEqual([]);
});

it('has the words under the pen again after it was off the screen, until they are given up', async () => {
	opened();
	write('They spoke about coffee.');
	write('B1: 260 cm', 1);
	await clear();
	opened();
	expect(written()).toEqual(['They spoke about coffee.', 'B1: 260 cm']);
	click(button('Cancel'));
	click(button('Edit summary'));
	expect(written()).toEqual([draft.text, draft.anchors]);
});

it('closes the editor when the card has what was saved, never before', async () => {
	const { saved, storedElsewhere } = opened();
	write('They spoke about coffee.');
	click(button('Save'));
	await eventually(() => expect(saved).toHaveLength(1));
	// The row is read anew for another reason, with the old words.
	storedElsewhere({ loss: [] });
	await Promise.resolve();
	flushSync();
	expect(written()[0]).toBe('They spoke about coffee.');
	expect(button('Save')?.getAttribute('aria-busy')).toBe('true');
	storedElsewhere({ text: 'They spoke about coffee.', editedAt: 2 });
	await eventually(() => {
		flushSync();
		expect(written()).toEqual([]);
	});
	expect(document.body.textContent).toContain('They spoke about coffee.');
});

it('is used also where its card leaves the page while the words are being stored', async () => {
	const use = vi.fn();
	let store = (): void => undefined;
	const save = () => new Promise<boolean>((done) => (store = () => done(true)));
	const actions = {
		save,
		use,
		before: () => null,
		standsFrom: () => 0
	} as unknown as SummaryActions;
	show(DraftCard, { draft, actions });
	click(button('Edit summary'));
	write('They spoke about coffee.');
	click(button('Use summary'));
	await clear();
	store();
	await eventually(() => {
		expect(use).toHaveBeenCalledOnce();
	});
	expect(summariesUnderPen.size).toBe(0);
});
