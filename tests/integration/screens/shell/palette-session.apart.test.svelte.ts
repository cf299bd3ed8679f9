import { flushSync, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { AppState } from '#state/app.svelte.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { enter, mountPalette, typeInPalette } from './palette-page.ts';

/** What the palette offers for the session on screen. Apart: what it does is fetched with the navigation of this file. */

vi.mock('$app/navigation', () => ({ goto: () => Promise.resolve() }));

let app: TestApp;
let keepsake: AppState;
let palette: Record<string, unknown>;
const onclose = vi.fn<() => void>();

beforeEach(async () => {
	onclose.mockReset();
	app = await anApp();
});
afterEach(async () => {
	await unmount(palette);
	await app.close();
});

async function openBeside(session: Partial<Session>) {
	const stored = aSession(session);
	await storeSession(app.db, stored, someExchanges(1));
	keepsake = new AppState(app);
	palette = mountPalette(keepsake, { here: stored.id, onclose });
	await eventually(() => {
		flushSync();
		expect(keepsake.sessions.entries).toHaveLength(1);
	});
	flushSync();
	return () => app.db.sessions.get(stored.id);
}

/** The one field of the dialog that came in the place of the palette. */
const fieldOf = (label: string) =>
	eventually(() => {
		flushSync();
		expect(document.querySelector('label')?.textContent.trim()).toBe(label);
		return document.querySelector<HTMLInputElement>('dialog input')!;
	});

it('renames the session on screen, and asks for the name in the place of the palette', async () => {
	const read = await openBeside({ title: 'Bread' });
	expect(typeInPalette('rename')[0]).toBe('Rename session Bread');
	enter();
	const field = await fieldOf('Session name');
	expect(onclose).not.toHaveBeenCalled();
	field.value = 'Rye bread';
	field.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
	field.form?.requestSubmit();
	await eventually(async () => expect(await read()).toMatchObject({ title: 'Rye bread' }));
	await eventually(() => expect(onclose).toHaveBeenCalledOnce());
});

it('a name of nothing is none: the question stays, and its button is off', async () => {
	const read = await openBeside({ title: 'Bread' });
	typeInPalette('rename');
	enter();
	const field = await fieldOf('Session name');
	field.value = '  ';
	field.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
	expect(document.querySelector<HTMLButtonElement>('dialog button[type=submit]')?.disabled).toBe(
		true
	);
	// Enter reaches the form all the same.
	field.form?.dispatchEvent(new Event('submit', { cancelable: true }));
	flushSync();
	expect(onclose).not.toHaveBeenCalled();
	expect(await read()).toMatchObject({ title: 'Bread' });
});

it('a session that another tab deletes meanwhile is asked about no more', async () => {
	await openBeside({ title: 'Bread' });
	typeInPalette('rename');
	enter();
	await fieldOf('Session name');
	await app.db.sessions.toCollection().modify({ deletedAt: 1 });
	await eventually(() => {
		flushSync();
		expect(onclose).toHaveBeenCalledOnce();
	});
});

it('moves the session on screen to a folder', async () => {
	const read = await openBeside({ title: 'Bread' });
	expect(typeInPalette('folder')[0]).toBe('Move to folder Bread');
	enter();
	const field = await fieldOf('New folder');
	field.value = 'Kitchen';
	field.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
	field.form?.requestSubmit();
	await eventually(async () => expect(await read()).toMatchObject({ folder: 'Kitchen' }));
});

it.each([
	['pin', 'Pin session Bread', { pinned: true }],
	['delete', 'Delete session Bread', { deletedAt: expect.any(Number) as unknown }]
])(
	'finds with “%s” what is done at once with the session on screen',
	async (typed, label, after) => {
		const read = await openBeside({ title: 'Bread' });
		expect(typeInPalette(typed)[0]).toBe(label);
		enter();
		expect(onclose).toHaveBeenCalledOnce();
		await eventually(async () => expect(await read()).toMatchObject(after));
	}
);

it('offers the session on screen as a file, and to take a pin off, to who types for it alone', async () => {
	await openBeside({ title: 'Bread', pinned: true });
	expect(typeInPalette('').join('\n')).not.toContain('Rename session');
	expect(typeInPalette('export')).toEqual(
		expect.arrayContaining(['Export as Markdown Bread', 'Export as HTML Bread'])
	);
	expect(typeInPalette('pin')[0]).toBe('Unpin session Bread');
});
