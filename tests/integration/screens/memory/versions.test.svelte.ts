import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import Difference from '#ui/kit/Difference.svelte';
import FileHistory from '#ui/memory/FileHistory.svelte';
import PathForm from '#ui/memory/PathForm.svelte';
import { eventually } from '../../../support/eventually.ts';
import { unseen } from '../../../support/never.ts';
import { clear, show } from '../../kit/kit-page.ts';

/** Versions of a memory file, what differs between them, and its name. */

afterEach(clear);

const version = (rev: number) => ({
	id: String(rev),
	path: 'MEMORY.md',
	at: rev,
	rev,
	by: 'user' as const,
	text: `text ${String(rev)}`,
	deleted: false
});

it('each version that is open shows what it changed', async () => {
	show(FileHistory, {
		revisions: [version(3), version(2), version(1)],
		changed: false,
		onrestore: unseen
	});
	const versions = [...document.querySelectorAll('details')];
	for (const details of versions.slice(0, 2)) {
		details.open = true;
		details.dispatchEvent(new Event('toggle'));
		flushSync();
	}
	await eventually(() =>
		expect(versions[1]?.querySelector('ins')?.textContent).toContain('text 2')
	);
	expect(versions[0]?.querySelector('ins')?.textContent).toContain('text 3');
});

it('two long texts that differ everywhere are shown as one that goes and one that comes', async () => {
	const text = (of: string) =>
		Array.from({ length: 8000 }, (_, at) => `- line ${String(at)} ${of}\n`).join('');
	show(Difference, { before: text('then'), after: text('now') });
	await eventually(() => expect(document.querySelector('.difference')).not.toBeNull());
	expect(document.querySelector('del')?.textContent).toContain('line 7999 then');
	expect(document.querySelector('ins')?.textContent).toContain('line 7999 now');
});

it('a name stays under the pen when an input method takes Esc', () => {
	const oncancel = vi.fn();
	show(PathForm, {
		label: 'Name',
		action: 'Make',
		initial: '',
		taken: [],
		onname: unseen,
		oncancel
	});
	const keys = { key: 'Escape', isComposing: true, bubbles: true };
	document.querySelector('input')?.dispatchEvent(new KeyboardEvent('keydown', keys));
	expect(oncancel).not.toHaveBeenCalled();
});
