import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppState } from '#state/app.svelte.ts';
import { newChat } from '../../../../src/routes/frame/new-chat.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';

/** Where the focus is once a new chat has come that took its time. */

const { goto } = vi.hoisted(() => ({ goto: vi.fn<(to: string) => Promise<void>>() }));
vi.mock('$app/navigation', () => ({ goto }));

let app: TestApp;
withApp((own) => (app = own));

const composer = document.createElement('textarea');
const menu = document.createElement('button');
beforeEach(() => {
	const place = document.createElement('div');
	place.id = 'composer';
	place.append(composer);
	document.body.append(place, menu);
	menu.focus();
});
afterEach(() => document.body.replaceChildren());

/** The keys are pressed while it is on its way. */
async function begin(...keys: readonly string[]) {
	goto.mockImplementation(() => {
		for (const key of keys)
			menu.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
		return Promise.resolve();
	});
	await newChat(new AppState(app));
	return document.activeElement;
}

it('goes into the composer, also for whoever types already', async () => {
	expect(await begin('H', 'i')).toBe(composer);
});

it('stays with whoever has gone on to something else meanwhile', async () => {
	expect(await begin('Tab')).toBe(menu);
});
