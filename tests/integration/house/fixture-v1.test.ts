import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chainStart, linkTurn, chainEnd } from '#core/log/chain.ts';
import { summaryInUse } from '#core/summary/summary.ts';
import { archives } from '#db/archives/archives.ts';
import { memoryFiles, originsOf, revisionsOf } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { blobsOf, ledgerOf } from '#db/ledger/ledger.ts';
import { pinsOf } from '#db/log/pins.ts';
import { IndexStore, Scratch, Truth } from '#db/schema.ts';
import { readPath } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { marksOf, readExchanges } from '#db/log/turns.ts';
import { readArchive } from '#flows/archives/read-archive.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import { createSearcher } from '#flows/search/search-everything.ts';
import { packer } from '#worker/workshop/packer.ts';
import fixture from '../../fixtures/keepsake-v1.json' with { type: 'json' };
import { fixedClock } from '../../support/builders/a-clock.ts';
import { searchWith } from '../../support/searching.ts';

/** A profile as version 1 of the database left it, opened by the app of today. */

let db: Truth;
let runs = 0;

const clock = fixedClock(1_700_000_200_000);

const revived = (value: unknown): unknown =>
	typeof value === 'object' && value !== null && 'base64' in value
		? Uint8Array.from(atob(String(value.base64)), (letter) => letter.charCodeAt(0))
		: value;

/** Make the database with the schema of its time, which the fixture itself holds. */
async function restore(name: string): Promise<void> {
	const old = new Dexie(name, { cache: 'disabled' });
	const tables = Object.entries(fixture.tables);
	old
		.version(fixture.version)
		.stores(Object.fromEntries(tables.map(([table, { schema }]) => [table, schema])));
	for (const [table, { rows }] of tables)
		await old
			.table(table)
			.bulkAdd(
				rows.map((row: object) =>
					Object.fromEntries(Object.entries(row).map(([key, value]) => [key, revived(value)]))
				)
			);
	old.close();
}

beforeEach(async () => {
	const name = `fixture-v1-${String(++runs)}`;
	await restore(name);
	db = new Truth(name);
});
afterEach(async () => {
	await db.delete();
});

test('the truth is committed strictly, what can be made again is not waited for', async () => {
	const others: readonly Dexie[] = [
		new Scratch(`durability-scratch-${String(runs)}`),
		new IndexStore(`durability-index-${String(runs)}`)
	];
	const durabilities: (readonly [string, string])[] = [];
	const stores: readonly Dexie[] = [db, ...others];
	for (const store of stores) {
		await store.open();
		const [table] = store.tables;
		if (!table) throw new Error('There is no table');
		// The transaction as the browser has it, not what Dexie was asked for.
		await store.transaction('rw', table, async (transaction) => {
			await table.count();
			durabilities.push([store.constructor.name, transaction.idbtrans.durability]);
		});
	}
	expect(durabilities).toEqual([
		['Truth', 'strict'],
		['Scratch', 'relaxed'],
		['IndexStore', 'relaxed']
	]);
	for (const store of others) await store.delete();
});

test('the fixture of version 1 has rows in every table that version 1 had', () => {
	expect(fixture.version).toBe(1);
	expect(Object.keys(fixture.tables)).toHaveLength(21);
	for (const [table, { rows }] of Object.entries(fixture.tables))
		expect(rows, table).not.toHaveLength(0);
});

test('a conversation of version 1 reads back whole: both branches, chained as they were', async () => {
	const trunk = await readExchanges(db, 's1', await readPath(db, 's1', 'trunk'));
	expect(trunk.map(({ turn }) => turn.seq)).toEqual([0, 1, 2, 3]);
	expect(trunk.every(({ steps }) => steps.length === 2)).toBe(true);
	let link = chainStart('s1');
	for (const exchange of trunk) {
		const { turnId, asked, hash } = exchange.turn;
		expect(linkTurn(link, turnId, asked)).toBe(hash);
		link = chainEnd(exchange);
	}
	const edited = await readExchanges(db, 's1', await readPath(db, 's1', 'edited'));
	expect(edited.map(({ turn }) => [turn.branch, turn.seq])).toEqual([
		['trunk', 0],
		['trunk', 1],
		['edited', 2]
	]);
	expect(await marksOf(db, 's1')).toMatchObject([{ kind: 'left-out' }]);
	expect(await pinsOf(db, 's1')).toMatchObject([{ text: 'Seat 4C' }]);
});

test('its summary stands in the prompt as it did, and its archive still opens', async () => {
	const summaries = await summariesOf(db, 's1');
	const used = summaryInUse(summaries, await readPath(db, 's1'));
	expect(used).toMatchObject({ round: 1, text: 'They counted from nought to one.' });
	const [archive] = await archives(db);
	expect(used?.archiveId).toBe(archive?.id);
	const read = await readArchive({ db, packer, clock }, { archiveId: archive?.id ?? '' });
	expect(read).toMatchObject({ status: 'read' });
});

test('its memory, what waits at the desk and its settings are there', async () => {
	expect(await memoryFiles(db)).toMatchObject([
		{ path: 'MEMORY.md', text: '# Me\n\n- Prefers aisle seats\n', rev: 1 }
	]);
	expect(await revisionsOf(db, 'MEMORY.md')).toHaveLength(1);
	expect(await originsOf(db, 'MEMORY.md')).toMatchObject([{ origin: 'own' }]);
	expect(await waitingProposals(db)).toMatchObject([{ text: 'Likes numbers' }]);
	expect(await readSettings(db)).toMatchObject({ theme: 'dark' });
});

test('what was sent then can still be read byte for byte', async () => {
	const [entry] = await ledgerOf(db, 's1');
	if (!entry) throw new Error('The fixture has no request');
	expect(await blobsOf(db, entry.messages)).not.toContain(undefined);
	expect(await bodyOf({ db }, entry)).toMatchObject({
		model: 'claude-test',
		messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]
	});
});

test('search finds turns, the summary and memory of version 1', async () => {
	const store = new IndexStore(`${db.name}-index`);
	const searcher = createSearcher({ db, store, now: () => 1_700_000_200_000, zone: () => 'UTC' });
	const found = async (query: string) =>
		(
			await searchWith(searcher, {
				query,
				limit: 10,
				now: 1_700_000_200_000,
				guest: false,
				sessionId: null,
				fromAt: null,
				throughAt: null,
				prefix: false
			})
		).hits.length;
	expect(await found('aisle seats')).toBeGreaterThan(0);
	expect(await found('counted from nought')).toBeGreaterThan(0);
	expect(await found('number fine')).toBeGreaterThan(0);
	expect(await found('xylophone')).toBe(0);
	await store.delete();
});
