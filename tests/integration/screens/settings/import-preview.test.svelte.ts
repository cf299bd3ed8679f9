import { afterEach, describe, expect, it, vi } from 'vitest';
import {
	importItem,
	type ImportItem,
	type ImportPreview as Preview
} from '#core/backup/import-preview.ts';
import { countedUp, noSums } from '#flows/import/sums.ts';
import type { Importing, ImportStage } from '#state/data/importing.svelte.ts';
import type { LearningView } from '#state/memory/learning.svelte.ts';
import ImportPanel from '#ui/files/ImportPanel.svelte';
import ImportPreview from '#ui/files/ImportPreview.svelte';
import { tick } from 'svelte';
import { all, clear, button, click, show } from '../../kit/kit-page.ts';
import { eventually } from '../../../support/eventually.ts';

/** What would be imported, as a list that scrolls. */

afterEach(clear);

const talks = (state: ImportItem['state']): HTMLElement =>
	listOf(
		Array.from({ length: 60 }, (_, at) =>
			importItem({ name: `Talk ${String(at)}`, what: 'session', state })
		)
	);

function listOf(items: readonly ImportItem[]): HTMLElement {
	const rest = { importId: 'one', skippedLines: 0, salvaged: null };
	const preview: Preview = { ...rest, format: 'claude-ai', items };
	show(ImportPreview, {
		preview,
		onimport: () => undefined,
		oncancel: () => undefined
	});
	return [...document.querySelectorAll('ul')].at(-1)!;
}

it('the list can be scrolled with the keyboard, also where nothing in it can be chosen', () => {
	expect(talks('new').querySelector('input')!.disabled).toBe(false);
	const there = talks('there');
	expect(there.querySelector('input:not(:disabled)')).toBeNull();
	expect(there.tabIndex).toBe(0);
});

it('lines that were forgotten here are told beside the file that has them', () => {
	const file = { name: 'MEMORY.md', what: 'memory-file', state: 'there' } as const;
	const told = (forgottenLines: number) => listOf([importItem({ ...file, forgottenLines })]);
	expect(told(2).textContent).toContain('2 forgotten lines left out');
	expect(told(0).textContent).not.toContain('forgotten');
});

const noteOf = (row: Element): string => row.textContent.replace(/\s+/g, ' ').trim();

it('a session that would come open without its archive says so once the archives are left out', () => {
	const session = { name: 'Bread', what: 'session', state: 'new' } as const;
	const archives = importItem({ name: 'archives', what: 'archives', state: 'new', count: 1 });
	const list = listOf([archives, importItem({ ...session, endsByArchive: true })]);
	const row = () =>
		[...list.querySelectorAll('li')].map(noteOf).find((one) => one.includes('Bread'));
	expect(row()).not.toContain('open here');
	click(list.querySelector('input'));
	expect(row()).toContain('archived in the file, and open here without its archive');
});

it('memories beyond what one import brings to the desk are told, by what is chosen', () => {
	const memories = (name: string, count: number) =>
		importItem({ name, what: 'memories', state: 'new', count });
	const list = listOf([memories('a.json', 900), memories('b.json', 350)]);
	const sums = () => noteOf(list.closest('section')!);
	expect(sums()).toContain('250 lines skipped');
	expect(sums()).toContain('At most 1,000 lines come to the review desk at once. The other 250');
	click(list.querySelector('input'));
	expect(sums()).toContain('0 lines skipped');
	expect(sums()).not.toContain('review desk at once');
});

it('comes into view and takes the focus, but not from whoever writes elsewhere by then', async () => {
	const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockReturnValue();
	talks('new');
	expect(document.activeElement?.textContent).toBe('Import preview');
	expect(scrolled).toHaveBeenCalledOnce();
	await clear();
	const field = document.body.appendChild(document.createElement('textarea'));
	field.focus();
	talks('new');
	expect(document.activeElement).toBe(field);
	expect(scrolled).toHaveBeenCalledOnce();
	scrolled.mockRestore();
});

it('a session that brings something and went on here too says what stays out, or comes as a branch', () => {
	const grown = { name: 'Bread', what: 'session', state: 'changed', count: 2 } as const;
	const told = (over: Partial<ImportItem>) =>
		listOf([importItem({ ...grown, ...over })]).textContent;
	expect(told({ isHeldBack: true })).toContain('what the file has beyond that is left out');
	expect(told({ isBeside: true })).toContain('it comes as a branch beside what is on screen');
	expect(told({})).not.toMatch(/stays out|as a branch/u);
});

it('a session that was deleted and can still be brought back leads to where it is', () => {
	const told = (reason: string | null) =>
		listOf([importItem({ name: 'Bread', what: 'session', state: 'forgotten', reason })]);
	expect(told(null).querySelector('a')).toBeNull();
	const link = told('can-come-back').querySelector('a');
	expect(link?.getAttribute('href')).toBe('/settings#deleted');
	expect(link?.textContent).toContain('Recently deleted');
});

it('what could not be read is counted with what was imported, and can be read on with its reason', async () => {
	const lost = { name: 'conversations.json', what: 'session', state: 'unreadable' } as const;
	const unreadable = [importItem({ ...lost, reason: 'cut-off' })];
	const came = {
		status: 'imported',
		sessions: 2,
		grown: 0,
		there: 0,
		heldBack: 0,
		beside: 0,
		sessionIds: []
	} as const;
	const sums = { ...noSums(), ...came, leftOut: [] };
	const stage: ImportStage = { at: 'imported', sums, isAllHere: false, unreadable, fresh: [] };
	const importing = { stage, leave: () => undefined } as unknown as Importing;
	const learning = { job: { current: null }, left: { current: 0 } } as unknown as LearningView;
	show(ImportPanel, { importing, learning, host: 'api.anthropic.com' });
	expect(all('status')[0]?.textContent).toBe(
		'Imported 2 sessions. 1 item could not be read, so it was left out.'
	);
	const fold = [...document.querySelectorAll('details')].find((one) =>
		one.textContent.includes('1 unreadable')
	)!;
	fold.open = true;
	await eventually(() =>
		expect(noteOf(fold)).toContain(
			'conversations.json Unreadable: the file ends in the middle. What came before is listed'
		)
	);
});

it('where the model that was chosen has no key here, that is said with what came, and leads to its field', () => {
	const came = { status: 'imported', sessions: 1, grown: 0, there: 0, sessionIds: [] } as const;
	const sums = { ...noSums(), ...came, heldBack: 0, beside: 0, leftOut: [] };
	const stage: ImportStage = { at: 'imported', sums, isAllHere: true, unreadable: [], fresh: [] };
	const importing = { stage, leave: () => undefined } as unknown as Importing;
	const learning = { job: { current: null }, left: { current: 0 } } as unknown as LearningView;
	const told = (lacksKey: boolean) => {
		show(ImportPanel, { importing, learning, host: 'api.anthropic.com', lacksKey });
		const link = [...document.querySelectorAll('a')].find((one) => one.hash === '#key');
		return [all('status').at(-1)?.textContent, link?.textContent];
	};
	expect(told(false)).toEqual(['Imported 1 session.', undefined]);
	expect(told(true)).toEqual([
		'Imported 1 session. No file brings a key, and none is set here yet.',
		'Enter your key'
	]);
});

/** The panel of imports at a stage; returns what brings it to another. */
function showPanel(first: ImportStage): (next: ImportStage) => void {
	let stage = $state.raw(first);
	const importing = {
		get stage() {
			return stage;
		},
		leave: () => undefined
	} as unknown as Importing;
	const learning = { job: { current: null }, left: { current: 0 } } as unknown as LearningView;
	show(ImportPanel, { importing, learning, host: 'api.anthropic.com' });
	return (next) => (stage = next);
}

describe('who waits on Cancel while a file is read or imported', () => {
	const preview: Preview = {
		...{ importId: 'one', skippedLines: 0, salvaged: null },
		...{ format: 'claude-ai', items: [] }
	};
	const sums = { ...countedUp(noSums()), status: 'imported' } as const;
	const rest = { sums, isAllHere: true, unreadable: [], fresh: [] };
	const imported: ImportStage = { at: 'imported', ...rest };

	it.each<[ImportStage, string]>([
		[{ at: 'preview', preview }, 'Import preview'],
		[{ at: 'failed', failure: { kind: 'offline' } }, 'Import'],
		[imported, 'Import']
	])('is led on when it has come to an end: %j', async (then, where) => {
		const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockReturnValue();
		const come = showPanel({ at: 'reading', done: 0, of: 2 });
		button('Cancel')?.focus();
		come({ at: 'reading', done: 1, of: 2 });
		await tick();
		expect(document.activeElement?.textContent.trim()).toBe('Cancel');
		come(then);
		await eventually(() => {
			expect(document.activeElement?.textContent.trim()).toBe(where);
		});
		scrolled.mockRestore();
	});
});

it.each([false, true])(
	'whoever opens a sealed backup is led to where its passphrase is typed, unless they write elsewhere by then; after a wrong one: %s',
	async (wrong) => {
		const come = showPanel({ at: 'rest' });
		const passphrase = () => document.querySelector<HTMLElement>('.sealed input');
		button('Import')?.focus();
		come({ at: 'sealed', files: [], wrong });
		await eventually(() => expect(document.activeElement).toBe(passphrase()));
		come({ at: 'rest' });
		await tick();
		const elsewhere = document.body.appendChild(document.createElement('textarea'));
		elsewhere.focus();
		come({ at: 'sealed', files: [], wrong });
		await eventually(() => expect(passphrase()).not.toBeNull());
		expect(document.activeElement).toBe(elsewhere);
		elsewhere.remove();
	}
);
