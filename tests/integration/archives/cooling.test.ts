import { expect, test } from 'vitest';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { coolEverything } from '#flows/archives/cool-turns.ts';
import { packer } from '#worker/workshop/packer.ts';
import { never, unseen } from '../../support/never.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { withCooling } from '../../support/apps/with-cooling.ts';

/** Cold storage: turns that lie in verified archives alone; which go there, and which stay hot (INV-17). */

const cooling = withCooling();
const { exchanges, snapshot, cool, hotSeqs, readAll } = cooling;

test('without a copy outside the database nothing goes cold', async () => {
	expect(await cool()).toEqual({ status: 'cooled', turns: 0, warmed: 0 });
	await snapshot();
	expect(await cool()).toEqual({ status: 'cooled', turns: 29, warmed: 0 });
	expect(await hotSeqs()).toEqual([0, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39]);
	expect(await cooling.db.steps.where(':id').above(['s1', 'trunk', 0, []]).first()).toMatchObject({
		seq: 30
	});
	expect(await cool()).toEqual({ status: 'cooled', turns: 0, warmed: 0 });
});

test('where an archive has its file, and the copy that was to name it was never finished, nothing goes cold', async () => {
	await cooling.breakOffSnapshot();
	expect([...cooling.vault.files.keys()]).toEqual([expect.stringMatching(/^archive-/)]);
	expect(await cool()).toEqual({ status: 'cooled', turns: 0, warmed: 0 });
	expect(await hotSeqs()).toHaveLength(40);
});

test('what is young, drafted over, worked on, switched off or deleted stays hot', async () => {
	await snapshot();
	const stays = async () => {
		expect(await cool()).toMatchObject({ turns: 0 });
		expect(await hotSeqs()).toHaveLength(40);
	};
	await cooling.db.summaries.update('m1', { committedAt: cooling.app.clock.now() - 1000 });
	await stays();
	await cooling.db.summaries.update('m1', { committedAt: 1, status: 'reverted' });
	await stays();
	await cooling.db.summaries.update('m1', { status: 'active' });
	await cooling.db.summaries.put(aSummary(2, { id: 'draft', round: 2, status: 'draft' }));
	await stays();
	await cooling.db.summaries.delete('draft');
	await cooling.db.settings.put({ key: 'coolAfterDays', value: 0 });
	await stays();
	await cooling.db.settings.delete('coolAfterDays');
	await cooling.db.sessions.update('s1', { deletedAt: 1 });
	await stays();
});

test('a turn that its archive does not hold word for word stays hot, and so does all beside it', async () => {
	await snapshot();
	const turn = exchanges[9]!.turn;
	await cooling.db.turns.put({ ...turn, asked: [{ type: 'text', text: 'something else' }] });
	expect(await cool()).toMatchObject({ turns: 0 });
	await cooling.db.turns.put({ ...turn, unheardOf: true } as typeof turn);
	expect(await cool()).toMatchObject({ turns: 0 });
	await cooling.db.turns.put(turn);
	expect(await cool()).toMatchObject({ turns: 29 });
});

test('beside a turn whose rows are lost nothing goes cold: what lies there would be taken for its neighbours', async () => {
	await snapshot();
	const { db } = cooling;
	await db.turns.delete(['s1', 'trunk', 9]);
	await db.steps.where(':id').between(['s1', 'trunk', 9], ['s1', 'trunk', 9, []]).delete();
	expect(await cool()).toMatchObject({ turns: 0 });
	expect(await hotSeqs()).toHaveLength(39);
});

test('an archive of the whole session is not written over while it alone holds a step', async () => {
	const { db, app } = cooling;
	const archive = () => archiveSession({ db, clock: app.clock, packer }, { sessionId: 's1' });
	expect(await archive()).toMatchObject({ status: 'archived' });
	const written = await db.archiveBytes.toArray();
	const last = await db.steps
		.where(':id')
		.between(['s1', 'trunk', 9], ['s1', 'trunk', 9, []])
		.last();
	const { sessionId, branch, seq, index } = last!;
	await db.steps.delete([sessionId, branch, seq, index]);
	expect(await archive()).toMatchObject({ status: 'failed', failure: { kind: 'damaged' } });
	expect(await db.archiveBytes.toArray()).toEqual(written);
});

test('with either copy of the archive damaged nothing goes cold', async () => {
	await snapshot();
	const row = (await cooling.db.archiveBytes.toArray())[0]!;
	const bad = row.bytes.slice();
	bad[90] = bad[90]! ^ 1;
	await cooling.db.archiveBytes.put({ ...row, bytes: bad });
	expect(await cool()).toMatchObject({ turns: 0 });
	await cooling.db.archiveBytes.put(row);
	const name = [...cooling.vault.files.keys()].find((file) => file.startsWith('archive-'))!;
	cooling.vault.files.set(name, bad);
	expect(await cool()).toMatchObject({ turns: 0 });
});

test('INV-17 an archive that was written anew or deleted since it was verified lets nothing go', async () => {
	await snapshot();
	const change = { row: {} };
	const coolNow = () =>
		coolEverything(
			{
				...cooling.app,
				db: cooling.db,
				packer: {
					...packer,
					unpack: async (bytes) => {
						const read = await packer.unpack(bytes);
						await cooling.db.archives.toCollection().modify(change.row);
						return read;
					}
				}
			},
			{},
			never,
			unseen
		);
	const [archive] = await cooling.db.archives.toArray();
	for (change.row of [{ sha256: 'another' }, { deletedAt: 1 }]) {
		expect(await coolNow()).toMatchObject({ status: 'cooled', turns: 0 });
		expect(await hotSeqs()).toHaveLength(40);
		await cooling.db.archives.put(archive!);
	}
	change.row = {};
	expect(await coolNow()).toMatchObject({ turns: 29 });
});

test('#144 INV-17: ended at any moment of going cold or coming back, the session reads the same', async () => {
	await snapshot();
	for (const [status, cold] of [
		['active', 1],
		['reverted', 0]
	] as const) {
		await cooling.db.summaries.update('m1', { status });
		let ends = 0;
		for (let isThrough = false; !isThrough; ends++) {
			isThrough = await endedAfter(ends);
			expect(await cooling.db.cold.count()).toBe(isThrough ? cold : 1 - cold);
			expect(await readAll()).toEqual(exchanges);
		}
		// Each row that goes or comes was an end once, and the range itself.
		expect(ends).toBeGreaterThan(2 * 29);
	}
});

/** Goes cold, or comes back, until so many rows were touched. True: it came through. */
async function endedAfter(rows: number): Promise<boolean> {
	let taken = 0;
	const end = () => {
		if (taken++ === rows) throw new Error('the tab was closed');
	};
	const { turns, steps, cold } = cooling.db;
	const hooks = [turns, steps, cold].flatMap((table) => [
		table.hook('deleting'),
		table.hook('creating')
	]);
	for (const hook of hooks) hook.subscribe(end);
	await cool().catch((error: unknown) => {
		if (!(error instanceof Error) || !error.message.includes('the tab was closed')) throw error;
	});
	for (const hook of hooks) hook.unsubscribe(end);
	return taken <= rows;
}
