/** An import that did not come to its end is in the list of what happened; one that nobody was told of is told at the next start. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bringsSomething } from '#core/backup/import-preview.ts';
import { Truth } from '#db/schema.ts';
import { latestActivity } from '#db/ledger/activity.ts';
import { tellCutOff } from '#flows/house/tell-cut-off.ts';
import { Importing } from '#state/data/importing.svelte.ts';
import { UnderWay } from '#state/tab/under-way.svelte.ts';
import { activityNotes, activityText } from '#ui/settings/activity/activity-text.ts';
import { words } from '#ui/words/all-words.ts';
import { anotherTab, appWith, type TestApp } from '../../../support/apps/an-app.ts';
import { importFile, readFile, runRead } from '../../../support/apps/importing.ts';
import {
	breakingStorage,
	type BreakingStorage
} from '../../../support/breaking/breaking-storage.ts';
import { fileOf } from '../../../support/foreign.ts';

let app: TestApp;
let storage: BreakingStorage;
let count = 0;
beforeEach(() => {
	const db = new Truth(`cut-off-${String(++count)}`);
	storage = breakingStorage(db);
	app = appWith({ db });
});
afterEach(async () => {
	await app.close();
});

const file = () => fileOf('chatgpt.json');
const rows = async () => (await latestActivity(app.db, 10)).filter(({ kind }) => kind === 'import');
const listed = async () => (await rows()).map((row) => [activityText(row), ...activityNotes(row)]);

/** How often the person is told, at the start of a tab. */
async function told(by: TestApp = app): Promise<number> {
	let times = 0;
	await tellCutOff(by, () => times++);
	return times;
}

/** Nothing can be stored any more once some of it has come, as when the tab is gone. */
async function cutOff(): Promise<void> {
	storage.breakAt(40, 'closing', true);
	const { status } = await importFile(app.db, file());
	expect([storage.mend(), status]).toEqual([true, 'failed']);
	expect(await app.db.sessions.count()).toBeGreaterThan(0);
}

const { begun } = words.activity;
const { importCutOff, importEnded } = words.files;

test('an import whose tab was closed is listed, and told once, by whichever tab starts next', async () => {
	await cutOff();
	expect(await listed()).toEqual([[begun]]);
	expect([await told(anotherTab(app)), await told()]).toEqual([1, 0]);
	expect(await listed()).toEqual([[begun, importCutOff]]);
	expect(await importFile(app.db, file())).toMatchObject({ status: 'imported' });
	expect(await told()).toBe(0);
});

test('one that was done again to its end says so, and no other does', async () => {
	await cutOff();
	await told();
	await importFile(app.db, fileOf('claude-ai.json'));
	expect((await listed())[1]).toEqual([begun, importCutOff]);
	await importFile(app.db, file());
	expect((await listed())[2]).toEqual([begun, importEnded]);
});

test('one of which less was chosen the second time still says how the rest is brought', async () => {
	await cutOff();
	await told();
	const { read, outcome } = await readFile(app.db, file());
	const items = outcome.status === 'read' ? outcome.preview.items : [];
	const fresh = items.filter(bringsSomething).map(({ id }) => id);
	expect(fresh.length).toBeGreaterThan(0);
	expect(await runRead(app.db, read!, fresh)).toMatchObject({ status: 'imported' });
	expect((await listed())[1]).toEqual([begun, importCutOff]);
});

test('one that came whole is not told as cut off where its end could not be noted at once', async () => {
	const { activity } = app.db;
	const put = activity.put.bind(activity);
	// Its beginning is noted first.
	const noting = vi
		.spyOn(activity, 'put')
		.mockImplementationOnce(put)
		.mockRejectedValueOnce(new Error('disk full'));
	expect(await importFile(app.db, file())).toMatchObject({ status: 'imported' });
	expect(noting).toHaveBeenCalledTimes(3);
	noting.mockRestore();
	expect(await told()).toBe(0);
	expect(await listed()).toEqual([expect.not.arrayContaining([begun])]);
});

test('one that was begun within the hour is not told where no lock tells of other tabs', async () => {
	app.clock.now = () => app.clock.at;
	await cutOff();
	const noLocks = { ...app, locks: { ...app.locks, reach: 'this-tab' as const } };
	const [begunAt = 0] = (await rows()).map(({ at }) => at);
	app.clock.at = begunAt + 59 * 60_000;
	expect(await told(noLocks)).toBe(0);
	app.clock.at = begunAt + 60 * 60_000;
	expect(await told(noLocks)).toBe(1);
});

test('one that another tab is at is not told', async () => {
	const { read, outcome } = await readFile(app.db, file());
	let begin = (): void => undefined;
	const going = new Promise<void>((resolve) => (begin = resolve));
	let end = (): void => undefined;
	const ending = new Promise<void>((resolve) => (end = resolve));
	app.jobs['read-import'] = () => Promise.resolve(outcome);
	app.jobs['run-import'] = async ({ importId }) => {
		storage.breakAt(40, 'closing', true);
		await runRead(app.db, read!, [], undefined, undefined, importId);
		storage.mend();
		begin();
		await ending;
		return runRead(app.db, read!, [], undefined, undefined, importId);
	};
	const importing = new Importing(app, new UnderWay());
	await importing.read([file()]);
	const imported = importing.importNow([]);
	await going;
	expect(await told(anotherTab(app))).toBe(0);
	end();
	await imported;
	expect(importing.stage.at).toBe('imported');
	expect(await told()).toBe(0);
	expect(await rows()).toHaveLength(1);
});

test('one that fails or is stopped says how much of it has come, and that it goes on when it is done again', async () => {
	let seen = 0;
	const full = (): void => {
		if (++seen === 2) throw new DOMException('no room', 'QuotaExceededError');
	};
	app.db.sessions.hook('creating', full);
	expect(await importFile(app.db, file())).toMatchObject({ status: 'failed' });
	expect(await rows()).toMatchObject([
		{ details: { sessions: 1 }, failure: { kind: 'storage-full' } }
	]);
	expect((await listed())[0]).toContain(importCutOff);
	const { read } = await readFile(app.db, file());
	const stop = new AbortController();
	stop.abort();
	await runRead(app.db, read!, [], stop.signal);
	const both = Array(2).fill(expect.arrayContaining([importCutOff]));
	expect(await listed()).toEqual(both);
	expect(await told()).toBe(0);
	await importFile(app.db, file());
	expect((await listed())[0]).not.toContain(importCutOff);
});

test('nothing is imported where not even that could be noted', async () => {
	const { read } = await readFile(app.db, file());
	storage.breakAt(0, 'full');
	expect(await runRead(app.db, read!)).toMatchObject({ failure: { kind: 'storage-full' } });
	storage.mend();
	expect([await app.db.sessions.count(), await rows()]).toEqual([0, []]);
});
