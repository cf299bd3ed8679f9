import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UserBlock } from '#core/log/blocks.ts';
import { IndexStore, type Truth } from '#db/schema.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { wordsOfSession } from '#flows/desk/session-words.ts';
import { deletedThings, forget } from '#flows/forgetting/forget.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { appWith } from '../../support/apps/an-app.ts';
import {
	appAround,
	drafted,
	gardenTurns,
	prepare,
	storeGarden
} from '../../support/apps/compactable.ts';
import { withWorkshop } from '../../support/apps/with-workshop.ts';
import { withDatabase } from '../../support/builders/a-database.ts';
import { scriptedSummariser, soundSummary } from '../../support/scripted/scripted-summariser.ts';

/** Whoever summarises is told the name of a document: it is words of its message like any other. */

let db: Truth;
let index: IndexStore;
withDatabase((own) => (db = own));

const name = 'Marta-divorce-contract.pdf';
const pdf: UserBlock = {
	type: 'document',
	title: name,
	source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }
};

beforeEach(async () => {
	index = new IndexStore('forget-file-names');
	await storeGarden(
		db,
		gardenTurns(30).map(({ turn, steps }) => ({
			turn: turn.seq === 2 ? { ...turn, asked: [...turn.asked, pdf] } : turn,
			steps
		}))
	);
});
afterEach(() => index.delete());

test('the name of a PDF is forgotten with its message, in what was summarised too', async () => {
	const told = soundSummary(`Beds were built. The user attached ${name} there.`);
	const around = appAround(
		db,
		scriptedSummariser(() => told)
	);
	const draft = drafted(await prepare(around));
	await useSummary(around, draft.id);
	const stored = async () => JSON.stringify(await db.summaries.toArray());
	expect(await stored()).toContain(name);
	const app = withWorkshop(appWith({ db }), index);
	await deleteTurn(app, { sessionId: 's1', turnId: 'turn-2' });
	const [deleted] = await deletedThings(app);
	if (!deleted) throw new Error('nothing is deleted');
	const what = { what: deleted.what.of, lines: [], summaries: {} };
	expect(await forget(app, what, deleted.what.at)).toMatchObject({ status: 'forgotten' });
	expect(await stored()).not.toContain(name);
	expect(await stored()).toContain('Beds were built.');
});

test('off the record no line tells the name of a PDF', async () => {
	const line = `The user has a file called ${name}.`;
	const isSecret = async () => (await wordsOfSession(db, 's1', { taint: 'none' })).isSecret(line);
	expect(await isSecret()).toBe(false);
	await db.marks.put({ sessionId: 's1', turnId: 'turn-2', kind: 'off-record', at: 1 });
	expect(await isSecret()).toBe(true);
});
