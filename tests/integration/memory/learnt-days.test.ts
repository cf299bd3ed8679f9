/** What is learnt from a conversation that was brought along belongs to the days on which it was said. */
import { expect, test } from 'vitest';
import { onDevice } from '#core/models/model-card.ts';
import { unjudged } from '#core/memory/memory.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { learnSession } from '#flows/learning/learn-session.ts';
import { proposeLearnt } from '#flows/learning/propose-learnt.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { gardenCard } from '../../support/apps/compactable.ts';
import { heldClock } from '../../support/builders/a-clock.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { anExchange } from '../../support/builders/a-turn.ts';
import { storeSession } from '../../support/builders/stored-session.ts';
import { importFile } from '../../support/apps/importing.ts';
import { never, unseen } from '../../support/never.ts';
import { scriptedSummariser } from '../../support/scripted/scripted-summariser.ts';

let app: TestApp;
withApp((own) => (app = own), { model: gardenCard.id, models: { [gardenCard.id]: gardenCard } });

/** A conversation of Claude.ai that was had over two days in 2023. */
async function bringOld(): Promise<string> {
	const said = [
		['human', '2023-03-01T10:00:00Z', 'I live in Porto and I work at the harbour.'],
		['assistant', '2023-03-01T10:00:05Z', 'Good.'],
		['human', '2023-03-04T10:00:00Z', 'I moved to Braga last week.'],
		['assistant', '2023-03-04T10:00:05Z', 'Noted.']
	] as const;
	const chat_messages = said.map(([sender, created_at, text], at) => ({
		uuid: `m${String(at)}`,
		sender,
		created_at,
		content: [{ type: 'text', text }]
	}));
	const chat = { uuid: 'c1', name: 'Old', created_at: said[0][1], chat_messages };
	await importFile(app.db, {
		name: 'conversations.json',
		file: new Blob([JSON.stringify([chat])])
	});
	return (await app.db.sessions.toCollection().primaryKeys())[0]!;
}

async function learnt(answerer: string, answer = '') {
	const sessionId = await bringOld();
	const model = scriptedSummariser(() => answer);
	const { db, clock } = app;
	await learnSession({ db, clock, model }, { sessionId, answerer, mostParts: 1 }, never, unseen);
	return (await db.proposals.toArray()).map(({ path, text }) => [path, text]);
}

test('a sentence goes to the note of the day it was said on, not to that of today', async () => {
	expect(await learnt(onDevice)).toEqual([
		['memory/2023-03-01.md', 'I live in Porto and I work at the harbour.'],
		['memory/2023-03-04.md', 'I moved to Braga last week.']
	]);
});

test('a line that a model has found goes to the day of the newest turn it names, or of the last it was shown', async () => {
	const lines = [
		'- Works at the harbour in Porto. [turn 1]',
		'- Moved from Porto to Braga. [turn 1] [turn 2]',
		'- Likes the north.'
	];
	const found = await learnt(gardenCard.id, `<memories>\n${lines.join('\n')}\n</memories>`);
	expect(found.map(([path]) => path)).toEqual([
		'memory/2023-03-01.md',
		'memory/2023-03-04.md',
		'memory/2023-03-04.md'
	]);
});

test('lines that are learnt together stand under one heading, however long it takes to put them up', async () => {
	await storeSession(app.db, aSession(), [anExchange(0, 'I keep bees and I grow hops.')]);
	const slow = { db: app.db, clock: heldClock({ step: 61_000 }) };
	const lines = ['Keeps bees.', 'Grows hops.'].map((text) => ({
		...unjudged,
		text,
		turnIds: ['t0']
	}));
	const learnt = { sessionId: 's1', source: 'compaction', taint: 'none', read: [], lines } as const;
	expect(await proposeLearnt(slow, learnt)).toEqual({ status: 'stored', value: 2 });
	const rows = await app.db.proposals.toArray();
	expect(new Set(rows.map(({ time }) => time)).size).toBe(1);
	for (const { id } of rows) await acceptProposal(slow, id);
	const [note] = await app.db.memoryFiles.toArray();
	expect(note?.text.match(/^###/gm)).toHaveLength(1);
});
