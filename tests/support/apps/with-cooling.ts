/** A session of which a part may go cold: forty turns, of which a summary has covered thirty and a half for ten days. */
import { afterEach, beforeEach } from 'vitest';
import type { Truth } from '#db/schema.ts';
import { readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import { archiveSession, archiveSummary } from '#flows/archives/archive-covered.ts';
import { coolEverything, serveArchives, type CoolPorts } from '#flows/archives/cool-turns.ts';
import { warmSession } from '#flows/archives/warm-turns.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import { aSession } from '../builders/a-session.ts';
import { aSummary } from '../builders/a-summary.ts';
import { someExchanges, storeSession } from '../builders/stored-session.ts';
import { never, unseen } from '../never.ts';
import { anApp, type TestApp } from './an-app.ts';

const tenDays = 10 * 24 * 60 * 60_000;

/** Each test of the file that asks for it has an app of its own. */
export function withCooling() {
	const exchanges = someExchanges(40);
	let app: TestApp;
	const ports = (): CoolPorts => ({ db: app.db, clock: app.clock, packer, vault: app.vault });
	const openFrom = (other: Truth) => {
		serveArchives(other, packer, () => Promise.resolve(app.vault));
	};

	beforeEach(async () => {
		app = await anApp();
		const { db, clock } = app;
		openFrom(db);
		await storeSession(db, aSession(), exchanges);
		await db.summaries.put(aSummary(30, { committedAt: clock.now() - tenDays }));
		app.jobs['warm-session'] = async (ask) =>
			(await warmSession(db, ask))
				? { status: 'warmed' }
				: { status: 'failed', failure: { kind: 'damaged', what: 's1' } };
		await archiveSummary({ db, clock, packer }, { summaryId: 'm1' });
	});
	afterEach(async () => {
		await app.close();
	});

	return {
		exchanges,
		get app() {
			return app;
		},
		get db() {
			return app.db;
		},
		get vault() {
			return app.vault;
		},
		/** A copy of everything outside the database. */
		snapshot: () => keepSnapshot({ ...ports(), pieces: pieceByPiece }, { reason: 'safety' }, never),
		/** The tab is closed while a copy is made: its archives have their files, and nothing names them yet. */
		async breakOffSnapshot() {
			const { vault } = app;
			const goOn = vault.step;
			let isClosed = false;
			vault.step = (what) => {
				isClosed ||= what.startsWith('create snap-');
				if (isClosed) throw new DOMException('closed', 'InvalidStateError');
			};
			await this.snapshot().catch(() => undefined);
			vault.step = goOn;
		},
		cool: () => coolEverything(ports(), {}, never, unseen),
		/** The session is archived whole and has ended. */
		endTenDaysAgo: async () => {
			await archiveSession(ports(), { sessionId: 's1' });
			await app.db.sessions.update('s1', { endedAt: app.clock.now() - tenDays });
		},
		hotSeqs: async () => (await app.db.turns.toArray()).map((turn) => turn.seq),
		/** Has another database find its archives in the same place. */
		openFrom,
		readAll: async (from = app.db) => readExchanges(from, 's1', await readPath(from, 's1', 'trunk'))
	};
}
