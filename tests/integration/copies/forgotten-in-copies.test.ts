import { describe, expect, test } from 'vitest';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import { appendTurn } from '#db/log/append.ts';
import { IndexStore } from '#db/schema.ts';
import { snapshotName } from '#core/copies/snapshot.ts';
import { stagedCopy } from '#db/copies/staging.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { restoreSnapshot } from '#flows/copies/restore-snapshot.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { rememberText } from '#flows/memory/memory-files.ts';
import { readFolder } from '#flows/copies/snapshots.ts';
import { exportEverything } from '#flows/export/export-everything.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import { seal } from '#worker/workshop/seal.ts';
import { writeZip } from '#worker/zip/write.ts';
import { backupOf, importFile } from '../../support/apps/importing.ts';
import { never, unseen } from '../../support/never.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { anApp } from '../../support/apps/an-app.ts';
import { withWorkshop } from '../../support/apps/with-workshop.ts';
import { withCopies } from '../../support/apps/with-copies.ts';

/** What was forgotten goes from the copies, too; what somebody else forgot takes none of them along. */

const copied = withCopies();
const { clock, ports, keep, restore, canary } = copied;

const what = { kind: 'session', sessionId: 's2' } as const;
const forgetting = { what, lines: [], summaries: {} };

describe('a snapshot', () => {
	/** Three copies that hold a session, and then that is forgotten. */
	async function threeAndForget() {
		await storeSession(copied.db, aSession({ id: 's2' }), someExchanges(30, { sessionId: 's2' }));
		for (let more = 0; more < 3; more++) await keep();
		for (const table of [copied.db.turns, copied.db.steps])
			await table.where(':id').between(['s2'], ['s2', []]).delete();
		await copied.db.sessions.delete('s2');
		await copied.db.branches.delete(['s2', 'trunk']);
		await copied.db.tombstones.put({ id: 's2', kind: 'session', at: 3 });
	}
	const generations = async () =>
		(await readFolder(copied.vault)).ring.map(({ generation }) => generation);
	const used = () => [...copied.vault.files.values()].reduce((sum, { length }) => sum + length, 0);

	test('on a full disk those that hold what was forgotten make room for the one without it', async () => {
		await threeAndForget();
		copied.vault.room = used();
		expect(await keep('when-due')).toMatchObject({ status: 'kept', card: { reason: 'forgotten' } });
		expect(await generations()).toEqual([4]);
	});

	test('the newest goes for none that finds no room all the same, and is told to hold what was forgotten', async () => {
		await threeAndForget();
		copied.vault.room = 0;
		expect(await keep('when-due')).toEqual({
			status: 'failed',
			failure: { kind: 'storage-full' },
			holdsForgotten: true
		});
		expect(await generations()).toEqual([3]);
	});

	test('on a full disk a copy like any other pushes none out', async () => {
		for (let more = 0; more < 3; more++) await keep();
		copied.vault.room = used();
		expect(await keep()).toEqual({ status: 'failed', failure: { kind: 'storage-full' } });
		expect(await generations()).toEqual([3, 2, 1]);
	});

	test('after something was forgotten no older generation holds it any more', async () => {
		await threeAndForget();
		expect(await keep('when-due')).toMatchObject({ status: 'kept', card: { reason: 'forgotten' } });
		expect(await keep('when-due')).toEqual({ status: 'unchanged' });
		const snapshots = [...copied.vault.files].filter(([name]) => name.endsWith('.jsonl.gz'));
		expect(snapshots).toHaveLength(1);
		const { lines } = await packer.unpack(snapshots[0]![1]);
		expect(lines.some((line) => line.includes('"sessionId":"s2"'))).toBe(false);
	});

	test('one that was being written while it was forgotten is not taken for one without it', async () => {
		await storeSession(copied.db, aSession({ id: 's2' }), someExchanges(3, { sessionId: 's2' }));
		const pieces = {
			...pieceByPiece,
			unpackLines: async (...read: Parameters<typeof pieceByPiece.unpackLines>) => {
				await copied.db.tombstones.put({ id: 's2', kind: 'session', at: 3 });
				return pieceByPiece.unpackLines(...read);
			}
		};
		const kept = await keepSnapshot({ ...ports(), pieces }, { reason: 'regular' }, never);
		expect(kept).toMatchObject({ status: 'kept' });
		expect(await keep('when-due')).toMatchObject({ status: 'kept', card: { reason: 'forgotten' } });
		expect(await generations()).toEqual([2]);
	});

	test('one that cannot be read to its end goes too, for nobody can say what it holds', async () => {
		await keep();
		await keep();
		const name = snapshotName(1);
		copied.vault.files.set(name, copied.vault.files.get(name)!.slice(0, -40));
		await copied.db.tombstones.put({ id: 's2', kind: 'session', at: 3 });
		expect(await keep('when-due')).toMatchObject({ status: 'kept', card: { reason: 'forgotten' } });
		expect(await generations()).toEqual([3, 2]);
	});

	test('one that was found to hold nothing of it is not looked through again', async () => {
		await keep();
		await keep();
		await copied.db.tombstones.put({ id: 's2', kind: 'session', at: 3 });
		const stopping = new AbortController();
		let reads = 0;
		const pieces = {
			...pieceByPiece,
			unpackLines: (...read: Parameters<typeof pieceByPiece.unpackLines>) => {
				// The new one is read back, then the newer of the others, then the older.
				if (++reads === 3) stopping.abort();
				return pieceByPiece.unpackLines(...read);
			}
		};
		const when = { reason: 'when-due' } as const;
		const counting = { ...ports(), pieces };
		expect(await keepSnapshot(counting, when, stopping.signal)).toMatchObject({ status: 'kept' });
		expect(await keepSnapshot(counting, when, never)).toMatchObject({ status: 'kept' });
		expect(reads).toBe(5);
		expect(await keepSnapshot(counting, when, never)).toEqual({ status: 'unchanged' });
		expect(await generations()).toEqual([4, 3, 2, 1]);
	});

	test('a line that is said anew and forgotten anew stands in none either, also where the clock was set back', async () => {
		const index = new IndexStore('forgotten-in-copies');
		const app = withWorkshop(await anApp(), index);
		const when = { reason: 'when-due' } as const;
		const keepDue = () =>
			keepSnapshot(
				{ db: app.db, vault: app.vault, clock: app.clock, pieces: pieceByPiece },
				when,
				never
			);
		const line = 'Keeps her xyloquartz in the cellar';
		const holding = async () => {
			const held: string[] = [];
			for (const [name, bytes] of app.vault.files)
				if (
					name.endsWith('.jsonl.gz') &&
					(await packer.unpack(bytes)).lines.some((row) => row.includes('xyloquartz'))
				)
					held.push(name);
			return held;
		};
		await storeSession(app.db, aSession(), someExchanges(2));
		for (let time = 0; time < 3; time++) {
			await rememberText(app, { text: line, sessionId: null, guest: false });
			app.clock.at += 3_600_000;
			expect(await keepDue()).toMatchObject({ status: 'kept', card: { reason: 'regular' } });
			expect(await holding()).toHaveLength(1);
			app.clock.at -= 7_200_000;
			await forget(app, { what: { kind: 'line', line }, lines: [], summaries: {} });
			expect(await keepDue()).toMatchObject({ status: 'kept', card: { reason: 'forgotten' } });
			expect(await holding()).toEqual([]);
			expect(await keepDue()).toEqual({ status: 'unchanged' });
			app.clock.at += 7_200_000;
		}
		await app.close();
		await index.delete();
	});

	test('no older generation takes the place of what is here before the one without it is made', async () => {
		await keep();
		const forgotten = { id: 's2', kind: 'session', at: 3 } as const;
		const failure = { kind: 'changed-meanwhile' };
		for (const row of [{ ...forgotten, pending: forgetting }, forgotten]) {
			await copied.db.tombstones.put(row);
			expect(await restore(1)).toEqual({ status: 'failed', failure });
			expect(await copied.db.tombstones.get('s2')).toEqual(row);
		}
		expect(await keep('when-due')).toMatchObject({ card: { reason: 'forgotten', generation: 2 } });
		expect(await restore(2)).toMatchObject({ status: 'restored' });
	});

	test.each([{}, { pending: forgetting }])(
		'what is forgotten while it is taken in does not come back with it, %j',
		async (begun) => {
			await keep();
			const tombstone = { id: 's2', kind: 'session', at: 3, ...begun } as const;
			let files = 0;
			const unpackLines: typeof pieceByPiece.unpackLines = async (file, take) => {
				// Looked through, what is here looked through, and then taken in.
				if (++files === 3) await copied.db.tombstones.put(tombstone);
				return pieceByPiece.unpackLines(file, take);
			};
			const before = await copied.content();
			const ports = { ...copied.ports(), pieces: { ...pieceByPiece, unpackLines } };
			const ask = { generation: 1, safety: true };
			expect(await restoreSnapshot(ports, ask, never, unseen)).toEqual({
				status: 'failed',
				failure: { kind: 'changed-meanwhile' }
			});
			const tombstones = [...(before['tombstones'] ?? []), tombstone];
			expect(await copied.content()).toEqual({ ...before, tombstones });
			// Nothing waits to be finished at the next start.
			expect(await stagedCopy(copied.db)).toBeNull();
		}
	);

	test('what somebody else forgot takes no copy along, and hides no loss', async () => {
		await keep();
		await canary();
		await keep('safety');
		const row = { id: 'elsewhere', kind: 'session', at: 3 };
		const text = `${JSON.stringify({ table: 'tombstones', row })}\n`;
		const file = backupOf({ 'state.jsonl.gz': packer.pack(text) });
		expect(await importFile(copied.db, { file, name: 'b.zip' })).toMatchObject({
			status: 'imported'
		});
		expect(await copied.db.tombstones.get('elsewhere')).toBeUndefined();
		expect(await keep('when-due')).toEqual({ status: 'unchanged' });
		expect((await readFolder(copied.vault)).ring.map(({ generation }) => generation)).toEqual([
			2, 1
		]);
		await copied.db.branches.update(['s1', 'trunk'], { headSeq: 4 });
		expect(await canary()).toMatchObject({ status: 'lost' });
	});

	test('what a restored backup says is forgotten takes no copy along either', async () => {
		await keep();
		const exporting = { db: copied.db, packer, zip: writeZip, seal, app: 'test' };
		const brought = [
			{ id: 'elsewhere', kind: 'session' as const, at: 3 },
			{ id: 's1', kind: 'session' as const, at: 3 },
			{ id: 's1-trunk-3', kind: 'turn' as const, at: 3 }
		];
		await copied.db.tombstones.bulkPut(brought);
		const made = await exportEverything(
			exporting,
			{ day: '2026-11-20', now: clock.at, passphrase: null },
			never,
			unseen
		);
		if (made.status !== 'made') throw new Error(made.status);
		await copied.db.tombstones.bulkDelete(brought.map(({ id }) => id));
		const before = await forgettingNow(copied.db);
		expect(await importFile(copied.db, made)).toMatchObject({ status: 'imported' });
		expect(await forgettingNow(copied.db)).toBe(before);
		// It keeps an older backup from bringing back what is gone; what is still here is forgotten here or nowhere.
		expect((await copied.db.tombstones.toArray()).map(({ id }) => id)).toEqual([
			'elsewhere',
			'gone'
		]);
		const [next] = someExchanges(1, { from: 6 });
		expect(await appendTurn(copied.db, next!.turn)).toMatchObject({ status: 'stored' });
		clock.at += 3_600_000;
		expect(await keep('when-due')).toMatchObject({ status: 'kept', card: { reason: 'regular' } });
		expect((await readFolder(copied.vault)).ring.map(({ generation }) => generation)).toEqual([
			2, 1
		]);
	});
});
