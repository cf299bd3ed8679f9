import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppState } from '#state/app.svelte.ts';
import { readSettings, writeSetting } from '#db/settings.ts';
import BackgroundOffer from '#ui/chat/summary/BackgroundOffer.svelte';
import { decideBackground } from '../../../../src/routes/chat/acts/decide-background.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { eventually } from '../../../support/eventually.ts';
import { all, clear, show } from '../../kit/kit-page.ts';

/** The question whether summaries may be prepared before the limit asks for one. */

let app: TestApp;
beforeEach(async () => {
	app = await anApp();
});
afterEach(async () => {
	await clear();
	await app.close();
});

const decided = async () => (await readSettings(app.db)).backgroundDrafts;

it('promises no question at the limit, where a summary is made unasked', () => {
	show(BackgroundOffer, { model: 'claude-sonnet-5-5', dollars: null, onanswer: vi.fn() });
	expect(all('button').map((one) => one.textContent.trim())).toEqual([
		'Prepare them',
		'Only when one is needed'
	]);
});

it.each([
	[false, 'no', 'No summaries before the limit.'],
	[true, 'yes', 'Summaries are prepared before the limit.']
] as const)('says what was set and where it can be changed, with a way back: %s', async (...of) => {
	const [allowed, value, says] = of;
	const { notices } = await answered(allowed);
	expect(await decided()).toBe(value);
	expect(notices.current?.text).toBe(`${says} Change it under Settings, Policy.`);
	expect(notices.current?.action?.label).toBe('Undo');
	notices.current?.action?.onpress();
	await eventually(async () => {
		expect(await decided()).toBe('not-asked');
		expect(notices.current?.text).toMatch(/^Undone: you are asked again/);
	});
});

it('takes back its own answer and none that was given later under Settings', async () => {
	const { notices } = await answered(false);
	await writeSetting(app.db, 'backgroundDrafts', 'yes');
	notices.current?.action?.onpress();
	await eventually(() => expect(notices.current?.isFailure).toBe(true));
	expect(notices.current?.action).toBeUndefined();
	expect(await decided()).toBe('yes');
});

async function answered(allowed: boolean): Promise<AppState> {
	const keepsake = new AppState(app);
	await decideBackground(keepsake, allowed);
	return keepsake;
}
