import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { normaliseLine } from '#core/lines/line.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { markActions } from '../../../../src/routes/chat/acts/turn/mark-actions.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { aMemoryFile } from '../../../support/builders/a-prompt.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';

/** What is said of a message that is kept out, where something else goes on telling of it. */

let app: TestApp;
let keepsake: AppState;
const exchanges = someExchanges(6);
const summary = aSummary(2, { status: 'active' });
const opens = { pins: vi.fn(), summary: vi.fn(), line: vi.fn() };
const turnId = (seq: number) => exchanges[seq]?.turn.turnId ?? '';

beforeEach(async () => {
	vi.clearAllMocks();
	app = await anApp();
	keepsake = new AppState(app);
	await storeSession(app.db, aSession(), exchanges);
});
afterEach(async () => {
	await app.close();
});

function actions(inUse = summary as typeof summary | null) {
	const view = {
		id: 's1',
		marks: {},
		inUse,
		excerpt: { exchange: (seq: number) => exchanges[seq] },
		locate: (id: string) =>
			Promise.resolve(exchanges.find(({ turn }) => turn.turnId === id)?.turn.seq ?? null)
	} as unknown as SessionView;
	return markActions(keepsake, view, opens);
}
const notice = () => keepsake.notices.current;

it('says that the summary in use stands for what is left out, and shows it', async () => {
	await actions().mark(turnId(1), 'left-out', true);
	expect(notice()?.text).toContain('The summary in use stands for it');
	notice()?.more?.onpress();
	expect(opens.summary).toHaveBeenCalledWith(summary);
	await actions().mark(turnId(1), 'left-out', false);
	expect(notice()?.text).toBe('Back in the prompt.');
});

it('says no more than that it is left out where the message itself was sent', async () => {
	await actions().mark(turnId(5), 'left-out', true);
	expect(notice()).toMatchObject({ text: 'Left out of the prompt.', more: undefined });
	await actions(null).mark(turnId(1), 'left-out', true);
	expect(notice()).toMatchObject({ text: 'Left out of the prompt.', more: undefined });
	await actions({ ...summary, standsFor: 'nothing' }).mark(turnId(1), 'left-out', true);
	expect(notice()).toMatchObject({ text: 'Left out of the prompt.', more: undefined });
});

it('says so of what is deleted, too', async () => {
	await actions().remove(turnId(1));
	expect(notice()?.text).toContain('The summary in use stands for it');
	await deleteTurn(app, { sessionId: 's1', turnId: turnId(1) });
	await actions().remove(turnId(5));
	expect(notice()?.text).toBe('Deleted a turn.');
});

it('counts the lines that were learnt from what is off the record and stand in memory, and shows the first', async () => {
	const path = 'MEMORY.md';
	const lines = ['Keeps bees', 'Lives in Fulda'];
	await app.db.memoryFiles.put(aMemoryFile(path, '# Me\n- Keeps bees\n- Lives in Fulda\n'));
	for (const [at, line] of [...lines, 'Taken out since'].entries())
		await app.db.memoryOrigins.put({
			id: `o${String(at)}`,
			path,
			line: normaliseLine(line),
			sessionId: 's1',
			turnIds: [turnId(1)],
			origin: 'own',
			writer: 'tool',
			at: 1,
			importance: null,
			tags: []
		});
	await actions().mark(turnId(1), 'off-record', true);
	expect(notice()?.text).toBe(
		'Off the record: nothing more from it will be remembered. 2 lines learnt from it before are in memory.'
	);
	notice()?.more?.onpress();
	expect(opens.line).toHaveBeenCalledWith({ path, text: 'Keeps bees', number: 1 });
	await actions().mark(turnId(2), 'off-record', true);
	expect(notice()?.text).toBe('Off the record: nothing from it will be remembered.');
});
