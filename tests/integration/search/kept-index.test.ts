import { describe, expect, test, vi } from 'vitest';
import { beginOfDay, localDayOf } from '#core/time/stamp.ts';
import { IndexStore } from '#db/schema.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { createSearcher } from '#flows/search/search-everything.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never } from '../../support/never.ts';
import { searchWith } from '../../support/searching.ts';
import { whileFull } from '../../support/breaking/while-full.ts';
import { withSearch } from '../../support/apps/with-search.ts';

/** The index is kept beside the truth, and made anew where it is lost; what is found is read in one go. */

const searching = withSearch();
const { searcherOver, asking, found, seqs, storeSecond } = searching;

describe('an index that is lost', () => {
	test('is read from where it is kept, and made again where that is damaged or gone', async () => {
		const all = await seqs('fine');
		await searching.searcher.save();
		const kept = await searching.store.parts.get('index');
		expect(await seqs('fine')).toEqual(all);
		const cursor = await searching.store.parts.get('cursor');
		if (!kept || !cursor) throw new Error('nothing was kept');
		const damaged = [
			{ ...kept, bytes: kept.bytes.slice(0, kept.bytes.length / 2) },
			{ ...kept, bytes: kept.bytes.map((byte, at) => (at === 40 ? byte ^ 255 : byte)) },
			{ ...kept, bytes: new Uint8Array() },
			{ ...cursor, bytes: new TextEncoder().encode('{"version":3') },
			{ ...cursor, bytes: new TextEncoder().encode('null') }
		];
		for (const part of damaged) {
			await searching.store.parts.bulkPut([kept, cursor, part]);
			expect((await found('fine', {}, searcherOver())).map((hit) => hit.seq)).toEqual(all);
		}
		await searching.store.parts.clear();
		expect((await found('fine', {}, searcherOver())).map((hit) => hit.seq)).toEqual(all);
	});

	test('answers from what it has read when patience ends, newest first, and reads on by itself', async () => {
		await storeSession(
			searching.db,
			aSession({ id: 's2', activeAt: 1_800_000_000_000 }),
			someExchanges(120, { sessionId: 's2' })
		);
		let time = 0;
		const slow = searcherOver(() => (time += 150));
		const early = await searchWith(slow, asking('fine', { patience: 0, limit: 200 }));
		expect(early.unread).toBe(2);
		await expect
			.poll(async () => (await searchWith(slow, asking('fine', { patience: 0 }))).unread, {
				timeout: 20_000
			})
			.toBeUndefined();
		expect(await found('fine', { limit: 200 }, slow)).toHaveLength(132);
	});

	test('is not kept, and read on no further, once a newer version has taken the database: nobody waits for either', async () => {
		const hear = vi.fn();
		process.on('unhandledRejection', hear);
		let time = 0;
		const slow = searcherOver(() => (time += 150));
		expect((await searchWith(slow, asking('fine'))).hits).not.toHaveLength(0);
		await storeSession(
			searching.db,
			aSession({ id: 's2', activeAt: 1_800_000_000_000 }),
			someExchanges(120, { sessionId: 's2' })
		);
		expect((await searchWith(slow, asking('fine', { patience: 0 }))).unread).toBeGreaterThan(0);
		searching.db.close({ disableAutoOpen: true });
		await slow.save();
		await new Promise((resolve) => setTimeout(resolve));
		process.off('unhandledRejection', hear);
		expect(hear).not.toHaveBeenCalled();
		expect(await searching.store.parts.get('index')).toBeUndefined();
	});

	test('that cannot be read this once is read at the next question', async () => {
		await searching.searcher.search(asking('fine'), never);
		await searching.searcher.save();
		const later = searcherOver();
		vi.spyOn(searching.store.parts, 'bulkGet').mockRejectedValueOnce(new Error('not this time'));
		await expect(found('fine', {}, later)).rejects.toThrow('not this time');
		expect(await found('fine', {}, later)).toHaveLength(12);
	});

	test('that cannot be kept for want of room is searched all the same', async () => {
		const full = new IndexStore(`${searching.store.name}-full`);
		await full.open();
		const without = createSearcher({
			db: searching.db,
			store: full,
			now: () => searching.app.clock.now(),
			zone: () => searching.app.clock.zone()
		});
		await whileFull(full.parts.hook('creating'), async () => {
			expect(await found('fine', {}, without)).toHaveLength(12);
			await without.save();
		});
		expect(await full.parts.count()).toBe(0);
		await full.delete();
	});
});

test('a daily note is found on its day wherever the user has gone since, also by an index that is kept', async () => {
	const { app } = searching;
	const note = { path: 'memory/2026-02-01.md', text: '- Planted beans', expectedRev: null };
	await saveMemoryFile(app, note);
	const onItsDay = (by = searching.searcher) => {
		const fromAt = beginOfDay('2026-02-01', app.clock.zone());
		return found('beans', { fromAt, throughAt: fromAt + 24 * 3_600_000 - 1 }, by);
	};
	expect(await onItsDay()).toHaveLength(1);
	await searching.searcher.save();
	for (const zone of ['Pacific/Auckland', 'Pacific/Pago_Pago']) {
		app.clock.zone = () => zone;
		const [hit] = await onItsDay(searcherOver());
		expect(localDayOf(hit?.at ?? 0, zone)).toBe('2026-02-01');
	}
});

test('what was prepared is there at the first search, and the index is read from its store once', async () => {
	await found('fine');
	await searching.searcher.save();
	await storeSecond();
	const anew = searcherOver();
	const reading = vi.spyOn(searching.store.parts, 'bulkGet');
	const filing = vi.spyOn(searching.store.parts, 'bulkPut');
	await anew.prepare();
	expect(reading).toHaveBeenCalledTimes(1);
	expect(filing).toHaveBeenCalledTimes(1);
	const first = await searchWith(anew, asking('fine', { sessionId: 's2', patience: 0 }));
	expect(first.hits).toHaveLength(3);
	expect(first.unread).toBeUndefined();
	expect(reading).toHaveBeenCalledTimes(1);
});

test('what is found is read in as many transactions for thirty hits as for three', async () => {
	await storeSession(searching.db, aSession({ id: 's3' }), someExchanges(40, { sessionId: 's3' }));
	await searchWith(searching.searcher, asking('fine'));
	const transactions = vi.spyOn(searching.db.core, 'transaction');
	const countFor = async (limit: number) => {
		transactions.mockClear();
		expect(await found('fine', { sessionId: 's3', inFull: true, limit })).toHaveLength(limit);
		return transactions.mock.calls.length;
	};
	expect(await countFor(30)).toBe(await countFor(3));
});
