/** Acts of a press in which the storage breaks at any step: all of it is done, or nothing, what is told is so, and it can be done again. */
import { afterEach, expect, test } from 'vitest';
import { memoryFile } from '#db/memory/files.ts';
import { moveLines, renameMemoryFile } from '#flows/memory/memory-acts.ts';
import {
	deleteMemoryFile,
	rememberText,
	restoreMemoryFile,
	saveMemoryFile
} from '#flows/memory/memory-files.ts';
import { acceptProposal, rejectProposal } from '#flows/desk/review-desk.ts';
import { undoDecision } from '#flows/desk/undo-decisions.ts';
import {
	deleteSessions,
	changeBack,
	moveSessions,
	restoreSessions
} from '#flows/sessions/change-session.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import { appWith, type TestApp } from '../../support/apps/an-app.ts';
import { breakingStorage, faultAt } from '../../support/breaking/breaking-storage.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { plainTables } from '../../support/builders/full-profile.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

const open: TestApp[] = [];
afterEach(() => Promise.all(open.splice(0).map((app) => app.close())));

const ids = ['a', 'b', 'c'];
const note = 'memory/2026-11-20.md';

/** Three sessions, two memory files and lines at the desk. */
async function aPlace() {
	const app = appWith({});
	const { db } = app;
	const storage = breakingStorage(db);
	app.clock.now = () => app.clock.at;
	open.push(app);
	for (const id of ids)
		await storeSession(db, aSession({ id }), someExchanges(2, { sessionId: id }));
	await saveMemoryFile(app, { path: 'MEMORY.md', text: '- Bakes bread\n', expectedRev: null });
	await saveMemoryFile(app, {
		path: note,
		text: '- Likes tea\n- Owns a boat\n',
		expectedRev: null
	});
	for (const words of ['Rides a bike', 'Has a cat']) await db.proposals.put(aProposal(words));
	return { app, storage };
}

const anId = /id-\d{6}|[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g;
const times = /"(?:rev|createdAt|at|activeAt|endedAt|deletedAt)":\d+/g;

/** All that is there, but that ids and times which were made here are as good as others. */
const left = async ({ db }: TestApp): Promise<string> =>
	JSON.stringify(await plainTables(db))
		.replace(anId, 'id')
		.replace(times, '');

type Act = (app: TestApp) => Promise<{ readonly status: string }>;

const revOf = async ({ db }: TestApp, path: string) => (await memoryFile(db, path))?.rev ?? 0;
const move: Act = async (app) =>
	moveLines(app, { from: note, starts: [0], expectedRev: await revOf(app, note) });
const remove: Act = (app) => deleteSessions(app, ids);
const moveAll: Act = (app) => moveSessions(app, ids, 'Work');
const accept: Act = (app) => acceptProposal(app, 'p-Has a cat');
const drop: Act = (app) => deleteMemoryFile(app, note);
const place = { sessionId: 'a', turnId: 'a-trunk-1' };
const lastRevision = async ({ db }: TestApp, path: string) =>
	(await db.memoryRevisions.where('path').equals(path).sortBy('at')).findLast(
		({ deleted }) => !deleted
	)?.id ?? '';
const nothing: Act = () => Promise.resolve({ status: 'done' });

test.each<readonly [string, Act, Act]>([
	['several are put into a folder', nothing, moveAll],
	[
		'and back',
		moveAll,
		(app) => changeBack(app, { were: new Map(ids.map((id) => [id, { folder: null }])) })
	],
	['several are deleted', nothing, remove],
	['and brought back', remove, (app) => restoreSessions(app, ids)],
	['a turn is deleted', nothing, (app) => deleteTurn(app, place)],
	['and brought back', (app) => deleteTurn(app, place), (app) => restoreTurn(app, place)],
	['by /undo', (app) => deleteTurn(app, place), (app) => undoLast(app, 'a')],
	[
		'a line is remembered',
		nothing,
		(app) => rememberText(app, { text: 'Sails', sessionId: 'a', guest: false })
	],
	['a memory file is deleted', nothing, drop],
	[
		'and brought back',
		drop,
		async (app) => restoreMemoryFile(app, note, await lastRevision(app, note))
	],
	['a line is moved', nothing, move],
	['by /undo back', move, (app) => undoLast(app, 'a')],
	[
		'a memory file is renamed',
		nothing,
		(app) => renameMemoryFile(app, { from: note, to: 'memory/boats.md' })
	],
	['a line is accepted', nothing, accept],
	['and taken back', accept, (app) => undoDecision(app, 'p-Has a cat')],
	['a line is rejected', nothing, (app) => rejectProposal(app, 'p-Has a cat')]
])('%s', async (_, before, act) => {
	const unbroken = await aPlace();
	await before(unbroken.app);
	const as = await left(unbroken.app);
	unbroken.storage.breakAt(Infinity, 'full');
	expect((await act(unbroken.app)).status).not.toBe('failed');
	const { calls } = unbroken.storage;
	const whole = await left(unbroken.app);
	expect(whole).not.toBe(as);
	for (let at = 0; at < calls; at++) {
		const { app, storage } = await aPlace();
		await before(app);
		storage.breakAt(at, faultAt(at), at % 2 === 0);
		const outcome = await act(app).catch(() => ({ status: 'failed' }));
		expect([at, storage.mend()]).toEqual([at, true]);
		expect([at, await left(app)]).toEqual([at, outcome.status === 'failed' ? as : whole]);
		if (outcome.status === 'failed') expect((await act(app)).status).not.toBe('failed');
		expect([at, await left(app)]).toEqual([at, whole]);
	}
});
