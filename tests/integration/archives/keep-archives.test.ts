import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Archive } from '#core/archive/stored.ts';
import { archiveBytes, listedArchive, listedArchives } from '#db/archives/archives.ts';
import { countPlaces } from '#db/count-places.ts';
import { marksOf } from '#db/log/turns.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import {
	continueArchived,
	deleteArchive,
	followerOf,
	forkArchive,
	restoreArchive,
	restoreArchived,
	standingOf
} from '#flows/archives/keep-archives.ts';
import { exportArchive, showArchive } from '#flows/archives/show-archive.ts';
import { pinsPlaced, textsThatGo } from '#flows/prompt/placed-pins.ts';
import { deleteSessions, renameSession, restoreSessions } from '#flows/sessions/change-session.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { pinText } from '#flows/sessions/pin-text.ts';
import { resetSession } from '#flows/sessions/reset-session.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { packer } from '#worker/workshop/packer.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { never } from '../../support/never.ts';
import { logShape, makeLog } from '../../support/random/random-log.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

/** What can be done with an archive (checklist 192–194). */

let app: TestApp;
withApp((own) => (app = own));
beforeEach(async () => {
	const ports = { db: app.db, clock: app.clock, packer };
	app.jobs['archive-session'] = (ask) => archiveSession(ports, ask);
	app.jobs['read-archive'] = (ask) => showArchive(ports, ask);
	app.jobs.extract = () => Promise.resolve({ status: 'extracted', proposals: 0 });
	await storeSession(app.db, aSession({ offRecord: true }), someExchanges(4));
});

async function archived(): Promise<Archive> {
	const outcome = await resetSession(app, 's1', { by: 'user' }, never);
	expect(outcome.status).toBe('reset');
	const [archive] = await app.db.archives.toArray();
	if (!archive) throw new Error('no archive');
	return archive;
}

const said = async (sessionId: string) =>
	(await app.db.turns.toArray()).filter((turn) => turn.sessionId === sessionId).map((t) => t.asked);

describe('an archive', () => {
	it('lets its session go on, and the empty one that followed goes', async () => {
		const archive = await archived();
		expect(await standingOf(app, archive)).toBe('ended');
		expect(await app.db.sessions.count()).toBe(2);
		expect(await continueArchived(app, 's1')).toEqual({ status: 'done', sessionId: 's1' });
		expect((await app.db.sessions.toArray()).map(({ id, endedAt }) => ({ id, endedAt }))).toEqual([
			{ id: 's1', endedAt: null }
		]);
	});

	it('names the session that followed, but none that was deleted since', async () => {
		await archived();
		const next = await followerOf(app, 's1');
		expect(await app.db.sessions.get(next ?? '')).toMatchObject({ continuedFrom: 's1' });
		expect((await deleteSessions(app, [next ?? ''])).status).toBe('done');
		expect(await followerOf(app, 's1')).toBeNull();
	});

	it('gives a new session with what leads to a turn, as private as the one it is of', async () => {
		const archive = await archived();
		const outcome = await forkArchive(app, { archiveId: archive.id, turnId: 's1-trunk-1' }, never);
		if (outcome.status !== 'done') throw new Error(outcome.failure.kind);
		const session = await app.db.sessions.get(outcome.sessionId);
		expect(session).toMatchObject({ offRecord: true, kind: 'main', endedAt: null });
		expect(await said(outcome.sessionId)).toEqual((await said('s1')).slice(0, 2));
		expect(await app.db.archives.count()).toBe(1);
	});

	it('gives a new session with what was switched off in the one it is of, and its rules', async () => {
		const chosen = {
			switchedOff: ['MEMORY.md'],
			policy: { preset: 'spec-008', automatic: false, review: null, overrides: {} },
			resetPolicy: 'daily'
		} as const;
		await app.db.sessions.update('s1', chosen);
		const archive = await archived();
		const outcome = await forkArchive(app, { archiveId: archive.id, turnId: null }, never);
		if (outcome.status !== 'done') throw new Error(outcome.failure.kind);
		expect(await app.db.sessions.get(outcome.sessionId)).toMatchObject(chosen);
	});

	it('gives a new session with what was on screen, whichever branch was begun last, and is as new as its newest message', async () => {
		const other = someExchanges(1, { branch: 'b2', from: 1 });
		await storeSession(app.db, aSession(), other, {
			branch: 'b2',
			parent: 'trunk',
			forkSeq: 1,
			createdAt: 1_700_000_100_000
		});
		const shown = (await said('s1')).slice(1);
		const archive = await archived();
		expect(archive.lastAt).toBe(someExchanges(4)[3]?.turn.askedAt);
		const outcome = await forkArchive(app, { archiveId: archive.id, turnId: null }, never);
		if (outcome.status !== 'done') throw new Error(outcome.failure.kind);
		expect(await said(outcome.sessionId)).toEqual(shown);
	});

	it('gives a copy without what is deleted, and with what is off the record or left out still so', async () => {
		await app.db.sessions.update('s1', { title: 'About number 0', titleFrom: 'first-message' });
		await deleteTurn(app, { sessionId: 's1', turnId: 's1-trunk-0' });
		await setMark(app, { sessionId: 's1', turnId: 's1-trunk-2', kind: 'off-record', on: true });
		await setMark(app, { sessionId: 's1', turnId: 's1-trunk-3', kind: 'left-out', on: true });
		const archive = await archived();
		const outcome = await forkArchive(app, { archiveId: archive.id, turnId: null }, never);
		if (outcome.status !== 'done') throw new Error(outcome.failure.kind);
		const { sessionId } = outcome;
		const copied = (await app.db.turns.toArray()).filter((turn) => turn.sessionId === sessionId);
		expect(copied.map(({ asked }) => asked)).toEqual((await said('s1')).slice(1));
		expect(copied.map(({ seq }) => seq)).toEqual([0, 1, 2]);
		const marks = (await marksOf(app.db, sessionId)).map(({ turnId, kind }) => ({ turnId, kind }));
		expect(marks).toHaveLength(2);
		expect(marks).toEqual(
			expect.arrayContaining([
				{ turnId: copied[1]?.turnId, kind: 'off-record' },
				{ turnId: copied[2]?.turnId, kind: 'left-out' }
			])
		);
		expect(await app.db.sessions.get(sessionId)).toMatchObject({ title: '', titleFrom: 'none' });
	});

	it('gives a copy in which what is pinned goes along word for word, whatever was decided before', async () => {
		const place = (at: number) => ({ sessionId: 's1', turnId: `s1-trunk-${String(at)}` });
		await setMark(app, { ...place(0), kind: 'left-out', on: true });
		await setMark(app, { ...place(0), kind: 'pinned', on: true });
		await pinText(app, { ...place(1), text: 'About number' });
		await setMark(app, { ...place(3), kind: 'pinned', on: true });
		const archive = await archived();
		const outcome = await forkArchive(app, { archiveId: archive.id, turnId: 's1-trunk-2' }, never);
		if (outcome.status !== 'done') throw new Error(outcome.failure.kind);
		const { sessionId } = outcome;
		const pinned = async (id: string) => textsThatGo(await pinsPlaced(app.db, id)).toSorted();
		const before = await pinned('s1');
		expect(before).toHaveLength(3);
		expect(await pinned(sessionId)).toEqual(before.slice(0, 2));
		const [first] = (await app.db.turns.toArray()).filter((turn) => turn.sessionId === sessionId);
		// Its own button lets it go.
		const own = { sessionId, turnId: first?.turnId ?? '', kind: 'pinned' } as const;
		await setMark(app, { ...own, on: false });
		expect(await pinned(sessionId)).toEqual(['About number']);
		expect(await pinned('s1')).toEqual(before);
	});

	it('shows nothing that is deleted, and shows it again once that is taken back', async () => {
		await deleteTurn(app, { sessionId: 's1', turnId: 's1-trunk-1' });
		const { id } = await archived();
		const shown = async () => {
			const read = await app.workshop.run('read-archive', { archiveId: id }, never);
			if (read.status === 'failed') throw new Error(read.failure.kind);
			return read.exchanges.map(({ turn }) => turn.seq);
		};
		expect(await shown()).toEqual([0, 2, 3]);
		await restoreTurn(app, { sessionId: 's1', turnId: 's1-trunk-1' });
		expect(await shown()).toEqual([0, 1, 2, 3]);
	});

	it('is downloaded as it lies, but without what is deleted in its session', async () => {
		const { id, path } = await archived();
		const ports = { db: app.db, clock: app.clock, packer };
		const taken = async () => {
			const made = await exportArchive(ports, { archiveId: id });
			if (made.status === 'failed') throw new Error(made.failure.kind);
			expect(path.endsWith(made.name)).toBe(true);
			return new Uint8Array(await made.file.arrayBuffer());
		};
		const lies = (await app.db.archiveBytes.get(id))?.bytes;
		expect(await taken()).toEqual(lies);
		await deleteTurn(app, { sessionId: 's1', turnId: 's1-trunk-1' });
		const { lines, whole } = await packer.unpack(await taken());
		expect(whole).toBe(true);
		expect(lines.filter((line) => line.includes('about number'))).toHaveLength(3);
		expect(lines.join('')).not.toContain('umber 1');
		expect((await app.db.archiveBytes.get(id))?.bytes).toEqual(lies);
	});

	it('brings a session back whose marks are there with what is deleted, which stays deleted', async () => {
		await deleteTurn(app, { sessionId: 's1', turnId: 's1-trunk-1' });
		const { id } = await archived();
		const before = await app.db.turns.toArray();
		for (const table of [app.db.sessions, app.db.branches, app.db.turns, app.db.steps])
			await table.clear();
		expect((await restoreArchived(app, id, never)).status).toBe('done');
		expect(await app.db.turns.toArray()).toEqual(before);
		expect((await marksOf(app.db, 's1')).map(({ kind }) => kind)).toEqual(['deleted']);
	});

	it('brings a session back that is in no table any more, the same to the byte', async () => {
		const archive = await archived();
		const before = {
			turns: await app.db.turns.toArray(),
			steps: await app.db.steps.toArray(),
			branches: (await app.db.branches.toArray()).filter((row) => row.sessionId === 's1')
		};
		for (const table of [app.db.sessions, app.db.branches, app.db.turns, app.db.steps])
			await table.clear();
		expect(await standingOf(app, archive)).toBe('gone');
		expect(await restoreArchived(app, archive.id, never)).toEqual({
			status: 'done',
			sessionId: 's1'
		});
		expect({
			turns: await app.db.turns.toArray(),
			steps: await app.db.steps.toArray(),
			branches: await app.db.branches.toArray()
		}).toEqual(before);
		expect(await app.db.sessions.get('s1')).toMatchObject({ endedAt: null, deletedAt: null });
		// It is listed as an archive no more, and the next reset writes one as if there had been none.
		expect(await app.db.archives.count()).toBe(0);
		expect((await resetSession(app, 's1', { by: 'user' }, never)).status).toBe('reset');
	});

	it('and that of any session, with tools, pictures, thinking, broken replies and branches', async () => {
		await fc.assert(
			fc.asyncProperty(logShape, logShape, fc.nat(), async (trunkShapes, otherShapes, at) => {
				const id = `any-${app.clock.newId()}`;
				fc.pre(trunkShapes.length > 0);
				const said = makeLog(trunkShapes, { sessionId: id, chained: true });
				const forkSeq = at % said.length;
				const other = makeLog(otherShapes, { sessionId: id, branch: 'other', from: forkSeq });
				await storeSession(app.db, aSession({ id, offRecord: true }), said);
				await storeSession(app.db, aSession({ id, offRecord: true }), other, {
					branch: 'other',
					parent: 'trunk',
					forkSeq
				});
				const isOf = (row: { readonly sessionId: string }) => row.sessionId === id;
				const rows = async () => ({
					turns: await app.db.turns.filter(isOf).toArray(),
					steps: await app.db.steps.filter(isOf).toArray(),
					branches: await app.db.branches.filter(isOf).toArray()
				});
				const before = await rows();
				expect((await resetSession(app, id, { by: 'user' }, never)).status).toBe('reset');
				const archive = (await app.db.archives.toArray()).find(isOf);
				for (const table of [app.db.sessions, app.db.branches, app.db.turns, app.db.steps])
					await table.clear();
				expect(await restoreArchived(app, archive?.id ?? '', never)).toEqual({
					status: 'done',
					sessionId: id
				});
				expect(await rows()).toEqual(before);
			}),
			{ numRuns: 25 }
		);
	});

	it('is not brought back in the place of one that was forgotten on purpose', async () => {
		const archive = await archived();
		await app.db.sessions.delete('s1');
		await app.db.tombstones.put({ id: 's1', kind: 'session', at: 1 });
		expect(await standingOf(app, archive)).toBe('forgotten');
	});

	it('is in no list once its session is deleted, and again when that is brought back', async () => {
		const { id } = await archived();
		const listed = async () => (await listedArchives(app.db)).map((row) => row.id);
		expect(await listed()).toEqual([id]);
		await deleteSessions(app, ['s1']);
		expect(await listed()).toEqual([]);
		expect((await countPlaces(app.db)).archives).toBe(0);
		await restoreSessions(app, ['s1']);
		expect(await listed()).toEqual([id]);
		expect((await countPlaces(app.db)).archives).toBe(1);
	});

	it('is called as its session is called now, and its file stays as it was written', async () => {
		const { id } = await archived();
		const bytes = await archiveBytes(app.db, id);
		await renameSession(app, 's1', 'The ferry to Naxos');
		expect((await listedArchives(app.db)).map(({ title }) => title)).toEqual([
			'The ferry to Naxos'
		]);
		expect(await listedArchive(app.db, id)).toMatchObject({ title: 'The ferry to Naxos' });
		expect(await archiveBytes(app.db, id)).toEqual(bytes);
	});

	it('is deleted and brought back, and stays where it alone holds turns', async () => {
		const { id } = await archived();
		expect(await deleteArchive(app, id)).toEqual({ status: 'done' });
		expect((await app.db.archives.get(id))?.deletedAt).not.toBeNull();
		expect(await restoreArchive(app, id)).toEqual({ status: 'done' });
		await app.db.cold.put({
			id: `${id} trunk`,
			sessionId: 's1',
			branch: 'trunk',
			fromSeq: 0,
			throughSeq: 1,
			archiveId: id,
			turnIds: ['s1-trunk-0', 's1-trunk-1'],
			at: 1
		});
		expect(await deleteArchive(app, id)).toEqual({
			status: 'failed',
			failure: { kind: 'only-copy' }
		});
		expect((await app.db.archives.get(id))?.deletedAt).toBeNull();
	});
});
