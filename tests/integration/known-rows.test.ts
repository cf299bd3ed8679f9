import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ledgerOf } from '#db/records.ts';
import { sessionOf } from '#db/sessions.ts';
import { bodyOf } from '#flows/keep-ledger.ts';
import { newSession } from '#flows/new-session.ts';
import { previewPrompt } from '#flows/preview-prompt.ts';
import { sendMessage } from '#flows/send-message.ts';
import { anApp, type TestApp } from '../support/an-app.ts';
import { text } from '../support/a-turn.ts';
import { say } from '../support/scripted-model.ts';

let app: TestApp;

beforeEach(async () => {
	app = await anApp();
});

afterEach(() => app.close());

const never = new AbortController().signal;

async function talk(messages: readonly string[]) {
	const session = newSession(app, { kind: 'main', offRecord: false });
	for (const words of messages) {
		app.model.next(say(`Answer to ${words}`));
		const now = (await sessionOf(app.db, session.id)) ?? session;
		await sendMessage(app, { session: now, blocks: [text(words)] }, () => undefined, never);
	}
	return (await sessionOf(app.db, session.id)) ?? session;
}

const bodies = async (sessionId: string) =>
	Promise.all((await ledgerOf(app.db, sessionId)).map((entry) => bodyOf(app, entry)));

describe('what was read and filed before', () => {
	it('is not formed and weighed anew: rows that stay the same stay the same objects', async () => {
		const session = await talk(['One', 'Two']);
		const ask = { session, unsent: [text('Three')] };
		const first = await previewPrompt(app, ask);
		const second = await previewPrompt(app, ask);
		expect(second.body.messages[0]).toBe(first.body.messages[0]);
		expect(second.body).toEqual(first.body);
	});

	it('is read anew where a row has changed', async () => {
		const session = await talk(['One', 'Two']);
		const ask = { session, unsent: [text('Three')] };
		const before = await previewPrompt(app, ask);
		const [turn] = await app.db.turns.toArray();
		if (!turn) throw new Error('A turn was stored');
		await app.db.turns.put({ ...turn, asked: [], forgottenAt: 1 });
		const after = await previewPrompt(app, ask);
		expect(JSON.stringify(before.body)).toContain('Answer to One');
		expect(JSON.stringify(after.body)).not.toContain('Answer to One');
	});

	it('is looked up in the ledger by what is new alone', async () => {
		const session = await talk(['One', 'Two', 'Three', 'Four', 'Five', 'Six']);
		const look = vi.spyOn(app.db.blobs, 'bulkGet');
		app.model.next(say('Answer to Seven'));
		await sendMessage(app, { session, blocks: [text('Seven')] }, () => undefined, never);
		const asked = look.mock.calls.map(([hashes]) => hashes.length);
		look.mockRestore();
		expect(Math.max(...asked)).toBeLessThan(4);
		expect(await bodies(session.id)).not.toContain(null);
	});

	it('is filed again when it was tidied away meanwhile', async () => {
		const session = await talk(['One', 'Two']);
		await app.db.ledger.clear();
		await app.db.blobs.clear();
		app.model.next(say('Answer to Three'));
		await sendMessage(app, { session, blocks: [text('Three')] }, () => undefined, never);
		const read = await bodies(session.id);
		expect(read).not.toContain(null);
		expect(JSON.stringify(read.at(-1))).toContain('Answer to One');
	});
});
