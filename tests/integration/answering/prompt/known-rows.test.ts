import { afterEach, describe, expect, it, vi } from 'vitest';
import { Truth } from '#db/schema.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { addTombstone, closeTombstone } from '#db/forgetting/intents.ts';
import { nothingTold } from '#db/told.ts';
import { editMessage } from '#flows/answer/edit-message.ts';
import { readCase } from '#flows/compaction/case/compaction-case.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import type { App } from '#flows/ports.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { warmPrompt } from '#flows/prompt/warm-prompt.ts';
import { anotherTab, sendWords, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { text } from '../../../support/builders/a-turn.ts';
import { never, unseen } from '../../../support/never.ts';
import { say } from '../../../support/scripted/scripted-model.ts';

let app: TestApp;
withApp((own) => (app = own));

let fresh: TestApp | undefined;
afterEach(() => {
	fresh?.db.close();
	fresh = undefined;
});

async function talk(messages: readonly string[]) {
	const session = newSession(app, { kind: 'main', offRecord: false });
	for (const words of messages) {
		app.model.next(say(`Answer to ${words}`));
		const now = (await sessionOf(app.db, session.id)) ?? session;
		await sendWords(app, now, words);
	}
	return (await sessionOf(app.db, session.id)) ?? session;
}

/** How many rows of a table are read from now on. */
function rowsRead(table: { hook: App['db']['turns']['hook'] }): () => number {
	let count = 0;
	table.hook('reading', (row) => {
		count++;
		return row;
	});
	return () => count;
}

/** A tab that has read and filed nothing yet: what is known is known of a connection. */
async function aFreshTab(): Promise<TestApp> {
	const tab = anotherTab({ ...app, db: new Truth(app.db.name) });
	await tab.db.open();
	fresh = tab;
	return tab;
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

	it('is read anew where something was forgotten, while that is being done and afterwards', async () => {
		const session = await talk(['One', 'Two', 'Three']);
		const ask = { session, unsent: [text('Four')] };
		const before = await previewPrompt(app, ask);
		const [turn] = await app.db.turns.toArray();
		if (!turn) throw new Error('A turn was stored');
		const what = { kind: 'turn', sessionId: session.id, turnId: turn.turnId } as const;
		const tombstone = await addTombstone(app.db, { what, lines: [], summaries: {} }, 1);
		if (tombstone.status === 'failed') throw new Error('It can be forgotten');
		// What quoted it loses its words without a mark of its own.
		await previewPrompt(app, ask);
		await app.db.marks.clear();
		await app.db.turns.put({ ...turn, asked: [], forgottenAt: 1 });
		const meanwhile = await previewPrompt(app, ask);
		await closeTombstone(app.db, tombstone.value, null, nothingTold);
		const after = await previewPrompt(app, ask);
		expect(JSON.stringify(before.body)).toContain('Answer to One');
		expect(JSON.stringify(meanwhile.body)).not.toContain('Answer to One');
		expect(JSON.stringify(after.body)).not.toContain('Answer to One');
	});

	it('is read anew for a summary while something is being forgotten', async () => {
		const session = await talk(['One', 'Two', 'Three']);
		const asked = async () => {
			const place = { sessionId: session.id, branch: null, answerer: 'any' };
			return (await readCase(app.db, place))?.exchanges.map(({ turn }) => turn.asked);
		};
		const [turn] = await app.db.turns.toArray();
		const what = { kind: 'turn', sessionId: session.id, turnId: turn?.turnId ?? '' } as const;
		const added = await addTombstone(app.db, { what, lines: [], summaries: {} }, 1);
		expect(added.status).toBe('stored');
		expect(await asked()).toEqual([[text('One')], [text('Two')], [text('Three')]]);
		await app.db.turns.put({ ...turn!, asked: [], forgottenAt: 1 });
		expect(await asked()).toEqual([[], [text('Two')], [text('Three')]]);
	});

	it('is not read from the database again but for the last turn, which may have got a step', async () => {
		const session = await talk(['One', 'Two', 'Three', 'Four']);
		const ask = { session, unsent: [text('Five')] };
		await previewPrompt(app, ask);
		const got = rowsRead(app.db.turns);
		await previewPrompt(app, ask);
		expect(got()).toBe(1);
		const tab = anotherTab(app);
		tab.model.next(say('Answer to Five'));
		await sendWords(tab, session, 'Five');
		const later = await previewPrompt(app, { session, unsent: [text('Six')] });
		expect(JSON.stringify(later.body)).toContain('Answer to Five');
	});

	it('is read anew where a copy was restored over it, though it stands in the same places', async () => {
		const session = await talk(['One', 'Two', 'Three', 'Four']);
		const other = await talk(['Uno', 'Dos', 'Tres', 'Quattro']);
		const ask = { session, unsent: [text('Five')] };
		await previewPrompt(app, ask);
		const moved = <Row extends { sessionId: string }>(rows: readonly Row[]) =>
			rows
				.filter(({ sessionId }) => sessionId === other.id)
				.map((row) => ({ ...row, sessionId: session.id }));
		await app.db.turns.bulkPut(moved(await app.db.turns.toArray()));
		await app.db.steps.bulkPut(moved(await app.db.steps.toArray()));
		const restored = JSON.stringify((await previewPrompt(app, ask)).body);
		expect(restored).toContain('Answer to Uno');
		expect(restored).not.toContain('Answer to One');
	});

	it('is read in the branch on screen, whatever was read before', async () => {
		const session = await talk(['One', 'Two', 'Three']);
		const ask = { session, unsent: [text('Four')] };
		const before = await previewPrompt(app, ask);
		const [, second] = await app.db.turns.toArray();
		if (!second) throw new Error('A turn was stored');
		app.model.next(say('Another answer'));
		const place = { sessionId: session.id, turnId: second.turnId };
		await editMessage(app, { ...place, blocks: [text('Else')] }, unseen, never);
		const edited = JSON.stringify((await previewPrompt(app, ask)).body);
		expect(edited).toContain('Another answer');
		expect(edited).not.toContain('Answer to Two');
		await app.db.sessions.update(session.id, { branch: second.branch });
		expect((await previewPrompt(app, ask)).body).toEqual(before.body);
	});

	it('is looked up in the ledger by what is new alone', async () => {
		const session = await talk(['One', 'Two', 'Three', 'Four', 'Five', 'Six']);
		const look = vi.spyOn(app.db.blobs, 'bulkGet');
		app.model.next(say('Answer to Seven'));
		await sendWords(app, session, 'Seven');
		const asked = look.mock.calls.map(([hashes]) => hashes.length);
		look.mockRestore();
		expect(Math.max(...asked)).toBeLessThan(4);
		expect(await bodies(session.id)).not.toContain(null);
	});

	it('is looked up while the next message is written, where a tab has filed nothing yet', async () => {
		const session = await talk(['One', 'Two', 'Three', 'Four', 'Five', 'Six']);
		const tab = await aFreshTab();
		await warmPrompt(tab, session);
		const look = vi.spyOn(tab.db.blobs, 'bulkGet');
		tab.model.next(say('Answer to Seven'));
		await sendWords(tab, session, 'Seven');
		const asked = look.mock.calls.map(([hashes]) => hashes.length);
		look.mockRestore();
		expect(Math.max(...asked)).toBeLessThan(4);
		expect(await bodies(session.id)).not.toContain(null);
	});

	it.each([
		['was forgotten before that', true],
		['is forgotten after that', false]
	])('is filed again where a part of it %s', async (_, isBefore) => {
		const session = await talk(['One', 'Two', 'Three']);
		const tab = await aFreshTab();
		const empty = async () => {
			const [question] = (await ledgerOf(app.db, session.id)).flatMap(({ messages }) => messages);
			await app.db.blobs.update(question ?? '', { bytes: new Uint8Array() });
			const what = { kind: 'turn', sessionId: 'another', turnId: 'of another' } as const;
			const tombstone = await addTombstone(app.db, { what, lines: [], summaries: {} }, 1);
			if (tombstone.status === 'failed') throw new Error('It can be forgotten');
			await closeTombstone(app.db, tombstone.value, null, nothingTold);
		};
		if (isBefore) await empty();
		await warmPrompt(tab, session);
		if (!isBefore) await empty();
		expect(await bodies(session.id)).toContain(null);
		tab.model.next(say('Answer to Four'));
		await sendWords(tab, session, 'Four');
		expect((await bodies(session.id)).at(-1)).not.toBeNull();
	});

	it('is filed again when it was tidied away meanwhile', async () => {
		const session = await talk(['One', 'Two']);
		await app.db.ledger.clear();
		await app.db.blobs.clear();
		app.model.next(say('Answer to Three'));
		await sendWords(app, session, 'Three');
		const read = await bodies(session.id);
		expect(read).not.toContain(null);
		expect(JSON.stringify(read.at(-1))).toContain('Answer to One');
	});
});
