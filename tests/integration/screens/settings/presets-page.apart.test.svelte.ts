import { flushSync, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fieldsUnderPen } from '#state/tab/under-pen.ts';
import { words } from '#ui/words/all-words.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { mountPresets } from './presets-screen.ts';

/** The fields that one session has of its own: what is changed quickly is all kept. */

vi.mock('$app/state', () => ({
	page: {
		url: new URL('https://keepsake.test/settings/presets?session=s1'),
		params: {},
		state: {}
	}
}));
vi.mock('$app/navigation', () => ({
	afterNavigate: () => undefined,
	beforeNavigate: () => undefined,
	goto: () => Promise.resolve()
}));

let app: TestApp;
let page: Record<string, unknown>;

withApp((own) => (app = own));
beforeEach(async () => {
	await storeSession(app.db, aSession(), []);
	({ page } = mountPresets(app));
});
afterEach(async () => {
	await unmount(page);
	fieldsUnderPen.clear();
});

const labelled = (label: string) =>
	[...document.querySelectorAll('label')].find(({ textContent }) => textContent.includes(label))!;
function choose(path: string, value: string) {
	const label = labelled(words.presets.fields[path]!.label);
	const select = (label.control ?? document.getElementById(label.htmlFor)) as HTMLSelectElement;
	select.value = value;
	select.dispatchEvent(new Event('change', { bubbles: true }));
	flushSync();
}

it('two fields of one part that are changed one right after the other are both kept', async () => {
	await eventually(() => expect(labelled(words.presets.fields['form.role']!.label)).toBeDefined());
	choose('form.role', 'system');
	choose('form.lastRequest', 'never');
	const own = async () => (await app.db.sessions.get('s1'))?.policy.overrides['form'];
	await eventually(async () =>
		expect(await own()).toMatchObject({ role: 'system', lastRequest: 'never' })
	);
});

it('of two that do not go together the second is not said to be saved, and stays in its field', async () => {
	const box = (path: string) => {
		const label = labelled(words.presets.fields[path]!.label);
		return (label.control ?? document.getElementById(label.htmlFor)) as HTMLInputElement;
	};
	const paste = (path: string, value: string) => {
		box(path).value = value;
		box(path).dispatchEvent(new Event('input', { bubbles: true }));
		flushSync();
	};
	await eventually(() => expect(labelled(words.presets.fields['keep.share']!.label)).toBeDefined());
	paste('keep.atMost', '16');
	paste('keep.share', '20');
	const own = async () => (await app.db.sessions.get('s1'))?.policy.overrides['keep'];
	await eventually(async () => expect(await own()).toMatchObject({ share: 0.15, atMost: 0.16 }));
	await eventually(() => expect(box('keep.share').getAttribute('aria-invalid')).toBe('true'));
	expect(box('keep.share').value).toBe('20');
	expect(document.body.textContent).toContain(words.settings.notStored);
	expect(fieldsUnderPen.size).toBe(1);
});
