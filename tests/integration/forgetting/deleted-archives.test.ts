import { beforeEach, describe, expect, test } from 'vitest';
import type { Forgotten } from '#core/forgetting/what.ts';
import { normaliseLine } from '#core/lines/line.ts';
import type { IndexStore } from '#db/schema.ts';
import { deleteArchive, standingOf } from '#flows/archives/keep-archives.ts';
import { bringBack } from '#flows/forgetting/bring-back.ts';
import { deletedThings, forget, forgetDeleted } from '#flows/forgetting/forget.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { resetSession } from '#flows/sessions/reset-session.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { unzipped } from '../../support/apps/importing.ts';
import { restoreIn, wholeBackup, withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { aMemoryFile } from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { filesWith, tablesWith } from '../../support/find-bytes.ts';
import { never } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** Archives that are deleted alone: what can be brought back, and what goes with them. */

const canary = 'xyloquartz';
const aDay = 25 * 60 * 60_000;

let app: TestApp;
let index: IndexStore;

withAppAndWorkshop((own, store) => {
	app = own;
	index = store;
});

const stores = () => [app.db, app.scratch, index];

async function onlyArchive() {
	const [archive, ...others] = await app.db.archives.toArray();
	if (!archive || others.length > 0) throw new Error('not one archive');
	return archive;
}

async function onlyDeleted() {
	const [deleted, ...others] = await deletedThings(app);
	if (deleted?.what.of.kind !== 'archive' || others.length > 0) throw new Error('not one archive');
	return deleted.what.of;
}

describe('an archive beside its session', () => {
	beforeEach(async () => {
		await storeSession(app.db, aSession(), someExchanges(6));
		await app.db.summaries.put(aSummary(2));
		await keepHouse(app, never);
	});

	test('is brought back for a while, then goes; the session stays, and no keeper writes it anew', async () => {
		const archive = await onlyArchive();
		const rows = async () => [await app.db.turns.toArray(), await app.db.steps.toArray()];
		const before = await rows();
		expect(await standingOf(app, archive)).toBe('open');
		expect(await deleteArchive(app, archive.id)).toEqual({ status: 'done' });
		expect(await bringBack(app, await onlyDeleted())).toEqual({ status: 'done' });
		expect(await onlyArchive()).toEqual(archive);
		expect(await deletedThings(app)).toEqual([]);

		await deleteArchive(app, archive.id);
		const deleted = await onlyDeleted();
		app.clock.at += aDay;
		await keepHouse(app, never);
		await keepHouse(app, never);
		expect(await app.db.archives.count()).toBe(0);
		expect(await app.db.archiveBytes.count()).toBe(0);
		expect(await rows()).toEqual(before);
		expect(await app.db.summaries.toArray()).toMatchObject([{ status: 'active' }]);
		expect(await deletedThings(app)).toEqual([]);
		expect(await bringBack(app, deleted)).toMatchObject({
			status: 'failed',
			failure: { kind: 'forgotten' }
		});
	});

	test('that is gone with its session is not said to be back', async () => {
		const { id } = await onlyArchive();
		await deleteArchive(app, id);
		const what = await onlyDeleted();
		const session = { kind: 'session' as const, sessionId: what.sessionId };
		await forget(app, { what: session, lines: [], summaries: {} });
		expect(await bringBack(app, what)).toMatchObject({ status: 'failed' });
		expect(await app.db.archives.count()).toBe(0);
	});

	test('is not forgotten where it was brought back meanwhile', async () => {
		const { id } = await onlyArchive();
		await deleteArchive(app, id);
		const what = await onlyDeleted();
		await bringBack(app, what);
		expect(await forget(app, { what, lines: [], summaries: {} })).toMatchObject({
			status: 'failed',
			failure: { kind: 'changed-meanwhile' }
		});
		expect(await app.db.archiveBytes.count()).toBe(1);
		expect(await app.db.tombstones.count()).toBe(0);
	});
});

test('an archive that is all there is of its session is in no store, copy or export, and no backup brings it back', async () => {
	app.model.next(say(`The ${canary} is a stone.`));
	const session = newSession(app, { kind: 'main', offRecord: true });
	await sendWords(app, session, `What is ${canary}?`);
	await resetSession(app, session.id, { by: 'user' }, never);
	const older = await wholeBackup(app);
	await app.workshop.run('keep-snapshot', { reason: 'regular' }, never);
	for (const table of [app.db.sessions, app.db.branches, app.db.turns, app.db.steps])
		await table.clear();
	const archive = await onlyArchive();
	expect(await standingOf(app, archive)).toBe('gone');
	await deleteArchive(app, archive.id);
	await onlyDeleted();
	app.clock.at += aDay;
	await forgetDeleted(app, never);
	expect(await tablesWith(stores(), canary)).toEqual([]);
	expect(await filesWith(await unzipped(await wholeBackup(app)), canary)).toEqual([]);
	await app.workshop.run('write-canary', { accept: true }, never);
	await app.workshop.run('keep-snapshot', { reason: 'when-due' }, never);
	expect(await filesWith(app.vault.files, canary)).toEqual([]);
	await restoreIn(app, older);
	expect(await tablesWith(stores(), canary)).toEqual([]);
});

test('before an archive is forgotten that is all there is of its session, what goes with a session is offered', async () => {
	app.model.next(say('Noted.'));
	const session = newSession(app, { kind: 'main', offRecord: false });
	const { turnId } = await sendWords(app, session, `I keep bees by the ${canary}`);
	const line = `Keeps bees by the ${canary}`;
	await app.db.memoryFiles.put(aMemoryFile('MEMORY.md', `- ${line}\n`));
	await app.db.memoryOrigins.put({
		id: 'o1',
		path: 'MEMORY.md',
		line: normaliseLine(line),
		sessionId: session.id,
		turnIds: [turnId ?? ''],
		origin: 'own',
		writer: 'tool',
		at: 1,
		importance: null,
		tags: []
	});
	await resetSession(app, session.id, { by: 'user' }, never);
	const weighed = async (what: Forgotten) => app.workshop.run('weigh-forgetting', { what }, never);
	const { id, sessionId } = await onlyArchive();
	const archive = { kind: 'archive' as const, archiveId: id, sessionId };
	expect(await weighed(archive)).toMatchObject({ found: { kind: 'archive', lines: [] } });
	for (const table of [app.db.sessions, app.db.branches, app.db.turns, app.db.steps])
		await table.clear();
	await deleteArchive(app, id);
	expect(await weighed(await onlyDeleted())).toMatchObject({
		found: { kind: 'session', lines: [{ path: 'MEMORY.md', text: line }] }
	});
});
