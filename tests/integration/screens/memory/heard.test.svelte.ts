import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { Importing, ImportStage } from '#state/data/importing.svelte.ts';
import type { LearningView } from '#state/memory/learning.svelte.ts';
import ImportPanel from '#ui/files/ImportPanel.svelte';
import DeletedList from '#ui/forgetting/DeletedList.svelte';
import MemorySearch from '#ui/memory/MemorySearch.svelte';
import { all, button, clear, click, show } from '../../kit/kit-page.ts';
import { eventually } from '../../../support/eventually.ts';

/** What a screen reader hears: words come into a status that is there already, and the focus is never left nowhere. */

afterEach(clear);

it('the number of lines found comes into a status that was there before', () => {
	show(MemorySearch, { files: [] });
	const [status] = all('status');
	expect(status?.textContent).toBe('');
	const field = document.querySelector('input');
	if (field) field.value = 'tea';
	field?.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
	expect(all('status')).toEqual([status]);
	expect(status?.textContent).toBe('No line contains these words.');
});

it('an import tells of itself in one status, and gives the focus back when its buttons go', async () => {
	let stage = $state.raw<ImportStage>({ at: 'rest' });
	const importing = {
		get stage() {
			return stage;
		},
		cancel: () => (stage = { at: 'rest' })
	} as unknown as Importing;
	const learning = { job: { current: null }, left: { current: 0 } } as unknown as LearningView;
	show(ImportPanel, { importing, learning, host: 'api.anthropic.com' });
	const [status] = all('status');
	expect(status?.textContent).toBe('');
	const hears = (next: ImportStage, said: string) => {
		stage = next;
		flushSync();
		expect(all('status')[0]).toBe(status);
		expect(status?.textContent).toContain(said);
	};
	const preview = {
		importId: 'i',
		format: 'markdown',
		items: [],
		skippedLines: 3,
		salvaged: null
	} as const;
	hears({ at: 'sealed', files: [], wrong: false }, 'needs its passphrase');
	hears({ at: 'preview', preview }, 'The file was read');
	hears({ at: 'importing', done: 0, of: 0, refused: true }, 'was not read');
	hears({ at: 'reading', done: 0, of: 0 }, 'Reading');
	button('Cancel')?.focus();
	click(button('Cancel'));
	await eventually(() => expect(document.activeElement).toBe(button('Import')));
});

it('when something deleted is brought back, the focus is at its neighbour', () => {
	const onrestore = vi.fn();
	const rows = ['Tea', 'Cake'].map((title) => ({
		title,
		said: '',
		what: { at: 1, of: { kind: 'session' as const, sessionId: title } }
	}));
	show(DeletedList, { rows, hours: 24, onrestore, onforget: () => undefined });
	click(button('Bring back'));
	expect(onrestore).toHaveBeenCalledWith({ kind: 'session', sessionId: 'Tea' });
	expect(document.activeElement?.textContent).toContain('Cake');
});

it('two deleted messages of one session are told apart, by their buttons too', () => {
	const onforget = vi.fn();
	const rows = ['When does it leave?', 'And what does it cost?'].map((said, at) => ({
		title: 'About ferries',
		said,
		what: { at: 1, of: { kind: 'turn' as const, sessionId: 's1', turnId: `t${String(at)}` } }
	}));
	show(DeletedList, { rows, hours: 24, onrestore: () => undefined, onforget });
	const forget = [...document.querySelectorAll('button')].filter(
		(one) => one.textContent.trim() === 'Forget now'
	);
	const described = forget.map(
		(one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
	);
	expect(described[0]).toContain('When does it leave?');
	expect(described[1]).toContain('And what does it cost?');
	click(forget[1]);
	expect(onforget).toHaveBeenCalledWith({ kind: 'turn', sessionId: 's1', turnId: 't1' });
});
