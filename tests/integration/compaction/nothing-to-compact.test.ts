import { expect, test } from 'vitest';
import type { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { heldClock, start } from '../../support/builders/a-clock.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { appWith, sendWords } from '../../support/apps/an-app.ts';
import { drafted, gardenTurns, prepare } from '../../support/apps/compactable.ts';
import {
	bodyNow,
	inFive,
	inUse,
	storeMore,
	weighed,
	withTurns
} from '../../support/apps/garden-now.ts';
import { withDatabase } from '../../support/builders/a-database.ts';
import { unseen } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';
import { soundSummary } from '../../support/scripted/scripted-summariser.ts';

/** Where there is nothing to compact, or no room to, no call is made, and that is told. */

let db: Truth;
withDatabase((own) => (db = own));

test('#147 #205 a session whose messages are all recent has nothing to compact, and no call is made', async () => {
	const [app, model] = await withTurns(db, 1);
	expect(await prepare(app)).toEqual({ status: 'nothing-to-do', reason: 'all-recent' });
	expect(model.asked).toHaveLength(0);
	expect(await db.compactions.count()).toBe(0);
	const [row] = await db.activity.toArray();
	expect(row).toMatchObject({ kind: 'no-op', details: { round: 0, reason: 'all-recent' } });
	expect(row?.details['tokensBefore']).toBeGreaterThan(500);
	expect(row?.details['tokensAfter']).toBe(row?.details['tokensBefore']);
});

test('#75 where nothing lies between the summary in use and what stays, both stay as they are', async () => {
	const [app, model] = await withTurns(db, 25, () => inFive);
	await writeSetting(db, 'preset', 'rounds');
	const { id } = drafted(await prepare(app));
	await useSummary(app, id);
	const before = await bodyNow(app);
	const asked = model.asked.length;
	expect(await prepare(app)).toEqual({ status: 'nothing-to-do', reason: 'few-messages' });
	expect(model.asked).toHaveLength(asked);
	expect((await inUse(app))?.id).toBe(id);
	expect(await bodyNow(app)).toBe(before);
	expect(before).toContain('The beds are fine.');
});

test('INV-2 a summary made while the clock ran ahead does not keep the next from being made', async () => {
	const [app] = await withTurns(db, 40);
	await useSummary(app, drafted(await prepare(app)).id);
	expect(await prepare(app, 'hard')).toMatchObject({ reason: 'nothing-new' });
	const more = gardenTurns(100);
	expect(more.at(-1)?.turn.askedAt).toBeLessThan((await inUse(app))?.createdAt ?? 0);
	await storeMore(db, more);
	expect((await prepare(app, 'hard')).status).toBe('drafted');
});

test('#147 what was left out weighs nothing where it is told that there was nothing to do', async () => {
	const [app] = await withTurns(db, 4);
	for (const turnId of ['turn-0', 'turn-1'])
		await db.marks.put({ sessionId: 's1', turnId, kind: 'left-out', at: start });
	expect(await prepare(app)).toMatchObject({ status: 'nothing-to-do' });
	const [row] = await db.activity.toArray();
	const { tokens } = (await weighed(app)).weight;
	expect(Math.abs(Number(row?.details['tokensBefore']) - tokens)).toBeLessThan(tokens / 20);
});

test('INV-1 where system, memory and pins alone reach the limit no call is made and the largest parts are named', async () => {
	const [app, model] = await withTurns(db, 30);
	await db.pins.put({
		id: 'p',
		sessionId: 's1',
		text: 'wood '.repeat(20_000),
		turnId: null,
		at: start
	});
	const outcome = await prepare(app, 'hard');
	expect(outcome).toMatchObject({
		status: 'failed',
		failure: { kind: 'does-not-fit', isThreshold: true }
	});
	if (outcome.status === 'failed' && outcome.failure.kind === 'does-not-fit')
		expect(outcome.failure.largest[0]?.source).toBe('Pins');
	expect(model.asked).toHaveLength(0);
});

test('INV-1 behind a summary too large for a smaller model there is room to be made: another is written, and the message goes out', async () => {
	const small = aCard({ id: 'small-8k', window: 8192, maxOutput: 2048 });
	const long = Array.from({ length: 230 }, (_, at) => `Bed B${String(at)} is of cedar.`).join(
		'\n- '
	);
	const [one, model] = await withTurns(db, 300, ({ model: id }) =>
		soundSummary(id === small.id ? 'short' : `${long}\n- ${long}`)
	);
	const large = aCard({ window: 200_000, maxOutput: 8000 });
	await writeSetting(db, 'models', { [large.id]: large, [small.id]: small });
	await useSummary(one, drafted(await prepare(one)).id);
	await db.sessions.update('s1', { model: small.id });
	await writeSetting(db, 'reviewSummaries', 'auto');
	const app = appWith({ db, clock: heldClock({ at: one.clock.now() }) });
	app.jobs.compact = (ask, signal, tell = unseen) =>
		compactSession({ db, clock: app.clock, model }, ask, signal, tell);
	app.model.next(say('Gladly.'));
	const session = await sessionOf(db, 's1');
	expect(session && (await sendWords(app, session, 'Go on.')).status).toBe('answered');
	expect((await inUse(app))?.round).toBe(2);
});
