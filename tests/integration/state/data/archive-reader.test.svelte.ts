import { beforeEach, expect, it } from 'vitest';
import { chainEnd } from '#core/log/chain.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { exportArchive, showArchive } from '#flows/archives/show-archive.ts';
import { deleteSessions } from '#flows/sessions/change-session.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { ArchiveReader } from '#state/data/archive-reader.svelte.ts';
import { packer } from '#worker/workshop/packer.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';

/** An archive on screen: one version of its session at a time, and ways to the others. */

let app: TestApp;
const ports = () => ({ db: app.db, clock: app.clock, packer });

withApp((own) => (app = own));
beforeEach(() => {
	app.jobs['read-archive'] = (ask) => showArchive(ports(), ask);
	app.jobs['export-archive'] = (ask) => exportArchive(ports(), ask);
});

async function opened(): Promise<ArchiveReader> {
	const done = await archiveSession(ports(), { sessionId: 's1' });
	if (done.status !== 'archived') throw new Error(done.status);
	const reader = new ArchiveReader(app, done.archiveId);
	await eventually(() => expect(reader.stage.at).toBe('read'));
	return reader;
}

/** Turns by their places, versions by where they begin and the branch they lead to. */
const read = (reader: ArchiveReader, goal = '') =>
	reader.rowsTo(goal).map((row) => {
		if (row.kind === 'version') return `${String(row.version.seq)} → ${row.version.branch}`;
		if (row.kind === 'summary') return row.key;
		return `${row.exchange.turn.branch} ${String(row.exchange.turn.seq)}`;
	});

/** The second message was edited, the third of that version as well; the first edit is on screen. */
async function edited(): Promise<void> {
	const all = someExchanges(3);
	await storeSession(app.db, aSession(), all);
	const first = someExchanges(3, { branch: 'b2', from: 1, previous: chainEnd(all[0]!) });
	await storeSession(app.db, aSession({ branch: 'b2' }), first, {
		branch: 'b2',
		parent: 'trunk',
		forkSeq: 1,
		createdAt: 1_700_000_000_001
	});
	const second = someExchanges(1, { branch: 'b3', from: 2, previous: chainEnd(first[0]!) });
	await storeSession(app.db, aSession({ branch: 'b2' }), second, {
		branch: 'b3',
		parent: 'b2',
		forkSeq: 2,
		createdAt: 1_700_000_000_002
	});
}

it('the version that was on screen is read, and the others open from where they begin', async () => {
	await edited();
	const reader = await opened();
	expect(read(reader)).toEqual(['trunk 0', '1 → trunk', 'b2 1', '2 → b3', 'b2 2', 'b2 3']);
	reader.show('b3', '');
	expect(read(reader)).toEqual(['trunk 0', '1 → trunk', 'b2 1', '2 → b2', 'b3 2']);
	reader.show('trunk', '');
	// What leaves only the other version is offered there.
	expect(read(reader)).toEqual(['trunk 0', '1 → b2', 'trunk 1', 'trunk 2']);
});

it('a link to a turn opens the version it stands in, whichever was chosen before', async () => {
	await edited();
	const reader = await opened();
	expect(read(reader, 's1-b3-2').at(-1)).toBe('b3 2');
	expect(read(reader, 's1-trunk-0').at(-1)).toBe('b2 3');
	reader.show('b3', 's1-trunk-0');
	expect(read(reader, 's1-trunk-0').at(-1)).toBe('b3 2');
	expect(read(reader, 's1-trunk-2').at(-1)).toBe('trunk 2');
});

it('summaries stand in their own version', async () => {
	await edited();
	await app.db.summaries.bulkPut([
		aSummary(1, { id: 'mine', branch: 'b2', round: 1 }),
		aSummary(1, { id: 'other', branch: 'trunk', round: 2 })
	]);
	const reader = await opened();
	expect(read(reader)).toContain('mine');
	expect(read(reader)).not.toContain('other');
	reader.show('trunk', '');
	expect(read(reader)).toContain('other');
});

it('one without versions is read as it lies', async () => {
	await storeSession(app.db, aSession(), someExchanges(3));
	expect(read(await opened())).toEqual(['trunk 0', 'trunk 1', 'trunk 2']);
});

it('what becomes of it elsewhere is seen at once: a message deleted, its session, and that it is gone', async () => {
	await storeSession(app.db, aSession({ endedAt: 5 }), someExchanges(3));
	const reader = await opened();
	expect([reader.standing, reader.entry?.sessionId]).toEqual(['ended', 's1']);
	const turn = { sessionId: 's1', turnId: 's1-trunk-1' };
	expect(await deleteTurn(app, turn)).toMatchObject({ status: 'done' });
	await eventually(() => expect(read(reader)).toEqual(['trunk 0', 'trunk 2']));
	expect(await restoreTurn(app, turn)).toMatchObject({ status: 'done' });
	await eventually(() => expect(read(reader)).toEqual(['trunk 0', 'trunk 1', 'trunk 2']));
	expect(await deleteSessions(app, ['s1'])).toMatchObject({ status: 'done' });
	await eventually(() => expect(reader.standing).toBe('deleted'));
	// As when it is forgotten, or its reset is undone.
	await app.db.archives.clear();
	await eventually(() => expect([reader.stage.at, reader.entry]).toEqual(['missing', null]));
	expect(read(reader)).toEqual([]);
	reader.stop();
});

it('a file that cannot be had says why', async () => {
	await storeSession(app.db, aSession(), someExchanges(3));
	const reader = await opened();
	expect(await reader.file()).toMatchObject({ status: 'made' });
	await app.db.archiveBytes.clear();
	expect(await reader.file()).toMatchObject({ status: 'failed', failure: { kind: 'damaged' } });
});
