import { afterEach, expect, test } from 'vitest';
import type { Dexie } from 'dexie';
import { memoryFile } from '#db/memory/files.ts';
import { IndexStore, Scratch, Truth } from '#db/schema.ts';
import type { Forgetting, Forgotten, SummaryEnd } from '#core/forgetting/what.ts';
import { forget, forgetDeleted } from '#flows/forgetting/forget.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { anApp, appWith, logOf, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withWorkshop } from '../../support/apps/with-workshop.ts';
import { breakingStorage, faultAt } from '../../support/breaking/breaking-storage.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { text } from '../../support/builders/a-turn.ts';
import { never, unseen } from '../../support/never.ts';
import { answer, say } from '../../support/scripted/scripted-model.ts';

/** Forgetting in which the storage breaks at any step: done again it leaves what one that was not broken leaves. */

const word = 'xyloquartz';
let count = 0;
const open: Place[] = [];
afterEach(async () => {
	for (const { app, index } of open.splice(0)) {
		await app.close();
		await index.delete();
	}
});

interface Place {
	readonly app: TestApp;
	readonly index: IndexStore;
}

type Rows = readonly (readonly [string, readonly unknown[]])[];

const rowsOf = (db: Dexie): Promise<Rows> =>
	Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()] as const));

async function put(db: Dexie, rows: Rows): Promise<void> {
	for (const [name, of] of rows) await db.table(name).bulkAdd(structuredClone([...of]));
}

/** A place of its own; where rows are given it holds them, and its storage can be broken. */
async function aPlace(rows: readonly Rows[] = []) {
	const name = `torn-${String(++count)}`;
	const db = new Truth(name);
	const scratch = new Scratch(`${name}-scratch`);
	const index = new IndexStore(`${name}-index`);
	const storage = breakingStorage(db, scratch, index);
	for (const [at, of] of rows.entries()) await put([db, scratch, index][at] ?? db, of);
	const app = withWorkshop(appWith({ db, scratch }), index);
	// Only what is written may differ, not when.
	app.clock.now = () => app.clock.at;
	open.push({ app, index });
	return { app, index, storage };
}

const storesOf = ({ app, index }: Place) => [app.db, app.scratch, index];

/** A file that goes along with a message. */
const aFile = {
	type: 'document',
	source: { type: 'text', media_type: 'text/plain', data: `All about ${word}, by heart` },
	title: `${word}.txt`
} as const;

/** A word is said, and stands in a file beside what was said, summarised, learnt, archived and recalled elsewhere. */
async function lived() {
	const index = new IndexStore(`torn-lived-${String(++count)}`);
	const app = withWorkshop(await anApp(), index);
	open.push({ app, index });
	const { db } = app;
	const session = newSession(app, { kind: 'main', offRecord: false });
	const sessionId = session.id;
	app.model.next(say('Seven cups.'), say(`I noted ${word}.`));
	await sendWords(app, session, 'How many cups?');
	const blocks = [aFile, text(`My secret word is ${word}, keep it well.`)];
	await sendMessage(app, { session, blocks }, unseen, never);
	const turnId = (await logOf(app, sessionId))[1]?.turn.turnId ?? '';
	const words = `Cups were bought.\n- The secret word is ${word}.`;
	const through = { seq: 1, step: 0 };
	const summary = aSummary(1, { id: 'sum', sessionId, through, text: words, originalText: words });
	await db.summaries.put(summary);
	await app.workshop.run('archive-session', { sessionId }, never);
	const proposed = await proposeLine(app, {
		text: `Uses ${word} daily`,
		path: 'MEMORY.md',
		source: 'compaction',
		origin: 'own',
		sessionId,
		turnIds: [turnId]
	});
	if (proposed.status === 'waiting') await acceptProposal(app, proposed.proposal.id);
	const other = newSession(app, { kind: 'main', offRecord: false });
	const recall = { type: 'tool_use', id: 'c', name: 'recall', input: { query: 'secret' } } as const;
	app.model.next(answer([recall]), say('Found.'));
	await sendWords(app, other, 'What was it?');
	expect((await memoryFile(db, 'MEMORY.md'))?.text).toContain(word);
	// Each request was paid for today: what it cost counts once, on file or not.
	await db.ledger.toCollection().modify({ cost: 0.25, at: app.clock.at });
	const rows = await Promise.all([db, app.scratch, index].map(rowsOf));
	const whole = async (what: Forgotten): Promise<Forgetting> => {
		const weighed = await app.workshop.run('weigh-forgetting', { what }, never);
		if (weighed.status !== 'weighed') throw new Error(weighed.status);
		const { lines, summaries } = weighed.found;
		const ends = summaries.map(({ id, text: left }): [string, SummaryEnd] => [
			id,
			left.trim() === '' ? { how: 'drop' } : { how: 'rewrite', text: left }
		]);
		return { what, lines: lines.map((line) => line.text), summaries: Object.fromEntries(ends) };
	};
	return {
		rows,
		turn: await whole({ kind: 'turn', sessionId, turnId }),
		session: await whole({ kind: 'session', sessionId }),
		line: await whole({ kind: 'line', line: `Uses ${word} daily` })
	};
}

/** As tests and as the workshop make them. */
const anId = /id-\d{6}|[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g;

/**
 * What else lost words, as the list tells it, lacks what went in the very step before one that breaks; and a row that is
 * cut, or a line that is forgotten, twice counts it.
 */
const counted = /,"(?:cut(?:Summaries|Results|Requests)|rev|times)":\d+/g;

/** All that is there, but that ids which were made here are as good as others. */
async function left(place: Place): Promise<Record<string, readonly string[]>> {
	const stores = await Promise.all(storesOf(place).map(rowsOf));
	const bytes = (_: string, value: unknown): unknown =>
		value instanceof Uint8Array ? [...value] : value;
	const plain = (row: unknown) =>
		JSON.stringify(row, bytes).replace(anId, 'id').replace(counted, '');
	return Object.fromEntries(stores.flat().map(([name, of]) => [name, of.map(plain).toSorted()]));
}

const toldIn = async ({ app }: Place) =>
	(await app.db.activity.filter(({ kind }) => kind === 'deletion').toArray()).map(
		({ details }) => details
	);

test.each(['turn', 'session', 'line'] as const)('a %s', async (kind) => {
	const { rows, [kind]: asked } = await lived();
	const unbroken = await aPlace(rows);
	unbroken.storage.breakAt(Infinity, 'full');
	expect(await forget(unbroken.app, asked)).toMatchObject({ status: 'forgotten' });
	const { calls } = unbroken.storage;
	await forgetDeleted(unbroken.app, never);
	const whole = await left(unbroken);
	const listed = await toldIn(unbroken);
	const holding = await tablesWith(storesOf(unbroken), word);
	if (kind !== 'line') expect(holding).toEqual([]);
	for (let at = count % 3; at < calls; at += 3) {
		const place = await aPlace(rows);
		const { app, storage } = place;
		storage.breakAt(at, faultAt(at), at % 2 === 0);
		const told = await forget(app, asked).catch(() => ({ status: 'failed' }));
		expect([storage.mend(), told.status]).toEqual([true, 'failed']);
		// What could not even be decided is asked for again; all else goes on by itself.
		if ((await app.db.tombstones.count()) === 0) await forget(app, asked);
		await forgetDeleted(app, never);
		expect([at, await left(place)]).toEqual([at, whole]);
		// By then the words are gone from what is counted.
		if (at > calls - 5) expect([at, await toldIn(place)]).toEqual([at, listed]);
	}
});
