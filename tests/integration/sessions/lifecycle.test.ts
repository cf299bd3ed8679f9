import { expect, it } from 'vitest';
import type { Summary } from '#core/summary/summary.ts';
import { countPlaces } from '#db/count-places.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { waitingDrafts } from '#db/summaries/summaries.ts';
import { editMessage } from '#flows/answer/edit-message.ts';
import { deleteMemoryFile, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import { deleteSessions, restoreSessions } from '#flows/sessions/change-session.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { waitingAtDesk } from '#state/desk/waiting-at-desk.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { text } from '../../support/builders/a-turn.ts';
import { never, unseen } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** What the picture of the places a fact lives in counts. */

let app: TestApp;
withApp((own) => (app = own));

async function talk(messages: readonly string[]): Promise<string> {
	const session = newSession(app, { kind: 'main', offRecord: false });
	for (const words of messages) {
		app.model.next(say(`Answer to ${words}`));
		const now = (await sessionOf(app.db, session.id)) ?? session;
		await sendWords(app, now, words);
	}
	return session.id;
}

it('counts the messages of conversations that go on, in the branch on screen', async () => {
	await talk(['One', 'Two', 'Three']);
	const ended = await talk(['Four', 'Five']);
	expect(await countPlaces(app.db)).toMatchObject({ sessions: 2, turns: 5 });
	await app.db.sessions.update(ended, { endedAt: 1 });
	expect(await countPlaces(app.db)).toMatchObject({ sessions: 1, turns: 3 });
});

it('a draft waits while its conversation goes on: not once that is deleted or ended, and again when it comes back', async () => {
	const { db } = app;
	const [gone, ended] = [await talk(['One']), await talk(['Two'])];
	await db.summaries.bulkPut([
		aSummary(0, { id: 'a', sessionId: gone, status: 'draft' }),
		aSummary(0, { id: 'b', sessionId: ended, status: 'draft' })
	]);
	const waiting = async (): Promise<readonly string[]> => {
		const drafts = (await waitingDrafts(db)).map(({ id }) => id);
		expect(await waitingAtDesk(db)).toBe(drafts.length);
		expect((await countPlaces(db)).waiting).toBe(drafts.length);
		return drafts;
	};
	expect(await waiting()).toEqual(['a', 'b']);
	await deleteSessions(app, [gone]);
	expect(await waiting()).toEqual(['b']);
	await db.sessions.update(ended, { endedAt: 1 });
	expect(await waiting()).toEqual([]);
	await restoreSessions(app, [gone]);
	expect(await waiting()).toEqual(['a']);
});

it('counts an edited message once, and messages whose rows lie in an archive alone', async () => {
	const sessionId = await talk(['One', 'Two', 'Three']);
	const second = (await app.db.turns.toArray())[1];
	if (!second) throw new Error('A turn was stored');
	app.model.next(say('Another answer'));
	await editMessage(
		app,
		{ sessionId, turnId: second.turnId, blocks: [text('Else')] },
		unseen,
		never
	);
	expect(await countPlaces(app.db)).toMatchObject({ sessions: 1, turns: 2 });
	await app.db.turns.clear();
	expect(await countPlaces(app.db)).toMatchObject({ sessions: 1, turns: 2 });
});

it('counts one of each: summaries in use, what waits, notes with their lines, MEMORY.md, archives', async () => {
	const { db } = app;
	const [older, newer, ended] = [await talk(['One']), await talk(['Two']), await talk(['Three'])];
	await db.sessions.update(older, { activeAt: app.clock.at + 1 });
	await db.sessions.update(newer, { activeAt: app.clock.at + 2 });
	await db.sessions.update(ended, { activeAt: app.clock.at + 3, endedAt: 1 });
	const summary = (id: string, sessionId: string, status: Summary['status']) =>
		aSummary(0, { id, sessionId, status });
	await db.summaries.bulkPut([
		summary('a', older, 'superseded'),
		summary('b', older, 'active'),
		summary('c', newer, 'active'),
		summary('d', newer, 'draft'),
		summary('e', newer, 'reverted'),
		summary('f', newer, 'discarded'),
		summary('g', ended, 'active')
	]);
	await proposeLine(app, {
		text: 'Likes tea',
		path: 'MEMORY.md',
		source: 'reset',
		origin: 'own',
		sessionId: newer,
		turnIds: []
	});
	const lines = { 'MEMORY.md': 3, 'memory/2026-11-18.md': 2, 'memory/2026-11-20.md': 4 };
	const write = (path: string, text: string) =>
		saveMemoryFile(app, { path, text, expectedRev: null });
	for (const [path, count] of Object.entries(lines))
		await write(
			path,
			`# Head\n${Array.from({ length: count }, (_, at) => `- Fact ${String(at)}\n`).join('')}`
		);
	await write('memory/garden.md', '- No note of a day\n');
	await write('memory/2026-11-21.md', '- Thrown away\n');
	await deleteMemoryFile(app, 'memory/2026-11-21.md');
	const kept = {
		path: 'x.jsonl.gz',
		sessionId: ended,
		round: null,
		title: '',
		packedBytes: 1,
		sha256: '',
		rawBytes: 1,
		turns: 1,
		firstAt: 1,
		lastAt: 1,
		createdAt: 1,
		deletedAt: null
	};
	await db.archives.bulkPut([
		{ ...kept, id: 'x' },
		{ ...kept, id: 'y', path: 'y.jsonl.gz' },
		{ ...kept, id: 'z', path: 'z.jsonl.gz', deletedAt: 1 }
	]);
	expect(await countPlaces(db)).toEqual({
		sessions: 2,
		turns: 2,
		summaries: 3,
		summarised: newer,
		waiting: 2,
		notes: 2,
		noteLines: 6,
		newestNote: 'memory/2026-11-20.md',
		curatedLines: 3,
		archives: 2
	});
});
