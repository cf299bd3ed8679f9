import { Dexie } from 'dexie';
import { describe, expect, test, vi } from 'vitest';
import { keptArchiveName, snapshotName } from '#core/copies/snapshot.ts';
import { lookAtStart, writeCanary } from '#flows/copies/canary.ts';
import { finishRestore, restoreSnapshot } from '#flows/copies/restore-snapshot.ts';
import { readFolder } from '#flows/copies/snapshots.ts';
import { never, unseen } from '../../support/never.ts';
import { aMemoryFile } from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { withCopies } from '../../support/apps/with-copies.ts';

/** A copy takes the place of what is there: the profile is equal afterwards, or nothing has changed. */

const copied = withCopies();
const { ports, keep, restore, canary, wipe, content } = copied;
/** How many archives were missing, as it was noted of each restore. */
const missingArchives = async () =>
	(await copied.db.activity.toArray()).flatMap(({ kind, details }) =>
		kind === 'recovery' ? [details['missingArchives']] : []
	);

describe('a snapshot', () => {
	test('restored over nothing, the profile is equal table by table', async () => {
		const before = await content();
		for (const [name, rows] of Object.entries(before)) expect(rows, name).not.toHaveLength(0);
		const kept = await keep();
		expect(kept).toMatchObject({ status: 'kept', card: { generation: 1, holds: { turns: 6 } } });
		await wipe();
		expect(await restore(1)).toEqual({ status: 'restored' });
		expect(await missingArchives()).toEqual([0]);
		expect(copied.vault.files.has(snapshotName(2))).toBe(false);
		expect(await content()).toEqual(before);
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
	});

	test('restored over something, what was there is kept first and can be had back', async () => {
		await keep();
		const first = await content();
		await storeSession(copied.db, aSession({ id: 's2' }), someExchanges(4, { sessionId: 's2' }));
		const second = await content();
		expect(await restore(1)).toMatchObject({ status: 'restored' });
		expect(await content()).toEqual(first);
		expect(await restore(2)).toMatchObject({ status: 'restored' });
		expect(await content()).toEqual(second);
	});

	test('restored over far less than the newest copy holds, what was there is kept first all the same', async () => {
		await storeSession(copied.db, aSession({ id: 's2' }), someExchanges(30, { sessionId: 's2' }));
		await keep();
		const whole = await content();
		await wipe();
		await storeSession(copied.db, aSession({ id: 's3' }), someExchanges(3, { sessionId: 's3' }));
		const left = await content();
		expect(await restore(1)).toMatchObject({ status: 'restored' });
		expect(await content()).toEqual(whole);
		expect(await restore(2, false)).toMatchObject({ status: 'restored' });
		expect(await content()).toEqual(left);
	});

	test('restored from behind others, those that hold more are set aside and keep no later one from being made', async () => {
		await keep();
		await storeSession(copied.db, aSession({ id: 's2' }), someExchanges(30, { sessionId: 's2' }));
		await keep();
		expect(await restore(1, false)).toMatchObject({ status: 'restored' });
		expect(await keep()).toMatchObject({ status: 'kept' });
		const { ring, aside } = await readFolder(copied.vault);
		expect(ring.map(({ generation }) => generation)).toEqual([3]);
		expect(aside.map(({ generation }) => generation)).toEqual([2, 1]);
	});

	test('restored over memory alone, that is kept first and can be had back', async () => {
		await keep();
		const forgotten = await copied.db.tombstones.toArray();
		await wipe();
		await copied.db.tombstones.bulkPut(forgotten);
		await copied.db.memoryFiles.put(aMemoryFile('MEMORY.md', '- Likes strong tea\n'));
		const memory = await content();
		expect(await restore(1)).toMatchObject({ status: 'restored' });
		expect(await restore(2)).toMatchObject({ status: 'restored' });
		expect(await content()).toEqual(memory);
	});

	test('restored over rows that cannot be read, it takes their place all the same', async () => {
		await keep();
		const before = await content();
		const damaged = new DOMException('damaged', 'UnknownError');
		vi.spyOn(copied.db.tombstones, 'toArray').mockRejectedValueOnce(damaged);
		vi.spyOn(copied.db.ledger, 'where').mockImplementationOnce(() => {
			throw damaged;
		});
		expect(await restore(1, false)).toMatchObject({ status: 'restored' });
		expect(await content()).toEqual(before);
	});

	test('stopped while what is here is kept, nothing takes its place', async () => {
		await keep();
		await storeSession(copied.db, aSession({ id: 's2' }), someExchanges(4, { sessionId: 's2' }));
		const before = await content();
		const stopped = AbortSignal.abort();
		const ask = { generation: 1, safety: true };
		expect(await restoreSnapshot(ports(), ask, stopped, unseen)).toEqual({ status: 'stopped' });
		expect(await content()).toEqual(before);
	});

	test('fault 47: a damaged generation is refused, and an older one restores', async () => {
		await keep();
		const before = await content();
		await keep();
		const name = snapshotName(2);
		const bytes = copied.vault.files.get(name)!;
		for (let at = 0; at < bytes.length; at += 61) {
			const bad = bytes.slice();
			bad[at] = bad[at]! ^ 8;
			copied.vault.files.set(name, bad);
			const outcome = await restore(2);
			// The header of a gzip member has bits that mean nothing; what is in it is compared all the same.
			if (outcome.status === 'failed') expect(outcome.failure.kind).toBe('damaged');
			else expect(at).toBeLessThan(10);
		}
		copied.vault.files.set(name, bytes.slice(0, bytes.length / 2));
		expect(await restore(2)).toMatchObject({ status: 'failed', failure: { kind: 'damaged' } });
		expect(await restore(1)).toMatchObject({ status: 'restored' });
		expect(await content()).toEqual(before);
	});

	test('an archive whose kept copy is damaged is counted, and the rest restores', async () => {
		await keep();
		const archive = (await copied.db.archives.toArray())[0]!;
		copied.vault.files.set(keptArchiveName(archive.sha256), new Uint8Array([1, 2, 3]));
		await wipe();
		expect(await restore(1)).toMatchObject({ status: 'restored' });
		expect(await missingArchives()).toEqual([1]);
		expect(await copied.db.turns.count()).toBe(6);
	});

	test('an archive that is damaged here is whole again afterwards, from its kept copy', async () => {
		await keep();
		const before = await content();
		const [archive] = await copied.db.archives.toArray();
		await copied.db.archiveBytes.put({ id: archive!.id, bytes: new Uint8Array([1, 2, 3]) });
		expect(await restore(1)).toMatchObject({ status: 'restored' });
		expect(await missingArchives()).toEqual([0]);
		expect(await content()).toEqual(before);
	});

	test('a restore that is interrupted is finished at the next start, also when the power took every new file', async () => {
		await keep();
		const before = await content();
		await canary();
		await storeSession(copied.db, aSession({ id: 's9' }), someExchanges(3, { sessionId: 's9' }));
		let ends = 0;
		for (let end = 0; ends === end; end++) {
			let taken = 0;
			const stop = () => {
				if (taken++ === end) throw new Error('the power went');
			};
			copied.db.sessions.hook('creating', stop);
			copied.db.turns.hook('creating', stop);
			copied.db.activity.hook('creating', stop);
			const outcome = await restore(1, false).catch((error: unknown) => {
				if (!(error instanceof Error) || !error.message.includes('the power went')) throw error;
				return null;
			});
			copied.db.sessions.hook('creating').unsubscribe(stop);
			copied.db.turns.hook('creating').unsubscribe(stop);
			copied.db.activity.hook('creating').unsubscribe(stop);
			if (outcome) break;
			ends++;
			const files = new Map(copied.vault.files);
			// Names of files that are minutes old are lost with the power.
			copied.vault.files.clear();
			expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'half-restored' });
			// Another tab, which looks as it goes, is told the same, whatever the numbers of the half are.
			const { db, clock, vault } = copied;
			expect(await writeCanary({ db, clock, vault }, { accept: false })).toEqual({
				status: 'lost',
				verdict: { status: 'half-restored' }
			});
			// A browser may give the site no place for copies any more.
			const place = ends % 2 === 0 ? { vault: null } : {};
			expect(await finishRestore({ ...ports(), ...place }, unseen)).toEqual({ status: 'finished' });
			expect(await content()).toEqual(before);
			expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
			expect(await finishRestore(ports(), unseen)).toEqual({ status: 'finished' });
			copied.vault.files.clear();
			for (const [name, bytes] of files) copied.vault.files.set(name, bytes);
		}
		expect(ends).toBeGreaterThan(5);
	});

	test('where one restore was broken off and another copy is chosen, nothing of the first comes along', async () => {
		await keep();
		const before = await content();
		await storeSession(copied.db, aSession({ id: 's9' }), someExchanges(3, { sessionId: 's9' }));
		await keep();
		const stop = () => {
			throw new Error('the power went');
		};
		copied.db.activity.hook('creating', stop);
		await expect(restore(2, false)).rejects.toThrow('the power went');
		copied.db.activity.hook('creating').unsubscribe(stop);
		expect(await restore(1, false)).toMatchObject({ status: 'restored' });
		expect(await content()).toEqual(before);
	});

	test('settings never go away while a copy is restored: a missing endpoint would lock the key out', async () => {
		await keep();
		await copied.db.settings.put({ key: 'later', value: 1 });
		const gone: unknown[] = [];
		copied.db.settings.hook('deleting', (key) => void gone.push(key));
		expect(await restore(1, false)).toMatchObject({ status: 'restored' });
		expect(gone).toEqual(['later']);
		expect(await copied.db.settings.toArray()).toEqual([{ key: 'theme', value: 'dark' }]);
	});

	test('a copy that was taken in by half changes nothing, and is swept up', async () => {
		await keep();
		const before = await content();
		copied.vault.step = () => undefined;
		const { pieces } = ports();
		const broken = {
			...pieces,
			unpackLines: async (...given: Parameters<typeof pieces.unpackLines>) => {
				const [file, take] = given;
				let isFirst = true;
				return pieces.unpackLines(file, async (lines) => {
					await take(lines);
					if (!isFirst) return;
					isFirst = false;
					if (checked++ > 0) throw new Error('the power went');
				});
			}
		};
		let checked = 0;
		await expect(
			restoreSnapshot(
				{ ...ports(), pieces: broken },
				{ generation: 1, safety: false },
				never,
				unseen
			)
		).rejects.toThrow('the power went');
		expect(await lookAtStart(copied.db, copied.vault)).toEqual({ status: 'well' });
		expect(await content()).toEqual(before);
		expect(await Dexie.getDatabaseNames()).toContain(`${copied.db.name}-restore`);
		await keep();
		expect(await Dexie.getDatabaseNames()).not.toContain(`${copied.db.name}-restore`);
	});
});
