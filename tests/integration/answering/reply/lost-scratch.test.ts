import { afterEach, expect, it, vi } from 'vitest';
import { dayMs } from '#core/time/day-ms.ts';
import { Scratch } from '#db/schema.ts';
import { partialOf } from '#db/scratch/unsent.ts';
import { keepHouse, runKeeper } from '#flows/house/keep-house.ts';
import { deleteSessions } from '#flows/sessions/change-session.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { anApp, appWith, logOf, sendWords, type TestApp } from '../../../support/apps/an-app.ts';
import { aLedgerEntry } from '../../../support/builders/a-ledger-entry.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { breakingStorage } from '../../../support/breaking/breaking-storage.ts';
import { eventually } from '../../../support/eventually.ts';
import { never } from '../../../support/never.ts';
import { say, sayAndWait } from '../../../support/scripted/scripted-model.ts';
import { unopenable } from '../../../support/breaking/unopenable.ts';

/** The scratch database cannot be opened, read or written: everything else goes on without it, and that is told once. */

let back = { open: (): void => undefined };
let app: TestApp;
let told = 0;
afterEach(async () => {
	vi.useRealTimers();
	back.open();
	await app.close();
});

const listen = () => {
	told = 0;
	if (app.scratch.isSpared) told++;
	else app.scratch.whenSpared = () => told++;
};
const isScratch = (name: string) => name.endsWith('-scratch');

it.each(['UnknownError', 'AbortError', 'VersionError', 'InvalidStateError'])(
	'a message goes out where it cannot be opened (%s), and checkpoints are kept when it can',
	async (why) => {
		back = unopenable(isScratch, new DOMException('no', why));
		app = await anApp();
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), say('Two'));
		for (const words of ['First', 'Second'])
			expect(await sendWords(app, session, words)).toMatchObject({ status: 'answered' });
		// Told also where the first of it came before anybody listened.
		listen();
		expect(told).toBe(1);
		expect(await logOf(app, session.id)).toHaveLength(2);

		back.open();
		app.model.next(sayAndWait('Three'));
		const stop = new AbortController();
		const sent = sendWords(app, session, 'Third', stop.signal);
		await eventually(async () =>
			expect(await partialOf(app.scratch, session.id)).toMatchObject({ sessionId: session.id })
		);
		stop.abort();
		await sent;
		expect(await partialOf(app.scratch, session.id)).toBeUndefined();
		expect(told).toBe(1);
	}
);

it('a message goes out where its opening is never answered, in a while, and the next one at once', async () => {
	back = unopenable(isScratch, null);
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	app = await anApp();
	listen();
	const session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(say('One'), say('Two'));
	const sent = sendWords(app, session, 'First');
	await vi.advanceTimersByTimeAsync(10_000);
	vi.useRealTimers();
	expect(await sent).toMatchObject({ status: 'answered' });
	expect(await sendWords(app, session, 'Second')).toMatchObject({ status: 'answered' });
	expect(told).toBe(1);
});

it('a message goes out where it is damaged, and that its checkpoints are not kept is told', async () => {
	const scratch = new Scratch('lost-scratch-damaged');
	const storage = breakingStorage(scratch);
	app = appWith({ scratch });
	listen();
	storage.breakAt(0, 'lost', true);
	const session = newSession(app, { kind: 'main', offRecord: false });
	app.here.next(say('One'));
	expect(await sendWords(app, session, 'First')).toMatchObject({ status: 'answered' });
	expect([storage.mend(), told]).toEqual([true, 1]);
});

it('a full disk is told by what counts, not by a checkpoint: that messages are stored as before would be untrue', async () => {
	const scratch = new Scratch('lost-scratch-full');
	const storage = breakingStorage(scratch);
	app = appWith({ scratch });
	listen();
	storage.breakAt(0, 'full', true);
	const session = newSession(app, { kind: 'main', offRecord: false });
	app.here.next(say('One'));
	expect(await sendWords(app, session, 'First')).toMatchObject({ status: 'answered' });
	expect([storage.mend(), told]).toEqual([true, 0]);
});

it('housekeeping goes on, and nothing is forgotten for good by a time that nobody can know', async () => {
	back = unopenable(isScratch);
	app = await anApp();
	listen();
	const session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(say('One'));
	await sendWords(app, session, 'First');
	await deleteSessions(app, [session.id]);
	const old = aLedgerEntry({ id: 'old', at: 1 });
	// Whether something is left of its reply is asked of the scratch database.
	const left = aLedgerEntry({ id: 'left', at: app.clock.at, outcome: 'sent' });
	await app.db.ledger.bulkPut([old, left]);
	await app.db.summaries.put(aSummary(3));
	const failure = { kind: 'storage-full' } as const;
	const archiving = vi.fn(() => Promise.resolve({ status: 'failed', failure } as const));
	app.jobs['archive-summary'] = archiving;
	app.clock.at += 2 * dayMs;
	const stop = new AbortController();
	const keeping = runKeeper(app, stop.signal);
	await eventually(() => expect(archiving).toHaveBeenCalled());
	stop.abort();
	await keeping;
	expect(await app.db.ledger.get('old')).toBeDefined();
	expect(await app.db.tombstones.count()).toBe(0);
	expect(told).toBe(1);
	back.open();
	// With the next message it is open again.
	app.model.next(say('Two'));
	await sendWords(app, newSession(app, { kind: 'main', offRecord: false }), 'Second');
	await keepHouse(app, never);
	expect(await app.db.tombstones.get(session.id)).toBeDefined();
	expect(await app.db.ledger.get('old')).toBeUndefined();
});
