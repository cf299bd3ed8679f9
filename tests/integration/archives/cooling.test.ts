import { expect, test } from 'vitest';
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

test('#144 INV-17: ended at any moment of going cold or coming back, the session reads the same', async () => {
	await snapshot();
	let ends = 0;
	for (let end = 0; end < 60; end++) {
		let taken = 0;
		const end1 = () => {
			if (taken++ === end) throw new Error('the tab was closed');
		};
		const hooks = [cooling.db.turns, cooling.db.steps, cooling.db.cold].flatMap((table) => {
			table.hook('deleting', end1);
			table.hook('creating', end1);
			return () => {
				table.hook('deleting').unsubscribe(end1);
				table.hook('creating').unsubscribe(end1);
			};
		});
		const status = end % 2 === 0 ? 'active' : 'reverted';
		await cooling.db.summaries.update('m1', { status });
		await cool().catch((error: unknown) => {
			if (!(error instanceof Error) || !error.message.includes('the tab was closed')) throw error;
			ends++;
		});
		for (const unhook of hooks) unhook();
		expect(await readAll()).toEqual(exchanges);
	}
	expect(ends).toBeGreaterThan(10);
});
