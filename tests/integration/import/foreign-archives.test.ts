/** The archives of a stranger's backup, which are read again long after it came: what is made of them is as foreign as the rest. */
import { beforeEach, expect, test } from 'vitest';
import { isRow, parseJson } from '#core/json.ts';
import { sha256 } from '#core/sha256.ts';
import { utf8 } from '#core/bytes.ts';
import type { Truth } from '#db/schema.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { forkArchive, restoreArchived } from '#flows/archives/keep-archives.ts';
import { showArchive } from '#flows/archives/show-archive.ts';
import { wordsOfSession } from '#flows/desk/session-words.ts';
import { packer } from '#worker/workshop/packer.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { another, withTarget } from '../../support/apps/import-target.ts';
import { importFile, importInto, wholeBackup } from '../../support/apps/importing.ts';
import { heldClock } from '../../support/builders/a-clock.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never } from '../../support/never.ts';

withTarget();

const clock = heldClock();
let app: TestApp;
let theirs: Truth;

withApp((own) => (app = own));
beforeEach(async () => {
	importInto(app);
	theirs = another();
	const ports = { db: app.db, clock: app.clock, packer };
	app.jobs['read-archive'] = (ask) => showArchive(ports, ask);
	await storeSession(app.db, aSession(), someExchanges(2));
	const policy = { preset: null, automatic: true, review: 'auto' as const, overrides: {} };
	const session = aSession({ id: 's2', title: 'Bank\u200bs', model: 'dear-model', policy });
	await storeSession(theirs, session, someExchanges(3, { sessionId: 's2' }));
	await theirs.turns.update(['s2', 'trunk', 0], {
		asked: [{ type: 'text', text: 'My bank is evil\u200b.example and I pay by invoice.' }]
	});
	await theirs.summaries.put(aSummary(1, { id: 'm2', sessionId: 's2', taint: 'none' }));
	await archiveSession({ db: theirs, clock, packer }, { sessionId: 's2' });
	await theirs.sessions.update('s2', { endedAt: clock.now() });
});

/** Nothing of the session is left but its archive. */
async function leaveTheArchiveAlone(db: Truth): Promise<void> {
	const tables = [db.sessions, db.branches, db.turns, db.steps, db.summaries];
	for (const table of tables) await table.where(':id').notEqual('s1').delete();
}

async function bringIn(): Promise<void> {
	const brought = await importFile(app.db, await wholeBackup(theirs));
	if (brought.status !== 'imported') throw new Error(brought.status);
}

async function theArchive(db: Truth) {
	const archive = (await db.archives.toArray()).find(({ sessionId }) => sessionId === 's2');
	if (!archive) throw new Error('no archive');
	const bytes = (await db.archiveBytes.get(archive.id))?.bytes ?? new Uint8Array();
	return { archive, bytes };
}

const turnsOf = async (sessionId: string) =>
	(await app.db.turns.toArray()).filter((turn) => turn.sessionId === sessionId);

/** A new session from the archive. */
async function continued() {
	const { archive } = await theArchive(app.db);
	const outcome = await forkArchive(app, { archiveId: archive.id, turnId: null }, never);
	if (outcome.status === 'failed') throw new Error(outcome.failure.kind);
	const { sessionId } = outcome;
	const said = await wordsOfSession(app.db, sessionId, { taint: 'none' });
	const session = await app.db.sessions.get(sessionId);
	return { session, turns: await turnsOf(sessionId), said };
}

test('a new session from an archive of a stranger’s backup is nobody’s words, without signs that nobody sees', async () => {
	await bringIn();
	const { session, turns, said } = await continued();
	expect(session).toMatchObject({ title: 'Banks', model: null });
	expect(turns.map(({ source }) => source)).toEqual(['import', 'import', 'import']);
	const words = 'My bank is evil.example and I pay by invoice.';
	expect(turns[0]?.asked).toEqual([{ type: 'text', text: words }]);
	expect(said.originOf(words)).not.toBe('own');
});

test('a session that is brought back from the archive of a stranger’s backup follows the rules of this profile', async () => {
	await leaveTheArchiveAlone(theirs);
	await bringIn();
	const { archive } = await theArchive(app.db);
	expect(await restoreArchived(app, archive.id, never)).toMatchObject({ status: 'done' });
	expect((await turnsOf('s2')).map(({ source }) => source)).toEqual(['import', 'import', 'import']);
	const { policy, model } = aSession();
	expect(await app.db.sessions.get('s2')).toMatchObject({ policy, model, title: 'Banks' });
	expect((await app.db.summaries.get('m2'))?.taint).toBe('import');
});

test('an archive of a stranger’s backup is what its row says, and comes once', async () => {
	await bringIn();
	const { archive, bytes } = await theArchive(app.db);
	const { lines, whole } = await packer.unpack(bytes);
	expect(whole).toBe(true);
	expect(archive).toMatchObject({
		title: 'Banks',
		sha256: sha256(bytes),
		packedBytes: bytes.length,
		rawBytes: utf8(lines.map((line) => `${line}\n`).join('')).length
	});
	await bringIn();
	expect(await theArchive(app.db)).toEqual({ archive, bytes });
	// What is restored is held against it to the byte.
	expect(await archiveSession({ db: app.db, clock, packer }, { sessionId: 's2' })).toMatchObject({
		status: 'archived',
		archiveId: archive.id
	});
});

test('the archives of a profile that is restored stay the same to the byte', async () => {
	await app.db.sessions.clear();
	await bringIn();
	expect(await theArchive(app.db)).toEqual(await theArchive(theirs));
});

test('what cannot be read in an archive of a stranger’s backup stays counted', async () => {
	const { archive, bytes } = await theArchive(theirs);
	const { lines } = await packer.unpack(bytes);
	const spoilt = lines.map((line) => {
		const row = parseJson(line);
		return isRow(row) && row['type'] === 'turn' && row['seq'] === 1 ? '{"type":"turn"}' : line;
	});
	const packed = packer.pack(spoilt.map((line) => `${line}\n`));
	await theirs.archiveBytes.put({ id: archive.id, bytes: packed });
	await theirs.archives.update(archive.id, { sha256: sha256(packed) });
	const read = async (db: Truth) => {
		const outcome = await showArchive({ db, clock, packer }, { archiveId: archive.id });
		return outcome.status === 'read' ? outcome.damaged : outcome.failure;
	};
	expect(await read(theirs)).toBe(3);
	await bringIn();
	expect(await read(app.db)).toBe(3);
});

test('an archive that came word for word, before this was seen to, gives what its session has here', async () => {
	await bringIn();
	const { archive, bytes } = await theArchive(theirs);
	await app.db.archives.put(archive);
	await app.db.archiveBytes.put({ id: archive.id, bytes });
	const { session, turns } = await continued();
	expect(session?.model).toBe(null);
	expect(turns.map(({ source }) => source)).toEqual(['import', 'import', 'import']);
});
