/** What somebody unticks in the preview of a backup stays out, whatever of it lies in other rows. */
import { beforeEach, expect, test } from 'vitest';
import { chainStart } from '#core/log/chain.ts';
import { sha256 } from '#core/sha256.ts';
import { archiveSummary } from '#flows/archives/archive-covered.ts';
import { lastBackup, noteDownload } from '#flows/backups/back-up.ts';
import { packer } from '#worker/workshop/packer.ts';
import {
	importClock as clock,
	importFile,
	readFile,
	runRead,
	wholeBackup
} from '../../support/apps/importing.ts';
import { another, db, previewOf, withTarget } from '../../support/apps/import-target.ts';
import { aLedgerEntry } from '../../support/builders/a-ledger-entry.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

withTarget();

const words = (text: string) => new TextEncoder().encode(text);

/** A request of a session, with a part that is its own and one that both share. */
async function aRequest(sessionId: string): Promise<void> {
	const parts = [words(`asked in ${sessionId}`), words('asked in both')];
	for (const bytes of parts)
		await db.blobs.put({ sha256: sha256(bytes), bytes, mediaType: 'application/json', at: 1 });
	await db.ledger.put(
		aLedgerEntry({
			id: `request of ${sessionId}`,
			sessionId,
			turnId: `${sessionId}-trunk-0`,
			messages: parts.map((bytes) => sha256(bytes))
		})
	);
}

/** Two sessions, each with an archive; three turns of the first lie in its archive alone. */
beforeEach(async () => {
	const sessions = [
		{ id: 's1', title: 'The first', summary: 'm1' },
		{ id: 's2', title: 'The second', summary: 'm2' }
	];
	for (const { id, title, summary } of sessions) {
		const exchanges = someExchanges(6, { sessionId: id, previous: chainStart(id) });
		await storeSession(db, aSession({ id, title, activeAt: clock.now() }), exchanges);
		await db.summaries.put(aSummary(2, { id: summary, sessionId: id }));
		await archiveSummary({ db, clock, packer }, { summaryId: summary });
		await db.proposals.put(aProposal(`From ${id}`, { id: `p ${id}`, sessionId: id }));
		await aRequest(id);
	}
	const archive = await db.archives.where('sessionId').equals('s1').first();
	await db.cold.put({
		id: `${archive!.id} trunk 0`,
		sessionId: 's1',
		branch: 'trunk',
		fromSeq: 0,
		throughSeq: 2,
		archiveId: archive!.id,
		turnIds: ['s1-trunk-0', 's1-trunk-1', 's1-trunk-2'],
		at: 1
	});
	const cold = { turns: ['s1', 'trunk', 3], steps: ['s1', 'trunk', 3, 0] };
	await db.turns.where('[sessionId+branch+seq]').between(['s1', 'trunk', 0], cold.turns).delete();
	await db.steps
		.where('[sessionId+branch+seq+index]')
		.between(['s1', 'trunk', 0, 0], cold.steps)
		.delete();
});

/** Ids that stand in a new profile after everything but what is named was taken over. */
async function broughtWithout(titles: readonly string[]) {
	const to = another();
	const { outcome, read } = await readFile(to, await wholeBackup(db));
	if (outcome.status !== 'read' || !read) throw new Error('not read');
	const { items } = outcome.preview;
	const without = items.filter(({ name }) => titles.includes(name)).map(({ id }) => id);
	expect(without).toHaveLength(titles.length);
	await runRead(to, read, without);
	const idsIn = async (table: 'sessions' | 'archives' | 'cold' | 'ledger' | 'proposals') =>
		(await to[table].toArray()).map(({ id }) => id);
	return {
		sessions: await idsIn('sessions'),
		archives: (await to.archives.toArray()).map(({ sessionId }) => sessionId),
		cold: (await to.cold.toArray()).map(({ sessionId }) => sessionId),
		requests: await idsIn('ledger'),
		proposals: await idsIn('proposals'),
		memory: (await to.memoryFiles.toArray()).map(({ path }) => path),
		parts: (await to.blobs.toArray()).map(({ bytes }) => new TextDecoder().decode(bytes)).sort()
	};
}

test('a session that is not ticked leaves no archive, no request, no part of one and no proposal of itself', async () => {
	expect(await broughtWithout(['The first'])).toEqual({
		sessions: ['s2'],
		archives: ['s2'],
		cold: [],
		requests: ['request of s2'],
		proposals: ['p s2'],
		memory: [],
		parts: ['asked in both', 'asked in s2']
	});
});

test('a memory file that is not ticked stays out', async () => {
	for (const path of ['MEMORY.md', 'memory/2026-11-19.md'])
		await db.memoryFiles.put({
			path,
			text: `- stands in ${path}\n`,
			scope: 'everywhere',
			rev: 1,
			updatedAt: 1,
			deletedAt: null
		});
	expect((await broughtWithout(['MEMORY.md'])).memory).toEqual(['memory/2026-11-19.md']);
});

test('archives that are not ticked stay out, but for those that alone hold turns of a session that is', async () => {
	const brought = await broughtWithout(['archives']);
	expect(brought).toMatchObject({ sessions: ['s1', 's2'], archives: ['s1'], cold: ['s1'] });
	expect((await broughtWithout(['archives', 'The first'])).archives).toEqual([]);
	expect((await broughtWithout([])).archives).toEqual(['s1', 's2']);
});

test('the preview and the result count turns that lie in archives too', async () => {
	const to = another();
	const made = await wholeBackup(db);
	const { outcome, read } = await readFile(to, made);
	if (outcome.status !== 'read' || !read) throw new Error('not read');
	const sessions = outcome.preview.items.filter(({ what }) => what === 'session');
	expect(sessions.map(({ name, count }) => [name, count]).toSorted()).toEqual([
		['The first', 6],
		['The second', 6]
	]);
	expect(await runRead(to, read)).toMatchObject({ sessions: 2, turns: 12 });
	expect((await previewOf([made])).items.find(({ name }) => name === 'The first')?.count).toBe(6);
});

test('what another device has backed up is no backup of what is here', async () => {
	await noteDownload({ db, clock }, { name: 'keepsake-2026-11-19.zip', bytes: 5 });
	await db.activity.put({
		id: 'b',
		at: 5,
		kind: 'export',
		sessionId: null,
		details: { what: 'backup', name: 'theirs.zip', bytes: 5 },
		failure: null
	});
	const made = await wholeBackup(db);
	const here = another();
	await storeSession(here, aSession({ id: 'mine' }), someExchanges(1, { sessionId: 'mine' }));
	expect(await importFile(here, made)).toMatchObject({ status: 'imported' });
	expect(await lastBackup({ db: here, clock })).toBeNull();
	// A profile that is restored goes on where it was.
	const anew = another();
	await importFile(anew, made);
	expect(await lastBackup({ db: anew, clock })).toMatchObject({ details: { name: 'theirs.zip' } });
});
