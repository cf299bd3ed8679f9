import { flushSync, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recommended } from '#core/presets/built-in.ts';
import { writePresetFile } from '#core/presets/file.ts';
import { readSettings, writeSetting } from '#db/settings.ts';
import type { AppState } from '#state/app.svelte.ts';
import { SavedSettings } from '#state/settings/saved-settings.svelte.ts';
import { fieldsUnderPen } from '#state/tab/under-pen.ts';
import { words } from '#ui/words/all-words.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { eventually } from '../../../support/eventually.ts';
import { mountPresets } from './presets-screen.ts';

/** A preset of the user's own that another tab deletes while it is on the page, and what a file is said to have brought. */

vi.mock('$app/state', () => ({
	page: {
		url: new URL('https://keepsake.test/settings/presets?preset=own-mine'),
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
let keepsake: AppState;
let page: Record<string, unknown>;
const mine = { ...recommended, id: 'own-mine', name: 'Mine' };

withApp((own) => (app = own));
beforeEach(async () => {
	await writeSetting(app.db, 'customPresets', { 'own-mine': mine });
	({ keepsake, page } = mountPresets(app));
	await eventually(() => expect(area()).not.toBeNull());
});
afterEach(async () => {
	await unmount(page);
	fieldsUnderPen.clear();
});

const area = () => document.querySelector('textarea');

/** As keys do it. */
function type(text: string) {
	const box = area()!;
	box.focus();
	box.value = text;
	box.dispatchEvent(new InputEvent('input', { bubbles: true, data: '.', inputType: 'insertText' }));
	flushSync();
}
const stored = async () => Object.keys((await readSettings(app.db)).customPresets);

it('is not brought back by what is being typed here, and it is said, with the way back', async () => {
	type('Write short.');
	await writeSetting(app.db, 'customPresets', {});
	await eventually(() => expect(area()).toBeNull());
	await eventually(() => expect(fieldsUnderPen.size).toBe(1));
	expect(await stored()).toEqual([]);
	expect(keepsake.notices.current?.text).toBe(words.presets.removed('Mine'));
	await keepsake.notices.current?.action?.onpress();
	await eventually(() => expect(area()?.value).toBe('Write short.'));
	expect(await stored()).toEqual(['own-mine']);
	expect(area()?.getAttribute('aria-invalid')).toBe('true');
});

it('gets no other name either', async () => {
	const form = new SavedSettings(app);
	await writeSetting(app.db, 'customPresets', {});
	const renamed = form.following(() => form.changeCustomPreset('own-mine', (now) => now));
	expect(await renamed.stored).toEqual({ kind: 'changed-meanwhile' });
	expect(await stored()).toEqual([]);
});

it('is said once to whoever deletes it here', async () => {
	const say = vi.spyOn(keepsake.notices, 'say');
	const remove = [...document.querySelectorAll('button')].find(({ textContent }) =>
		textContent.includes(words.presets.remove)
	);
	remove?.click();
	await eventually(() => expect(say).toHaveBeenCalled());
	await eventually(() => expect(area()).toBeNull());
	expect(say).toHaveBeenCalledTimes(1);
});

it('nothing says that a file was imported beside why another could not be; the way back to a preset stays', async () => {
	const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
	const bring = (text: string) => {
		Object.defineProperty(input, 'files', { value: [new File([text], 'a.json')], writable: true });
		input.dispatchEvent(new Event('change', { bubbles: true }));
	};
	const said = () => keepsake.notices.current?.text;
	const alert = () => document.querySelector('[role=alert]')?.textContent ?? '';
	bring(writePresetFile({ ...mine, name: 'Theirs', target: 0.3 }));
	await eventually(() =>
		expect(said()).toBe(words.presets.imported({ name: 'Theirs', as: 'Theirs' }))
	);
	bring('{');
	await eventually(() => expect(alert()).toContain('Could not import'));
	expect(said()).toBeUndefined();

	const back = { label: 'Undo', onpress: () => undefined };
	keepsake.notices.say(words.presets.removed('Mine'), back);
	bring('no preset');
	await eventually(() => expect(alert()).toContain('Could not import'));
	await new Promise((resolve) => setTimeout(resolve));
	expect(said()).toBe(words.presets.removed('Mine'));
});
