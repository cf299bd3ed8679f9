import { expect, test } from 'vitest';
import { readStoredJob } from '#core/compaction/stored-job.ts';
import type { Truth } from '#db/schema.ts';
import { endSession } from '#db/log/resets.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import type { App } from '#flows/ports.ts';
import { deleteSessions } from '#flows/sessions/change-session.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { scriptedSummariser, soundSummary } from '../../support/scripted/scripted-summariser.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { start } from '../../support/builders/a-clock.ts';
import {
	appAround,
	gardenTurns,
	storeGarden,
	drafted,
	prepare
} from '../../support/apps/compactable.ts';
import { withTurns } from '../../support/apps/garden-now.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** What changes while a summary is written: nothing more is sent, and no draft is made of what no longer holds. */

let db: Truth;
withDatabase((own) => (db = own));

/** As a reset ends it. */
const end = () => endSession(db, { id: 's1', at: start, next: aSession({ id: 's2' }) });

test.each(['first', 'last'])(
	'a turn that is put off the record while the %s part of a summary is written ends the job without a draft or a proposal',
	async (which) => {
		let parts = 0;
		const [app, model] = await withTurns(db, 30, async (_, n) => {
			const [job] = await db.compactions.toArray();
			parts = readStoredJob(job?.plan).plan?.chunks.length ?? 0;
			if (n === (which === 'first' ? 0 : parts - 1))
				await db.marks.put({ sessionId: 's1', turnId: 'turn-2', kind: 'off-record', at: start });
			return soundSummary('Beds.', '- The user hides the key. [turn 3]');
		});
		const failure = { kind: 'changed-meanwhile', why: 'left-out' };
		expect(await prepare(app)).toEqual({ status: 'failed', failure });
		expect(model.asked).toHaveLength(which === 'first' ? 1 : parts);
		expect(await summariesOf(db, 's1')).toEqual([]);
		expect(await db.proposals.count()).toBe(0);
	}
);

test.each([
	['session-deleted', (app: App) => deleteSessions(app, ['s1'])],
	['session-ended', () => end()],
	['replaced', () => db.sessions.clear()],
	['endpoint', () => writeSetting(db, 'endpoint', 'https://elsewhere.example')],
	['switched-off', () => writeSetting(db, 'automaticCompaction', false)]
] as const)(
	'a job of which nothing more may be sent (%s) asks nothing more, and says why',
	async (why, change) => {
		await storeGarden(db, gardenTurns(110));
		const model = scriptedSummariser(async (_, n) => {
			if (n === 1) await change(app);
			return soundSummary(`Fact number ${String(n)} of the garden.`);
		});
		const app = appAround(db, model);
		const failure = { kind: 'changed-meanwhile', why };
		expect(await prepare(app, 'hard')).toEqual({ status: 'failed', failure });
		expect(model.asked).toHaveLength(2);
		expect(await summariesOf(db, 's1')).toEqual([]);
		expect(await db.compactions.toArray()).toMatchObject([{ status: 'failed', failure }]);
		expect((await db.activity.toArray()).at(-1)).toMatchObject({ kind: 'failure', failure });
		// It may be planned anew by itself, as things are now.
		expect((await sessionOf(db, 's1'))?.noPlanKey ?? null).toBeNull();
	}
);

const ended = { status: 'failed', failure: { kind: 'changed-meanwhile', why: 'session-ended' } };

test('a session that ends while its summary is written gets no draft, and no new one is begun', async () => {
	const [app, model] = await withTurns(db, 30, async () => {
		await end();
		return soundSummary('Beds.');
	});
	expect(await prepare(app)).toEqual(ended);
	expect(await prepare(app)).toEqual(ended);
	expect(model.asked).toHaveLength(1);
	expect(await summariesOf(db, 's1')).toEqual([]);
});

test('a draft of a session that has ended is not put to use, and a job of a closed tab is over', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	const [job] = await db.compactions.toArray();
	await db.compactions.put({ ...job!, id: 'left', status: 'running' });
	await end();
	expect(await useSummary(app, draft.id)).toEqual(ended);
	expect(await db.compactions.get('left')).toMatchObject({ status: 'cancelled' });
	expect(await db.compactions.get(job!.id)).toMatchObject({ status: 'review' });
});

test('a journal of which nothing more may be sent ends with its session', async () => {
	await storeGarden(db, gardenTurns(110));
	await writeSetting(db, 'preset', 'two-phase');
	const model = scriptedSummariser(async () => {
		await deleteSessions(app, ['s1']);
		return '<memories>\n- The user builds beds. [turn 2]\n</memories>';
	});
	const app = appAround(db, model);
	const failure = { kind: 'changed-meanwhile', why: 'session-deleted' };
	expect(await prepare(app)).toEqual({ status: 'failed', failure });
	expect(model.asked).toHaveLength(1);
	expect(await db.proposals.count()).toBe(0);
});
