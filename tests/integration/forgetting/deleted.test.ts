import { describe, expect, test, vi } from 'vitest';
import { sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { deleteSessions, restoreSessions } from '#flows/sessions/change-session.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { resetDueSessions } from '#flows/house/reset-due.ts';
import { firstRound } from '#flows/house/rounds.ts';
import { bringBack } from '#flows/forgetting/bring-back.ts';
import { deletedThings, forget, forgetDeleted } from '#flows/forgetting/forget.ts';
import { deleteMemoryFile, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { never } from '../../support/never.ts';
import {
	canary,
	app,
	session,
	withWordEverywhere,
	log,
	stores,
	lived,
	turnOf,
	everythingOf
} from '../../support/apps/word-everywhere.ts';

/** What was deleted can be brought back for a time, and is forgotten after it. */

withWordEverywhere();

describe('what was deleted', () => {
	test('can be brought back for as long as the user set, and is forgotten after that', async () => {
		await lived();
		await writeSetting(app.db, 'forgetAfterHours', 2);
		const [first] = await log();
		const place = { sessionId: session.id, turnId: first?.turn.turnId ?? '' };
		await deleteTurn(app, place);
		app.clock.at += 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await tablesWith(stores(), 'How many cups')).not.toEqual([]);
		expect(await restoreTurn(app, place)).toEqual({ status: 'done' });
		await deleteTurn(app, place);
		app.clock.at += 3 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await tablesWith(stores(), 'How many cups')).toEqual([]);
		expect(await restoreTurn(app, place)).toEqual({
			status: 'failed',
			failure: { kind: 'forgotten' }
		});
	});

	test('stays when the clock is a year ahead, and goes when the time is that on another day as well', async () => {
		await lived();
		await forgetDeleted(app, never);
		await deleteSessions(app, [session.id]);
		const right = app.clock.at;
		app.clock.at += 365 * 24 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await restoreSessions(app, [session.id])).toEqual({ status: 'done' });
		app.clock.at = right + 60_000;
		await deleteSessions(app, [session.id]);
		await forgetDeleted(app, never);
		app.clock.at += 20 * 24 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await sessionOf(app.db, session.id)).toBeDefined();
		app.clock.at += 24 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await sessionOf(app.db, session.id)).toBeUndefined();
	});

	test.each([true, false])(
		'that became a title goes from the notice of a reset that failed, also where an older version wrote it (%s)',
		async (isOlder) => {
			await lived();
			await writeSetting(app.db, 'resetPolicy', 'daily');
			app.jobs['archive-session'] = () =>
				Promise.resolve({ status: 'failed', failure: { kind: 'storage-full' } });
			app.clock.at += 25 * 60 * 60_000;
			await app.db.sessions.update(session.id, { title: `About ${canary}` });
			await resetDueSessions(app, firstRound(app.clock.at), never);
			const told = app.db.activity.filter(({ details }) => details['title'] === `About ${canary}`);
			expect(await told.count()).toBe(1);
			if (isOlder) await told.modify({ sessionId: null });
			const whole = { kind: 'session', sessionId: session.id } as const;
			expect(await forget(app, await everythingOf(whole))).toMatchObject({ status: 'forgotten' });
			expect(await tablesWith(stores(), canary)).not.toContain('activity');
		}
	);

	test('goes also from what is dated before it was said, for the clock was set back meanwhile', async () => {
		const { turnId } = await lived();
		await app.db.turns
			.filter((turn) => turn.turnId === turnId)
			.modify((turn) => {
				Object.assign(turn, { askedAt: app.clock.at + 3 * 24 * 60 * 60_000 });
			});
		// A job that did not come to a summary: only its place tells that it read the turn.
		await app.db.compactions.toCollection().modify({ summaryId: null, focus: null });
		const weighed = await app.workshop.run('weigh-forgetting', { what: turnOf(turnId) }, never);
		expect(weighed).toMatchObject({ found: { hosts: ['api.anthropic.com'] } });
		expect(await forget(app, await everythingOf(turnOf(turnId)))).toMatchObject({
			status: 'forgotten'
		});
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});

	test('goes with its whole session too', async () => {
		await lived();
		await deleteSessions(app, [session.id]);
		expect(await restoreSessions(app, [session.id])).toEqual({ status: 'done' });
		await deleteSessions(app, [session.id]);
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await sessionOf(app.db, session.id)).toBeUndefined();
		expect(await tablesWith(stores(), 'My secret word')).toEqual([]);
	});

	test('is not forgotten where it was brought back meanwhile, nor where it has been deleted anew since', async () => {
		await lived();
		const path = 'memory/2026-11-20.md';
		await saveMemoryFile(app, { path, text: '- Likes tea\n', expectedRev: null });
		const [first] = await log();
		const place = { sessionId: session.id, turnId: first?.turn.turnId ?? '' };
		const onlyDeleted = async () => (await deletedThings(app))[0]!.what;
		for (const remove of [
			() => deleteTurn(app, place),
			() => deleteSessions(app, [session.id]),
			() => deleteMemoryFile(app, path)
		]) {
			await remove();
			const { of: what, at } = await onlyDeleted();
			const overtaken = async () =>
				expect(await forget(app, { what, lines: [], summaries: {} }, at)).toEqual({
					status: 'failed',
					failure: { kind: 'changed-meanwhile' }
				});
			await bringBack(app, what);
			await overtaken();
			app.clock.at += 60_000;
			await remove();
			await overtaken();
			await bringBack(app, (await onlyDeleted()).of);
		}
		expect(await app.db.tombstones.count()).toBe(0);
	});

	test('what can be brought back is looked up for what was deleted alone, however many sessions there are', async () => {
		await app.db.sessions.bulkAdd(
			Array.from({ length: 50 }, (_, at) => aSession({ id: `import-${String(at)}` }))
		);
		expect(await deleteSessions(app, ['import-7'])).toMatchObject({ status: 'done' });
		const asked = vi.spyOn(app.db.tombstones, 'bulkGet');
		expect(await deletedThings(app)).toMatchObject([{ what: { of: { sessionId: 'import-7' } } }]);
		expect(asked.mock.calls.flat(2)).toEqual(['import-7']);
	});

	test('is forgotten once, however often the house is kept', async () => {
		await lived();
		const [first] = await log();
		await deleteTurn(app, { sessionId: session.id, turnId: first?.turn.turnId ?? '' });
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		const rows = await app.db.activity.count();
		await forgetDeleted(app, never);
		expect(await app.db.activity.count()).toBe(rows);
	});
});
