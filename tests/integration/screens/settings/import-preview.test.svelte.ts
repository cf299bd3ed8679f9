import { afterEach, expect, it, vi } from 'vitest';
import {
	importItem,
	type ImportItem,
	type ImportPreview as Preview
} from '#core/backup/import-preview.ts';
import ImportPreview from '#ui/files/ImportPreview.svelte';
import { clear, show } from '../../kit/kit-page.ts';

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
