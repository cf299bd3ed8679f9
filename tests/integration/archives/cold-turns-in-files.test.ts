import { expect, test } from 'vitest';
import { Truth } from '#db/schema.ts';
import { warmSession } from '#flows/archives/warm-turns.ts';
import { restoreSnapshot } from '#flows/copies/restore-snapshot.ts';
import { exportSession } from '#flows/export/export-session.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import { importFile, readFile, wholeBackup } from '../../support/apps/importing.ts';
import { plainTables } from '../../support/builders/full-profile.ts';
import { text } from '../../support/builders/a-turn.ts';
import { never, unseen } from '../../support/never.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { withCooling } from '../../support/apps/with-cooling.ts';

/** Backups, copies and exports hold what is cold, and what they are read into holds it too. */

const cooling = withCooling();
const { exchanges, snapshot, cool, hotSeqs, openFrom, readAll } = cooling;

/** Everything that is here, as a file. */
const aBackup = (packing = packer) =>
	wholeBackup(cooling.db, { packer: packing, now: cooling.app.clock.now() });

test('a backup and a snapshot of a cold profile restore to an equal one, table by table', async () => {
	await snapshot();
	await cool();
	const before = await plainTables(cooling.db);
	const backup = await aBackup();
	const other = new Truth(`${cooling.db.name}-other`);
	openFrom(other);
	const { outcome } = await readFile(other, backup);
	const { items } = outcome.status === 'read' ? outcome.preview : { items: [] };
	expect(items.map(({ missingTurns }) => missingTurns)).toEqual(items.map(() => 0));
	await importFile(other, backup);
	const after = await plainTables(other);
	for (const table of Object.keys(before).filter((name) => name !== 'activity'))
		expect(after[table], table).toEqual(before[table]);
	expect(await readAll(other)).toEqual(exchanges);
	await other.delete();

	const kept = await snapshot();
	if (kept.status !== 'kept') throw new Error(kept.status);
	const copies = {
		db: cooling.db,
		clock: cooling.app.clock,
		vault: cooling.vault,
		pieces: pieceByPiece
	};
	const { generation } = kept.card;
	await restoreSnapshot(copies, { generation, safety: false }, never, unseen);
	expect(await readAll()).toEqual(exchanges);
	expect(await hotSeqs()).toHaveLength(11);
});

test('a backup holds every turn of a session whose cold turns come back while it is made', async () => {
	await snapshot();
	await cool();
	let warmed = false;
	const warming: typeof packer = {
		...packer,
		packQuickly: async (texts) => {
			warmed ||= await warmSession(cooling.db, { sessionId: 's1', all: true });
			return packer.packQuickly(texts);
		}
	};
	const backup = await aBackup(warming);
	expect(warmed).toBe(true);
	expect(await hotSeqs()).toHaveLength(40);
	const other = new Truth(`${cooling.db.name}-other`);
	openFrom(other);
	await importFile(other, backup);
	expect(await readAll(other)).toEqual(exchanges);
	await other.delete();
});

test('a session as JSON holds its cold turns too', async () => {
	await snapshot();
	await cool();
	const made = await exportSession(
		{ db: cooling.db },
		{ sessionId: 's1', as: 'json', day: '2026-11-20' }
	);
	if (made.status !== 'made') throw new Error(made.status);
	const other = new Truth(`${cooling.db.name}-other`);
	await importFile(other, { file: made.file, name: made.name });
	expect((await readAll(other)).map(({ turn }) => turn.turnId)).toEqual(
		exchanges.map(({ turn }) => turn.turnId)
	);
	await other.delete();
});

test('a backup whose turns lie in an archive brings on a session that was left long before', async () => {
	const other = new Truth('left-behind');
	await storeSession(other, aSession(), exchanges.slice(0, 12));
	await snapshot();
	await cool();
	expect(await hotSeqs()).not.toContain(12);
	expect(await importFile(other, await aBackup())).toMatchObject({ grown: 1, turns: 28 });
	openFrom(other);
	expect((await readAll(other)).map(({ turn, steps }) => [turn.turnId, steps])).toEqual(
		exchanges.map(({ turn, steps }) => [turn.turnId, steps])
	);
	await other.delete();
});

test('a session that went another way than the backup keeps its turns, and gets the others as a branch with nothing cold', async () => {
	const other = new Truth('went-another-way');
	const mine = someExchanges(2);
	const own = mine.map((exchange) => ({
		...exchange,
		turn: {
			...exchange.turn,
			turnId: `mine-${String(exchange.turn.seq)}`,
			asked: [text('My own')],
			hash: 'x'
		},
		steps: []
	}));
	await storeSession(other, aSession(), own);
	await snapshot();
	await cool();
	expect(await importFile(other, await aBackup())).toMatchObject({ grown: 1, turns: 40 });
	expect(await other.cold.count()).toBe(0);
	openFrom(other);
	expect((await readAll(other)).map(({ turn }) => turn.turnId)).toEqual(['mine-0', 'mine-1']);
	expect(await other.branches.toArray()).toMatchObject([{ headSeq: 39 }, { headSeq: 1 }]);
	await other.delete();
});

test.each(['markdown', 'html'] as const)(
	'a session as %s says where messages are missing that could not be read, but for deleted ones',
	async (as) => {
		await snapshot();
		await cool();
		const damaged = await cooling.db.archiveBytes.toArray();
		await cooling.db.archiveBytes.bulkPut(
			damaged.map(({ id, bytes }) => ({ id, bytes: bytes.slice(0, 40) }))
		);
		for (const [name, bytes] of cooling.vault.files)
			if (name.startsWith('archive-')) cooling.vault.files.set(name, bytes.slice(0, 40));
		const told = async () => {
			const ask = { sessionId: 's1', as, day: '2026-11-20' };
			const made = await exportSession({ db: cooling.db }, ask);
			if (made.status === 'failed') throw new Error(made.failure.kind);
			const words =
				made.status === 'made' ? await made.file.text() : JSON.stringify([...made.pieces]);
			return [...words.matchAll(/number \d+ is fine|\[\d+ messages? could not be read\]/gi)].map(
				([one]) => one
			);
		};
		const said = ['Number 0 is fine', '[29 messages could not be read]', 'Number 30 is fine'];
		expect((await told()).slice(0, 3)).toEqual(said);
		const mark = { sessionId: 's1', kind: 'deleted', at: 1 } as const;
		await cooling.db.marks.bulkPut([
			{ ...mark, turnId: 's1-trunk-7' },
			{ ...mark, turnId: 's1-trunk-30' }
		]);
		expect((await told()).slice(0, 3)).toEqual([
			'Number 0 is fine',
			'[28 messages could not be read]',
			'Number 31 is fine'
		]);
	}
);
