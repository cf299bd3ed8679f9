import { flushSync, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recommended } from '#core/presets/built-in.ts';
import { readSettings, writeSetting } from '#db/settings.ts';
import type { AppState } from '#state/app.svelte.ts';
import { SavedSettings } from '#state/settings/saved-settings.svelte.ts';
import { fieldsUnderPen } from '#state/tab/under-pen.ts';
import { words } from '#ui/words/all-words.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { eventually } from '../../../support/eventually.ts';
import { mountPresets } from './presets-screen.ts';

/** A preset of the user's own that another tab deletes while it is on the page. */

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
