import { afterEach, expect, it } from 'vitest';
import {
	importItem,
	type ImportItem,
	type ImportPreview as Preview
} from '#core/backup/import-preview.ts';
import ImportPreview from '#ui/files/ImportPreview.svelte';
import { clear, show } from '../../kit/kit-page.ts';

/** What would be imported, as a list that scrolls. */

afterEach(clear);

function listOf(state: ImportItem['state']): HTMLElement {
	const items = Array.from({ length: 60 }, (_, at) =>
		importItem({ name: `Talk ${String(at)}`, what: 'session', state })
	);
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
	expect(listOf('new').querySelector('input')!.disabled).toBe(false);
	const there = listOf('there');
	expect(there.querySelector('input:not(:disabled)')).toBeNull();
	expect(there.tabIndex).toBe(0);
});
