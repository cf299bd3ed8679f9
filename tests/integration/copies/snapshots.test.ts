import { Dexie } from 'dexie';
import { describe, expect, test } from 'vitest';
import { Truth } from '#db/schema.ts';
import { cardName, keptArchiveName, snapshotName } from '#core/copies/snapshot.ts';
import { readSummed, writeSummed } from '#core/copies/summed.ts';
import { lookAtStart } from '#flows/copies/canary.ts';
import { acceptDatabase, exportSnapshot, listSnapshots } from '#flows/copies/serve-copies.ts';
import { readFolder } from '#flows/copies/snapshots.ts';
import { packer } from '#worker/workshop/packer.ts';
import { seal } from '#worker/workshop/seal.ts';
import { writeZip } from '#worker/zip/write.ts';
import { readFile } from '../../support/apps/importing.ts';
import { never, unseen } from '../../support/never.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { withCopies } from '../../support/apps/with-copies.ts';

/** How copies of everything are made, how many are kept, and what becomes of them without room or power. */

const copied = withCopies();
const { clock, ports, keep, restore, canary, wipe, content } = copied;

describe('a snapshot', () => {
	test('an empty or far smaller database never takes the place of a good generation', async () => {
		await storeSession(copied.db, aSession(), someExchanges(40));
		await keep();
		await wipe();
		expect(await keep()).toMatchObject({ status: 'refused', before: { turns: 40 } });
		await storeSession(copied.db, aSession(), someExchanges(3));
		expect(await keep()).toMatchObject({ status: 'refused', now: { turns: 3 } });
		expect((await readFolder(copied.vault)).ring.map((card) => card.generation)).toEqual([1]);
	});

	test('when the user goes on with less, the generations that hold more are set aside and stay', async () => {
		await storeSession(copied.db, aSession(), someExchanges(40));
		await keep();
		await canary();
		await wipe();
		expect(await acceptDatabase(ports(), { empty: true })).toEqual({ status: 'accepted' });
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
		await storeSession(copied.db, aSession(), someExchanges(3));
		for (let more = 0; more < 6; more++) expect(await keep()).toMatchObject({ status: 'kept' });
		const { ring, aside } = await readFolder(copied.vault);
		expect(ring).toHaveLength(4);
		expect(aside.map((card) => card.holds.turns)).toEqual([40]);
		expect(await restore(1)).toMatchObject({ status: 'restored' });
		expect(await copied.db.turns.count()).toBe(40);
	});

	test('the ring keeps the three newest, and some for what is noticed a day or a week later', async () => {
		const generations: number[] = [];
		for (let dayNumber = 0; dayNumber < 20; dayNumber++) {
			clock.at += 12 * 60 * 60_000;
			const kept = await keep();
			if (kept.status === 'kept') generations.push(kept.card.generation);
		}
		const { ring } = await readFolder(copied.vault);
		expect(ring.map((card) => card.generation).slice(0, 3)).toEqual(
			generations.slice(-3).reverse()
		);
		expect(ring.some((card) => clock.at - card.at >= 24 * 60 * 60_000)).toBe(true);
		expect(ring.some((card) => clock.at - card.at >= 7 * 24 * 60 * 60_000)).toBe(true);
		expect(ring.length).toBeLessThanOrEqual(6);
	});

	test('one that reads back as another one is none', async () => {
		await keep();
		await copied.db.sessions.toCollection().modify({ title: 'Another' });
		copied.vault.step = (what) => {
			const { files } = copied.vault;
			if (what === `close ${snapshotName(2)}`)
				files.set(snapshotName(2), files.get(snapshotName(1))!);
		};
		expect(await keep()).toEqual({
			status: 'failed',
			failure: { kind: 'damaged', what: snapshotName(2) }
		});
		expect((await readFolder(copied.vault)).ring.map((card) => card.generation)).toEqual([1]);
	});

	test('an archive is kept once however many snapshots name it', async () => {
		for (let more = 0; more < 4; more++) await keep();
		const archives = [...copied.vault.files.keys()].filter((name) => name.startsWith('archive-'));
		expect(archives).toHaveLength(1);
		const { ring } = await readFolder(copied.vault);
		expect(ring.every((card) => card.archives.length === 1)).toBe(true);
	});

	test('fault 42, 43: with no room left the generations that are there stay whole', async () => {
		await keep();
		const before = await content();
		const size = [...copied.vault.files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
		for (const room of [0, 10, 200, 1_000]) {
			copied.vault.room = size + room;
			expect(await keep()).toMatchObject({
				status: 'failed',
				failure: { kind: 'storage-full' }
			});
		}
		copied.vault.room = Infinity;
		expect((await readFolder(copied.vault)).ring.map((card) => card.generation)).toEqual([1]);
		await wipe();
		expect(await restore(1)).toMatchObject({ status: 'restored' });
		expect(await content()).toEqual(before);
		expect(await keep()).toMatchObject({ status: 'kept' });
	});

	test('INV-17: ended after any step of making one, a whole generation is there and restores', async () => {
		await keep();
		const before = await content();
		let steps = Infinity;
		for (let end = 0; end < steps; end++) {
			let taken = 0;
			copied.vault.step = () => {
				if (taken++ === end) throw new Error('the tab was closed');
			};
			const outcome = await keep().catch((error: unknown) => {
				if (!(error instanceof Error) || error.message !== 'the tab was closed') throw error;
				return null;
			});
			copied.vault.step = () => undefined;
			if (outcome) steps = end;
			const [newest] = (await readFolder(copied.vault)).ring;
			await wipe();
			expect(await restore(newest!.generation, false)).toMatchObject({ status: 'restored' });
			expect(await content()).toEqual(before);
		}
		expect(steps).toBeGreaterThan(4);
	});

	test('put beside the data by a tab that was closed while it exported it is gone with the next look', async () => {
		const beside = new Truth(`${copied.db.name}-copy`);
		await beside.open();
		beside.close();
		await keep();
		expect(await Dexie.exists(beside.name)).toBe(false);
	});

	test('can be taken along as a backup that imports anywhere', async () => {
		await keep();
		const exporting = { packer, zip: writeZip, seal, app: 'test' };
		const another = async () => {
			const copy = new Truth(`${copied.db.name}-copy`);
			await copy.open();
			return copy;
		};
		const ask = { generation: 1, day: '2026-11-20', now: clock.at };
		const made = await exportSnapshot({ ...ports(), exporting, another }, ask, never, unseen);
		if (made.status !== 'made') throw new Error(made.status);
		const { outcome, read } = await readFile(copied.db, { file: made.file, name: made.name });
		expect(outcome).toMatchObject({ preview: { format: 'keepsake-backup', skippedLines: 0 } });
		const found = read?.way === 'backup' ? read.content : null;
		expect(found?.sessions).toHaveLength(1);
		expect(found?.archives.size).toBe(1);
	});
});

test('a file of an archive that was left half-written is written anew', async () => {
	const [archive] = await copied.db.archives.toArray();
	if (!archive) throw new Error('no archive');
	const name = keptArchiveName(archive.sha256);
	copied.vault.files.set(name, new Uint8Array([1, 2]));
	await keep();
	expect(copied.vault.files.get(name)).toEqual(
		(await copied.db.archiveBytes.get(archive.id))?.bytes
	);
});

test('a good file of an archive that is damaged in the database stays, though no generation names it', async () => {
	const [archive] = await copied.db.archives.toArray();
	const good = archive && (await copied.db.archiveBytes.get(archive.id))?.bytes;
	if (!good) throw new Error('no archive');
	const name = keptArchiveName(archive.sha256);
	copied.vault.files.set(name, good);
	await copied.db.archiveBytes.put({ id: archive.id, bytes: new Uint8Array([1, 2]) });
	expect(await keep()).toMatchObject({ status: 'kept' });
	expect(copied.vault.files.get(name)).toEqual(good);
	const [card] = (await readFolder(copied.vault)).ring;
	expect(card?.archives.map(({ sha256 }) => sha256)).toEqual([archive.sha256]);
});

describe('a copy that a newer version made', () => {
	/** As that would have written it: another number on its card. */
	const madeByNewer = (generation: number) => {
		const name = cardName(generation);
		const card = readSummed(new TextDecoder().decode(copied.vault.files.get(name)));
		const newer = writeSummed({ ...(card as object), version: 2 });
		copied.vault.files.set(name, new TextEncoder().encode(newer));
	};

	test('is left where it is, with its archives, and told of', async () => {
		await keep();
		madeByNewer(1);
		const before = new Map(copied.vault.files);
		await copied.db.archives.clear();
		expect(await keep()).toMatchObject({ status: 'kept', card: { generation: 2 } });
		for (const [name, bytes] of before) expect(copied.vault.files.get(name), name).toEqual(bytes);
		expect(await listSnapshots(ports())).toMatchObject({ ring: [{ generation: 2 }], newer: [1] });
	});

	test('goes when something was forgotten: nobody here can say what it holds', async () => {
		await keep();
		await keep();
		madeByNewer(1);
		await copied.db.tombstones.put({ id: 's9', kind: 'session', at: 3 });
		expect(await keep('when-due')).toMatchObject({ status: 'kept', card: { reason: 'forgotten' } });
		expect(await readFolder(copied.vault)).toMatchObject({ newer: [] });
	});
});
