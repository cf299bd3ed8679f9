import { beforeEach, expect, it, vi } from 'vitest';
import { marksOf } from '#db/log/turns.ts';
import { pinsOf } from '#db/log/pins.ts';
import { readPrompt } from '#flows/prompt/read-prompt.ts';
import { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { markActions } from '../../../../src/routes/chat/acts/turn/mark-actions.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { anExchange, text } from '../../../support/builders/a-turn.ts';
import { storeSession } from '../../../support/builders/stored-session.ts';

/** What is taken back stands as it stood, with its own time: of “pinned” and “left out” the later one holds. */

let app: TestApp;
let keepsake: AppState;
const session = aSession();
const turnId = 't0';

withApp((own) => (app = own));
beforeEach(async () => {
	keepsake = new AppState(app);
	await storeSession(app.db, session, [anExchange(0, 'The vault code is 7788'), anExchange(1)]);
});

async function acts() {
	const opens = { pins: vi.fn(), summary: vi.fn(), line: vi.fn() };
	const marks = { [turnId]: (await marksOf(app.db, 's1')).filter((one) => one.turnId === turnId) };
	const view = { id: 's1', marks, inUse: null, excerpt: {} } as unknown as SessionView;
	return markActions(keepsake, view, opens);
}
const pin = async (on: boolean, side: 'user' | 'assistant' = 'user') =>
	(await acts()).pin(turnId, side, on);
const leaveOut = async (on: boolean) => (await acts()).mark(turnId, 'left-out', on);
const undo = () => keepsake.notices.current?.action?.onpress();

async function isSent(): Promise<boolean> {
	const asked = { kind: 'unsent', blocks: [text('Go on')] } as const;
	const { prompt } = await readPrompt(app, { session, asked });
	return JSON.stringify(prompt.body).includes('7788');
}
const stored = async () => [await marksOf(app.db, 's1'), await pinsOf(app.db, 's1')];

it('a pin that is taken off and put back does not send what was left out after it', async () => {
	await pin(true);
	await leaveOut(true);
	expect(await isSent()).toBe(false);
	const before = await stored();
	await pin(false);
	await undo();
	expect(keepsake.notices.current?.text).toBe(
		'Pinned. Not sent: its message is left out or deleted.'
	);
	expect(await isSent()).toBe(false);
	expect(await stored()).toEqual(before);
	// The undo can be undone, and that again.
	await undo();
	expect(await pinsOf(app.db, 's1')).toEqual([]);
	await undo();
	expect(await stored()).toEqual(before);
});

it('what is taken in and left out again does not stop a pin that was put on it since', async () => {
	await leaveOut(true);
	await pin(true);
	expect(await isSent()).toBe(true);
	const before = await stored();
	await leaveOut(false);
	await undo();
	expect(await isSent()).toBe(true);
	expect(await stored()).toEqual(before);
});

it('of a message that was pinned on one side, that side is pinned again', async () => {
	await pin(true, 'assistant');
	const before = await stored();
	await pin(true, 'user');
	expect(await stored()).not.toEqual(before);
	await undo();
	expect(await stored()).toEqual(before);
});
