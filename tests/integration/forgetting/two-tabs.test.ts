import { describe, expect, test } from 'vitest';
import { pendingTombstones } from '#db/forgetting/intents.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { anotherTab, sendWords } from '../../support/apps/an-app.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { never } from '../../support/never.ts';
import { sayAndWait } from '../../support/scripted/scripted-model.ts';
import { withWorkshop } from '../../support/apps/with-workshop.ts';
import {
	canary,
	app,
	index,
	session,
	withWordEverywhere,
	stores,
	lived,
	turnOf,
	everythingOf
} from '../../support/apps/word-everywhere.ts';

/** Forgetting while another tab is at work on the same words. */

withWordEverywhere();

describe('while something runs', () => {
	test('a turn is forgotten while its own answer is being written in another tab', async () => {
		const tab = withWorkshop(anotherTab(app), index);
		const stop = new AbortController();
		tab.model.next(sayAndWait(`So it is ${canary}`));
		const answering = sendWords(tab, session, `The word is ${canary}`, stop.signal);
		const turnId = await expect
			.poll(async () => (await app.db.turns.toArray())[0]?.turnId)
			.toBeDefined()
			.then(async () => (await app.db.turns.toArray())[0]?.turnId ?? '');
		await expect.poll(async () => app.scratch.partials.count()).toBe(1);
		expect(await forget(app, { what: turnOf(turnId), lines: [], summaries: {} })).toMatchObject({
			status: 'forgotten',
			waits: true
		});
		stop.abort();
		await answering;
		await expect.poll(async () => pendingTombstones(app.db)).toEqual([]);
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});

	test('an index that another tab holds in its memory is not written down with forgotten words', async () => {
		const { turnId } = await lived();
		const tab = withWorkshop(anotherTab(app), index);
		const ask = { query: canary, limit: 5, now: 1, guest: false, sessionId: null };
		const here = { ...ask, fromAt: null, throughAt: null, prefix: false };
		await tab.workshop.run('search', here, never);
		await forget(app, await everythingOf(turnOf(turnId)));
		expect(await tab.workshop.run('search', here, never)).toEqual({ status: 'found', hits: [] });
		expect(await tablesWith([index], canary)).toEqual([]);
	});
});
