import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { archiveBytes, deletedArchives, listedArchives } from '#db/archives/archives.ts';
import { appendTurn } from '#db/log/append.ts';
import { serveArchives } from '#flows/archives/cool-turns.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { deleteArchive } from '#flows/archives/keep-archives.ts';
import { resetSession } from '#flows/sessions/reset-session.ts';
import { packer } from '#worker/workshop/packer.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { never } from '../../support/never.ts';
import { someExchanges } from '../../support/builders/stored-session.ts';
import { withResets } from '../../support/apps/with-resets.ts';

/** A session that was archived before comes to its reset: the older archive makes room, or stays where it alone holds something. */

let app: TestApp;
withResets((own) => (app = own));

describe('a reset that was not finished, or was made on another device,', () => {
	const archiveNow = () =>
		archiveSession({ db: app.db, clock: app.clock, packer }, { sessionId: 's1' });

	beforeEach(async () => {
		await archiveNow();
		const all = someExchanges(3);
		await app.db.steps.bulkPut([...all[2]!.steps]);
		expect(await appendTurn(app.db, all[2]!.turn)).toMatchObject({ status: 'stored' });
	});

	it('leaves an archive that makes room for that of the next, which holds what was said since', async () => {
		const [before] = await app.db.archives.toArray();
		expect(await resetSession(app, 's1', { by: 'user' }, never)).toMatchObject({ status: 'reset' });
		const [after, ...more] = await app.db.archives.toArray();
		expect(more).toEqual([]);
		expect([before?.turns, after?.turns]).toEqual([2, 3]);
		const bytes = (await archiveBytes(app.db, after!.id))!;
		expect(gunzipSync(bytes).toString()).toContain('What about number 2?');
	});

	/** Its first turn lies in the archive alone. */
	async function coolFirst(): Promise<void> {
		const { db } = app;
		serveArchives(db, packer, () => Promise.resolve(null));
		const [archive] = await db.archives.toArray();
		const range = { sessionId: 's1', branch: 'trunk', fromSeq: 0, throughSeq: 0 };
		const turnIds = [(await db.turns.get(['s1', 'trunk', 0]))!.turnId];
		await db.cold.put({ id: 'c', ...range, archiveId: archive!.id, turnIds, at: 1 });
		await db.turns.delete(['s1', 'trunk', 0]);
		await db.steps.where(':id').between(['s1', 'trunk', 0], ['s1', 'trunk', 1]).delete();
	}

	it('takes back what its archive alone holds, before that makes room', async () => {
		await coolFirst();
		expect(await resetSession(app, 's1', { by: 'user' }, never)).toMatchObject({ status: 'reset' });
		const [after, ...more] = await app.db.archives.toArray();
		expect(more).toEqual([]);
		expect(after?.turns).toBe(3);
		expect(await app.db.cold.count()).toBe(0);
		expect(await app.db.turns.where(':id').between(['s1'], ['s1', []]).count()).toBe(3);
	});

	it('keeps its archive where what that alone holds cannot be read', async () => {
		await coolFirst();
		const [before] = await app.db.archives.toArray();
		await app.db.archiveBytes.put({ id: before!.id, bytes: new Uint8Array(9) });
		expect(await resetSession(app, 's1', { by: 'user' }, never)).toMatchObject({
			status: 'failed',
			failure: { kind: 'damaged' }
		});
		expect(await app.db.archives.toArray()).toEqual([before]);
		expect(await app.db.cold.count()).toBe(1);
	});

	it('keeps its archive where that holds what was said on another device alone', async () => {
		const [before] = await app.db.archives.toArray();
		await app.db.turns.delete(['s1', 'trunk', 1]);
		await app.db.steps.where(':id').between(['s1', 'trunk', 1], ['s1', 'trunk', 2]).delete();
		expect(await resetSession(app, 's1', { by: 'user' }, never)).toMatchObject({
			status: 'failed'
		});
		expect(await app.db.archives.toArray()).toEqual([before]);
	});

	it('keeps its archive where the session has ended', async () => {
		const [before] = await app.db.archives.toArray();
		await app.db.sessions.update('s1', { endedAt: 1 });
		expect(await archiveNow()).toMatchObject({ status: 'failed', failure: { kind: 'damaged' } });
		expect(await app.db.archives.toArray()).toEqual([before]);
	});
});

it('a session whose archive of an unfinished reset was deleted is listed by its next one', async () => {
	await archiveSession({ db: app.db, clock: app.clock, packer }, { sessionId: 's1' });
	const [archive] = await listedArchives(app.db);
	expect(await deleteArchive(app, archive!.id)).toMatchObject({ status: 'done' });
	expect(await resetSession(app, 's1', { by: 'user' }, never)).toMatchObject({ status: 'reset' });
	expect(await listedArchives(app.db)).toMatchObject([{ sessionId: 's1', deletedAt: null }]);
	expect(await deletedArchives(app.db)).toEqual([]);
});
