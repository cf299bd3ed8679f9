import { expect, it } from 'vitest';
import { dropWhole } from '#db/log/resets.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { resetSession } from '#flows/sessions/reset-session.ts';
import { packer } from '#worker/workshop/packer.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { never } from '../../support/never.ts';
import { withResets } from '../../support/apps/with-resets.ts';

/** A reset can be given up as long as it is under way: the session goes on as if nobody had asked. */

let app: TestApp;
const { sessions, extractions } = withResets((own) => (app = own));

it('can be given up while the last notes are taken: nothing is archived, and the session goes on', async () => {
	const stop = new AbortController();
	app.jobs.extract = (_, signal) => {
		stop.abort();
		return Promise.resolve({ status: signal.aborted ? 'stopped' : 'extracted', proposals: 0 });
	};
	let archived = 0;
	app.jobs['archive-session'] = () => {
		archived++;
		return Promise.resolve({ status: 'failed', failure: { kind: 'storage-full' } });
	};
	expect(await resetSession(app, 's1', { by: 'user' }, stop.signal)).toEqual({ status: 'stopped' });
	expect(archived).toBe(0);
	expect(await app.db.sessions.get('s1')).toMatchObject({ endedAt: null });
});

it('given up before its turn came looks for nothing: the last notes are not paid for', async () => {
	expect(await resetSession(app, 's1', { by: 'user' }, AbortSignal.abort())).toEqual({
		status: 'stopped'
	});
	expect(extractions.count).toBe(0);
	expect(await sessions()).toEqual([{ ended: false, continuedFrom: null }]);
});

it('can be given up while the session is archived: the archive goes again, and the session goes on', async () => {
	const stop = new AbortController();
	const archive = app.jobs['archive-session'];
	if (!archive) throw new Error('nobody archives');
	app.jobs['archive-session'] = async (...ask) => {
		const archived = await archive(...ask);
		stop.abort();
		return archived;
	};
	expect(await resetSession(app, 's1', { by: 'user' }, stop.signal)).toEqual({ status: 'stopped' });
	expect(await app.db.archives.count()).toBe(0);
	expect(await app.db.archiveBytes.count()).toBe(0);
	expect(await sessions()).toEqual([{ ended: false, continuedFrom: null }]);
	app.jobs['archive-session'] = archive;
	expect(await resetSession(app, 's1', { by: 'user' }, never)).toMatchObject({ status: 'reset' });
});

it('given up while the session is archived leaves an archive that was there before it', async () => {
	await archiveSession({ db: app.db, clock: app.clock, packer }, { sessionId: 's1' });
	const before = await app.db.archives.toCollection().primaryKeys();
	expect(before).toHaveLength(1);
	app.clock.at += 1000;
	const stop = new AbortController();
	const archive = app.jobs['archive-session'];
	app.jobs['archive-session'] = (...ask) => {
		stop.abort();
		return archive!(...ask);
	};
	expect(await resetSession(app, 's1', { by: 'user' }, stop.signal)).toEqual({ status: 'stopped' });
	expect(await app.db.archives.toCollection().primaryKeys()).toEqual(before);
});

it('given up leaves an archive alone that was there before, and one in which turns lie alone', async () => {
	const archived = await archiveSession(
		{ db: app.db, clock: app.clock, packer },
		{ sessionId: 's1' }
	);
	if (archived.status !== 'archived') throw new Error(archived.status);
	const { archiveId } = archived;
	const at = app.clock.now();
	await dropWhole(app.db, { id: archiveId, since: at + 1 });
	expect(await app.db.archives.count()).toBe(1);
	await app.db.cold.put({
		id: 'c1',
		sessionId: 's1',
		branch: 'trunk',
		fromSeq: 0,
		throughSeq: 0,
		archiveId,
		turnIds: [],
		at
	});
	await dropWhole(app.db, { id: archiveId, since: at });
	expect(await app.db.archives.count()).toBe(1);
});

it('can be given up while it waits for an answer to be whole: the answer goes on, and so does the session', async () => {
	const stop = new AbortController();
	let whole: () => void = () => undefined;
	const answered = app.locks.hold(
		'session:s1',
		() => new Promise<void>((resolve) => (whole = resolve))
	);
	const given = resetSession(app, 's1', { by: 'user' }, stop.signal);
	stop.abort();
	expect(await given).toEqual({ status: 'stopped' });
	expect(await app.locks.isHeld('session:s1')).toBe(true);
	whole();
	await answered;
	expect(await app.db.sessions.get('s1')).toMatchObject({ endedAt: null });
});
