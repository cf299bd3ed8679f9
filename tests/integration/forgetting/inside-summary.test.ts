import { expect, test } from 'vitest';
import type { ChunkResult } from '#core/compaction/compaction.ts';
import type { IndexStore } from '#db/schema.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { aCompaction } from '../../support/builders/a-compaction.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** A summary that was written inside the conversation: its model had read what follows the boundary too. */

let app: TestApp;
let index: IndexStore;

withAppAndWorkshop((own, store) => {
	app = own;
	index = store;
});

const canary = 'Xylograph-4711';
const promptId = 'summary-recommended-1-inside-2';
const text = `They said hello.\n- The word is ${canary}.\n- No more.`;

/** The word is said behind the end of the summary, before it was made. */
async function said() {
	const session = newSession(app, { kind: 'main', offRecord: false });
	const words = ['Good day.', 'How are you?', `The word is ${canary}.`, 'And which tea?'];
	app.model.next(...words.map(() => say('Fine.')));
	for (const one of words) await sendWords(app, session, one);
	const turnId = (await app.db.turns.toArray())[2]?.turnId ?? '';
	const what = { kind: 'turn' as const, sessionId: session.id, turnId };
	return { sessionId: session.id, what };
}

/** What the path was when it was made. */
const upTo = (throughSeq: number) => ({
	path: [{ branch: 'trunk', fromSeq: 0, throughSeq }],
	step: 0
});

const inAll = () => tablesWith([app.db, app.scratch, index], canary);

test('what it tells of a later message that was read for it goes with that, from its text, its job and the next round', async () => {
	const { sessionId, what } = await said();
	const told = { sessionId, text, originalText: text, anchors: `Names: ${canary}` };
	await app.db.summaries.bulkPut([
		aSummary(1, { ...told, promptId, saidBefore: upTo(2), compactionId: 'job' }),
		aSummary(1, { ...told, id: 'm2', round: 2, saidBefore: upTo(3) })
	]);
	const part: ChunkResult = {
		index: 0,
		from: { seq: 0, step: -1 },
		through: { seq: 1, step: 0 },
		...{ text, memories: [], tier: 'full', model: 'm', promptId, cost: null }
	};
	const plan = { inside: true, plan: { through: part.through } } as never;
	await app.db.compactions.bulkPut([
		aCompaction({
			id: 'job',
			sessionId,
			status: 'committed',
			summaryId: 'm1',
			plan,
			chunks: [part]
		}),
		aCompaction({ id: 'ended', sessionId, status: 'failed', plan, chunks: [part] })
	]);
	await forget(app, { what, lines: [], summaries: {} });
	expect(await inAll()).toEqual([]);
	expect(await app.db.summaries.get('m1')).toMatchObject({ text: 'They said hello.\n- No more.' });
});

test('is left alone where the message was said after it was made', async () => {
	const { sessionId, what } = await said();
	await app.db.summaries.put(
		aSummary(1, { sessionId, text, originalText: text, promptId, saidBefore: upTo(1) })
	);
	await forget(app, { what, lines: [], summaries: {} });
	expect(await inAll()).toEqual(['summaries']);
});
