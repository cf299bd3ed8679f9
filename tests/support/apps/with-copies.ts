/** A profile with something in every table, and a place for its copies. */
import { afterEach, beforeEach } from 'vitest';
import { Truth } from '#db/schema.ts';
import { writeCanary } from '#flows/copies/canary.ts';
import type { CopyPorts } from '#flows/copies/copy-ports.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { restoreSnapshot } from '#flows/copies/restore-snapshot.ts';
import { pieceByPiece } from '#worker/workshop/packer.ts';
import { heldClock } from '../builders/a-clock.ts';
import { aVault, type TestVault } from '../builders/a-vault.ts';
import { fillTruth, plainTables } from '../builders/full-profile.ts';
import { never, unseen } from '../never.ts';

let runs = 0;

/** Each test of the file that asks for it has a database and a vault of its own. */
export function withCopies() {
	const clock = heldClock({ at: Date.UTC(2026, 10, 20, 12), step: 1000 });
	let db: Truth;
	let vault: TestVault;
	const ports = (): CopyPorts => ({ db, vault, clock, pieces: pieceByPiece });

	beforeEach(async () => {
		db = new Truth(`copies-${String(++runs)}`);
		vault = aVault();
		await fillTruth(db, clock);
	});
	afterEach(async () => {
		await db.delete();
	});

	return {
		clock,
		ports,
		get db() {
			return db;
		},
		get vault() {
			return vault;
		},
		keep: (reason: 'regular' | 'safety' | 'when-due' = 'regular') =>
			keepSnapshot(ports(), { reason }, never),
		restore: (generation: number, safety = true) =>
			restoreSnapshot(ports(), { generation, safety }, never, unseen),
		canary: (accept = false) => writeCanary(ports(), { accept }),
		/** The same database, as the next start of the app has it. */
		reopen: () => {
			db.close();
			db = new Truth(db.name);
		},
		/** What a browser leaves that has thrown the database away: the same name, and nothing in it. */
		wipe: async () => {
			await db.delete();
			db = new Truth(db.name);
		},
		/** All rows but what a restore writes down about itself. */
		content: async (): Promise<Record<string, unknown[]>> => {
			const tables = await plainTables(db);
			return {
				...tables,
				activity: (tables['activity'] ?? []).filter(
					(row) => (row as { kind: string }).kind !== 'recovery'
				)
			};
		}
	};
}
