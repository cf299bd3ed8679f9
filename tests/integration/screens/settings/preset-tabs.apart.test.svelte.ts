import { flushSync, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recommended } from '#core/presets/built-in.ts';
import { readSettings, writeSetting } from '#db/settings.ts';
import type { AppState } from '#state/app.svelte.ts';
import { fieldsUnderPen } from '#state/tab/under-pen.ts';
import { words } from '#ui/words/all-words.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { eventually } from '../../../support/eventually.ts';
import { mountPresets } from './presets-screen.ts';

/** A preset of the user's own that another tab changes while it is changed here. */

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
	await eventually(() => expect(fieldOf('threshold.draft')).toBeDefined());
});
afterEach(async () => {
	await unmount(page);
	fieldsUnderPen.clear();
});

function fieldOf(path: string): HTMLInputElement | undefined {
	const { label } = words.presets.fields[path]!;
	const found = [...document.querySelectorAll('label')].find(({ textContent }) =>
		textContent.includes(label)
	);
	return (found && (found.control ?? document.getElementById(found.htmlFor))) as
		HTMLInputElement | undefined;
}

function paste(field: HTMLInputElement, value: string) {
	field.value = value;
	field.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
}

/** Another tab writes it in the moment in which something is written here. */
const elsewhere = (preset: unknown) =>
	writeSetting(app.db, 'customPresets', { 'own-mine': preset });
const stored = async () => (await readSettings(app.db)).customPresets;

it('what each of them changes is kept, and a new name takes nothing back', async () => {
	const first = elsewhere({ ...mine, afterTurns: 7 });
	paste(fieldOf('threshold.draft')!, '55');
	await first;
	const { threshold } = mine;
	const both = { ...mine, afterTurns: 7, threshold: { ...threshold, draft: 0.55 } };
	await eventually(async () => expect(await stored()).toEqual({ 'own-mine': both }));

	const second = elsewhere({ ...both, afterTurns: 8 });
	const name = [...document.querySelectorAll('input')].find(({ value }) => value === 'Mine')!;
	paste(name, 'Ours');
	await second;
	const renamed = { ...both, afterTurns: 8, name: 'Ours' };
	await eventually(async () => expect(await stored()).toEqual({ 'own-mine': renamed }));
});

it('a field that it has no more is not written into it', async () => {
	const other = { ...mine, threshold: { kind: 'absolute', tokens: 50_000 } };
	const first = elsewhere(other);
	paste(fieldOf('threshold.draft')!, '55');
	await first;
	await eventually(() => expect(fieldsUnderPen.size).toBe(1));
	expect(await stored()).toEqual({ 'own-mine': other });
});

it('is brought back once, in whichever tabs that is asked for', async () => {
	await writeSetting(app.db, 'customPresets', {});
	await eventually(() =>
		expect(keepsake.notices.current?.text).toBe(words.presets.removed('Mine'))
	);
	await elsewhere(mine);
	await eventually(() => expect(fieldOf('threshold.draft')).toBeDefined());
	await keepsake.notices.current?.action?.onpress();
	expect(await stored()).toEqual({ 'own-mine': mine });
});
