import { createRawSnippet, flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { LineOrigin, Proposal } from '#core/memory/memory.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { DeskItem } from '#state/desk/desk-items.ts';
import type { DeskLine } from '#ui/desk/desk-actions.ts';
import DeskBar from '#ui/desk/DeskBar.svelte';
import { DeskSelection } from '#ui/desk/desk-selection.svelte.ts';
import DeskList from '#ui/desk/DeskList.svelte';
import ProposalItem from '#ui/desk/ProposalItem.svelte';
import { linesUnderPen } from '#state/tab/under-pen.ts';
import { aProposal } from '../../../support/builders/a-proposal.ts';
import { all, clear, click, show } from '../../kit/kit-page.ts';
import { unseen } from '../../../support/never.ts';
import { eventually } from '../../../support/eventually.ts';

/** A waiting line while its words are being changed. */

afterEach(clear);

const itemOf = (proposal: Proposal): DeskLine => ({
	kind: proposal.status === 'waiting' ? 'line' : 'decided',
	id: proposal.id,
	at: proposal.createdAt,
	proposal,
	beside: null
});

const places = [
	{ value: 'memory/2026-11-20.md', label: 'Today’s note: sent until tomorrow' },
	{ value: 'MEMORY.md', label: 'MEMORY.md: sent with every message' }
];

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
			aim: nothing,
			select: nothing,
			undo: nothing
		},
		why: createRawSnippet<[Proposal]>(() => ({ render: () => '<span></span>' })),
		places,
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
	click(named('Save')[0]);
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
	aim: unseen,
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

/** Lines that wait, two of them where none are given; gives how the list is narrowed. */
function list(
	done: typeof actions = actions,
	lines = [aProposal('Likes tea', { id: 'p1' }), aProposal('Likes cake', { id: 'p2' })]
) {
	const two = lines.map(itemOf);
	let items = $state.raw<readonly DeskItem[]>(two);
	show(DeskList, {
		get items() {
			return items;
		},
		selected: new Set<string>(),
		draft: createRawSnippet<[ShownDraft]>(span),
		why: createRawSnippet<[Proposal]>(span),
		singleKeys: true,
		places,
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

it('says that a line was decided while it was written in, and keeps the words to be saved or given up', async () => {
	const save = vi.fn(() => Promise.resolve(true));
	const told = () => document.querySelector('[role=alert]')?.textContent;
	linesUnderPen.set('p1', 'Likes green tea');
	for (const [status, says] of [
		['accepted', 'This line was accepted meanwhile.'],
		['rejected', 'This line was decided meanwhile.']
	] as const) {
		list({ ...actions, save }, [aProposal('Likes tea', { id: 'p1', status })]);
		expect(told()).toContain(says);
		expect(fields().map(({ value }) => value)).toEqual(['Likes green tea']);
		expect(named('Accept')).toEqual([]);
		await clear();
	}
	list({ ...actions, save }, [aProposal('Likes tea', { id: 'p1', status: 'accepted' })]);
	click(named('Save')[0]);
	expect(save).toHaveBeenCalledWith(expect.objectContaining({ id: 'p1' }), 'Likes green tea');
	await eventually(() => {
		expect(linesUnderPen.has('p1')).toBe(false);
	});
	linesUnderPen.set('p1', 'Likes green tea');
	click(named('Cancel')[0]);
	expect(linesUnderPen.has('p1')).toBe(false);
});

it('stays where a line was decided and its words are met while they are written', () => {
	linesUnderPen.set('p1', 'Likes tea a lot');
	list(actions, [aProposal('Likes tea', { id: 'p1', status: 'accepted' })]);
	type(fields()[0], 'Likes tea');
	expect(linesUnderPen.get('p1')).toBe('Likes tea');
	click(named('Cancel')[0]);
	expect(linesUnderPen.has('p1')).toBe(false);
});

it('gives the focus back to its line when the words are saved or given up, and to the next where it goes', async () => {
	const focused = () => document.activeElement?.getAttribute('data-id');
	const lines = [
		aProposal('Likes tea', { id: 'p1', status: 'rejected' }),
		aProposal('Likes cake', { id: 'p2' })
	];
	for (const name of ['Save', 'Cancel']) {
		linesUnderPen.set('p1', 'Likes green tea');
		list({ ...actions, save: () => Promise.resolve(true) }, lines);
		click(named('Edit')[0]);
		click(named(name).at(-1));
		await eventually(() => {
			expect(focused()).toBe('p2');
		});
		fields()[0]?.focus();
		click(named(name)[0]);
		await eventually(() => {
			expect(focused()).toBe('p2');
		});
		await clear();
	}
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

it('decides nothing with the second click of a double click: another line may have come under it', () => {
	const [accept, reject] = [vi.fn(), vi.fn()];
	list({ ...actions, accept, reject });
	for (const [name, decided] of [
		['Accept', accept],
		['Reject', reject]
	] as const) {
		for (const detail of [1, 2])
			named(name)[0]?.dispatchEvent(new MouseEvent('click', { detail, bubbles: true }));
		expect(decided).toHaveBeenCalledTimes(1);
		// A key presses a button, too.
		named(name)[0]?.dispatchEvent(new MouseEvent('click', { detail: 0, bubbles: true }));
		expect(decided).toHaveBeenCalledTimes(2);
	}
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

it.each([
	['', { isComposing: true }],
	[', told as WebKit does', { keyCode: 229 }]
])('keeps what is being typed when an input method takes Esc or Enter%s', (_, composed) => {
	const save = vi.fn(() => Promise.resolve(false));
	list({ ...actions, save });
	click(named('Edit')[0]);
	type(fields()[0], 'Likes green tea');
	for (const key of ['Escape', 'Enter'])
		fields()[0]?.dispatchEvent(
			new KeyboardEvent('keydown', {
				key,
				ctrlKey: key === 'Enter',
				...composed,
				bubbles: true
			})
		);
	flushSync();
	expect(fields()[0]?.value).toBe('Likes green tea');
	expect(save).not.toHaveBeenCalled();
	click(named('Cancel')[0]);
});

it('lets a line be for today’s note, for MEMORY.md, or for the file it is for, and leaves a change where its line is', () => {
	const aim = vi.fn();
	const lines = [
		aProposal('Likes tea'),
		aProposal('Likes cake', { path: 'memory/2026-11-19.md' }),
		aProposal('Likes jam', { path: 'MEMORY.md', replaces: 'Likes honey' }),
		aProposal('Likes figs', { path: 'MEMORY.md', source: 'edit-memory', replaces: null })
	];
	list({ ...actions, aim }, lines);
	const choices = [...document.querySelectorAll('select')];
	expect(choices.map((one) => [one.value, ...[...one.options].map(({ text }) => text)])).toEqual([
		['memory/2026-11-20.md', ...places.map(({ label }) => label)],
		['memory/2026-11-19.md', 'memory/2026-11-19.md', ...places.map(({ label }) => label)]
	]);
	const [first] = choices;
	if (first) first.value = 'MEMORY.md';
	first?.dispatchEvent(new Event('change', { bubbles: true }));
	expect(aim).toHaveBeenCalledWith([lines[0]], 'MEMORY.md');
	const rows = [...document.querySelectorAll('li')].map(({ textContent }) => textContent);
	for (const row of rows.slice(2)) expect(row).toContain('For MEMORY.md');
});

it('lets what would take the place of a line stand beside it, a change too', () => {
	const replace = vi.fn();
	const change = aProposal('Likes figs', { source: 'edit-memory', replaces: 'Likes plums' });
	list({ ...actions, replace }, [change]);
	click(named('Keep both')[0]);
	expect(replace).toHaveBeenCalledWith(change, null);
});

it('says why a line is marked Import though nothing was imported', () => {
	const read = 'The assistant had also read something you pasted, attached or imported.';
	const lines = [
		aProposal('Likes tea', { origin: 'import' }),
		aProposal('Likes cake', { origin: 'import', source: 'import' }),
		aProposal('Likes jam', { origin: 'tool' })
	];
	list(actions, lines);
	const rows = [...document.querySelectorAll('li')];
	expect(rows.map(({ textContent }) => textContent.includes(read))).toEqual([true, false, false]);
});

it('says beside “Accept all” that it takes none of the lines, only where that is so', async () => {
	const toSelect = 'Lines from tools, the web or imports: select them to accept them.';
	const bar = async (...origins: readonly LineOrigin[]) => {
		const items = origins.map((origin) => itemOf(aProposal('Likes tea', { origin })));
		show(DeskBar, {
			items,
			selection: new DeskSelection(() => items),
			busy: false,
			onacceptall: unseen,
			onaccept: unseen,
			onreject: unseen,
			oncurate: unseen
		});
		const told = document.body.textContent.includes(toSelect);
		// It still answers: it is asked how many stay.
		expect(named('Accept all')[0]).toHaveProperty('disabled', origins.length === 0);
		await clear();
		return told;
	};
	expect(await bar('import', 'tool')).toBe(true);
	expect(await bar('import', 'assistant')).toBe(false);
	expect(await bar()).toBe(false);
});

it('offers MEMORY.md for all at once, and narrows the list only where it is long or of several kinds', async () => {
	const bar = async (...lines: readonly Proposal[]) => {
		const oncurate = vi.fn();
		const items = lines.map(itemOf);
		show(DeskBar, {
			items,
			selection: new DeskSelection(() => items),
			busy: false,
			onacceptall: unseen,
			onaccept: unseen,
			onreject: unseen,
			oncurate
		});
		click(named('Mark all for MEMORY.md')[0]);
		const offers = { all: oncurate.mock.calls.length, narrows: document.querySelector('select') };
		await clear();
		return { all: offers.all, narrows: offers.narrows !== null };
	};
	const line = (at: number, over: Partial<Proposal> = {}) =>
		aProposal(`Has ${String(at)} cats`, { id: String(at), ...over });
	const kept = { path: 'MEMORY.md' };
	expect(await bar(line(1), line(2))).toEqual({ all: 1, narrows: false });
	expect(await bar(line(1), line(2, kept))).toEqual({ all: 0, narrows: false });
	expect(await bar(line(1, { origin: 'own' }), line(2, { origin: 'assistant' }))).toMatchObject({
		narrows: true
	});
	expect(await bar(...Array.from({ length: 8 }, (_, at) => line(at)))).toMatchObject({
		narrows: true
	});
});

it('the last line that is decided by a key can be taken back by one: the list keeps the focus', () => {
	const done = { ...actions, reject: vi.fn(), undo: vi.fn() };
	const show = list(done, [aProposal('Likes tea', { id: 'p1' })]);
	const press = (key: string) =>
		document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
	document.querySelector('li')?.focus();
	press('x');
	expect(done.reject).toHaveBeenCalledOnce();
	show([]);
	press('u');
	expect(done.undo).toHaveBeenCalledOnce();
	show(['p1']);
	press('j');
	expect(document.activeElement).toBe(document.querySelector('li'));
});
