/** Imports and restores in which the storage breaks at any step, whatever it reports: done again they give what an unbroken one gives. */
import { expect, test } from 'vitest';
import { isFailure } from '#core/failure-shape.ts';
import type { Failure } from '#core/failure.ts';
import type { Truth } from '#db/schema.ts';
import { breakingStorage, faultAt } from '../../../support/breaking/breaking-storage.ts';
import {
	importClock,
	importFile,
	wholeBackup,
	type FileToImport
} from '../../../support/apps/importing.ts';
import { another, withTarget } from '../../../support/apps/import-target.ts';
import { fillTruth, plainTables } from '../../../support/builders/full-profile.ts';
import { fileOf } from '../../../support/foreign.ts';
import { isGate } from '../../../support/occasion.ts';

withTarget();

/** Every row, but that ids which were made here are as good as others. */
const all = async (db: Truth): Promise<string> =>
	JSON.stringify(await plainTables(db)).replace(/00000000-0000-7000-8000-\d{12}/g, 'id');

async function aBackup(): Promise<FileToImport> {
	const from = another();
	await fillTruth(from, importClock);
	return wholeBackup(from);
}

const isOver = { status: 'imported' };

test.each([
	['chats', () => fileOf('claude-code.jsonl')],
	['chats with branches', () => fileOf('claude-ai.json')],
	['memories', () => fileOf('pam.json')],
	['a backup of ours', aBackup]
])(
	'%s',
	async (_, make: () => FileToImport | Promise<FileToImport>) => {
		const file = await make();
		const unbroken = another();
		const counting = breakingStorage(unbroken);
		expect(await importFile(unbroken, file)).toMatchObject(isOver);
		const { calls } = counting;
		const whole = await all(unbroken);
		// One that is broken for good at each step is as one whose tab is gone; and each fault has its turn.
		// The gate tries every fourth of many; the kind of fault changes with each all the same.
		const stride = isGate && calls > 100 ? 4 : 1;
		for (let at = 0; at < calls; at += stride) {
			const db = another();
			const storage = breakingStorage(db);
			storage.breakAt(at, faultAt(at), at % 3 > 0);
			const outcome = await importFile(db, file).catch((error: unknown) => error);
			expect(storage.mend()).toBe(true);
			const noted = await db.activity.filter(({ kind }) => kind === 'import').toArray();
			const now = await all(db);
			// Only the end may go unnoted; then the next start tells of it.
			if (outcome instanceof Error || !isStatus(outcome, 'imported'))
				expect([at, now === whole || noted.length > 0 || isEmpty(now)]).toEqual([at, true]);
			if (isStatus(outcome, 'failed')) {
				const { failure } = outcome as { failure: Failure };
				expect(isFailure(failure)).toBe(true);
				// The file is sound, whatever name the browser has for what is wrong with the database.
				expect([at, failure.kind]).not.toEqual([at, 'unreadable']);
			}
			expect(await importFile(db, file)).toMatchObject(isOver);
			expect([at, await all(db)]).toEqual([at, whole]);
			await db.delete();
		}
	},
	120_000
);

const isStatus = (outcome: unknown, status: string): boolean =>
	(outcome as { status?: unknown }).status === status;

const isEmpty = (tables: string): boolean => !tables.includes('[{');
