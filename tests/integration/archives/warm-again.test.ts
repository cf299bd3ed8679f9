import { expect, test } from 'vitest';
import { coldOf } from '#db/archives/cold.ts';
import { undoReset } from '#flows/sessions/reset-session.ts';
import { undoCompaction } from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { plainTables } from '../../support/builders/full-profile.ts';
import { withCooling } from '../../support/apps/with-cooling.ts';

/** What takes turns back from the cold: the undo of a compaction, and of a reset. */

const cooling = withCooling();
const { exchanges, snapshot, cool, endTenDaysAgo, hotSeqs, openFrom, readAll } = cooling;

test('after an undo of the compaction the rows come back, byte for byte', async () => {
	await snapshot();
	const before = await plainTables(cooling.db);
	await cool();
	expect(await hotSeqs()).toHaveLength(11);
	expect(await undoCompaction(cooling.app, 's1', 'm1')).toEqual({ status: 'done' });
	expect(await readAll()).toEqual(exchanges);
	await expect.poll(() => cooling.db.cold.count()).toBe(0);
	const after = await plainTables(cooling.db);
	for (const table of ['turns', 'steps']) expect(after[table]).toEqual(before[table]);
});

test('what a tab closed after an undo has left cold, the keeper takes back', async () => {
	await snapshot();
	await cool();
	await cooling.db.summaries.update('m1', { status: 'reverted' });
	expect(await cool()).toEqual({ status: 'cooled', turns: 0, warmed: 29 });
	expect(await hotSeqs()).toHaveLength(40);
});

test('a reset can be undone after its session has gone cold whole', async () => {
	await endTenDaysAgo();
	await snapshot();
	expect(await cool()).toMatchObject({ turns: 40 });
	expect(await hotSeqs()).toEqual([]);
	expect(await readAll()).toEqual(exchanges);
	expect(await undoReset(cooling.app, { ended: 's1', next: 's2' })).toEqual({ status: 'done' });
	expect(await hotSeqs()).toHaveLength(40);
	expect(await readAll()).toEqual(exchanges);
});

test('a draft keeps no session hot that has ended, and can be used when it goes on', async () => {
	const [step] = exchanges[34]!.steps;
	const through = { seq: 34, step: 0 };
	const throughHash = step!.resultsHash ?? step!.hash;
	const draft = aSummary(2, { id: 'draft', round: 2, status: 'draft', through, throughHash });
	await cooling.db.summaries.put({ ...draft, committedAt: null, archiveId: null });
	await endTenDaysAgo();
	await snapshot();
	expect(await cool()).toMatchObject({ turns: 40 });
	expect(await undoReset(cooling.app, { ended: 's1', next: 's2' })).toEqual({ status: 'done' });
	expect(await hotSeqs()).toHaveLength(40);
	expect(await useSummary(cooling.app, 'draft')).toMatchObject({ status: 'used' });
});

test('a reset is not undone when its archive cannot be read: nothing is lost that is still there', async () => {
	await endTenDaysAgo();
	await snapshot();
	await cool();
	const [range] = await coldOf(cooling.db, 's1');
	const row = (await cooling.db.archiveBytes.get(range!.archiveId))!;
	await cooling.db.archiveBytes.put({ ...row, bytes: row.bytes.slice(0, 300) });
	cooling.vault.files.clear();
	openFrom(cooling.db);
	expect(await undoReset(cooling.app, { ended: 's1', next: 's2' })).toMatchObject({
		status: 'failed'
	});
	expect(await cooling.db.archives.get(range!.archiveId)).toBeDefined();
	expect(await coldOf(cooling.db, 's1')).not.toHaveLength(0);
});
