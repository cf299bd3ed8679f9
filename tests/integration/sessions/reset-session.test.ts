import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Settings } from '#core/settings.ts';
import { archiveBytes } from '#db/archives/archives.ts';
import { readPath } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { readExchanges } from '#db/log/turns.ts';
import { branchFrom } from '#flows/answer/edit-message.ts';
import { extractMemories } from '#flows/learning/extract-memories.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { resetSession, undoReset } from '#flows/sessions/reset-session.ts';
import { anotherTab, type TestApp } from '../../support/apps/an-app.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { scriptedSummariser } from '../../support/scripted/scripted-summariser.ts';
import { aRetry } from '../../support/scripted/waiting-model.ts';
import { never } from '../../support/never.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { withResets } from '../../support/apps/with-resets.ts';

/** What a reset does, however it comes about: a session of its own, everything that was said in an archive, and a last look for what to remember. */

const dayInMs = 24 * 60 * 60_000;

let app: TestApp;
const { sessions, extractions } = withResets((own) => (app = own));

describe('a reset', () => {
	it('#5 #193 begins a session of its own: another id, no messages, every counter at zero, and the settings it had', async () => {
		const counters = {
			input: 5,
			output: 4,
			cacheRead: 3,
			cacheWrite: 2,
			cost: 1,
			unpriced: 1,
			compactions: 7,
			emergencyCompactions: 6
		};
		await app.db.sessions.update('s1', {
			counters,
			epoch: 9,
			epochKey: 'k',
			noPlanKey: 'n',
			title: 'The garden',
			model: 'claude-test-5'
		});
		const outcome = await resetSession(app, 's1', { by: 'user' }, never);
		if (outcome.status !== 'reset') throw new Error(outcome.status);
		const { next } = outcome;
		if (!next) throw new Error('nothing followed');
		const stored = await app.db.sessions.get(next.id);
		expect(next.id).not.toBe('s1');
		expect(stored).toMatchObject({
			counters: Object.fromEntries(Object.keys(counters).map((name) => [name, 0])),
			lastUsage: null,
			noPlanKey: null,
			epoch: 0,
			epochKey: null,
			title: '',
			endedAt: null,
			model: 'claude-test-5',
			continuedFrom: 's1'
		});
		const path = await readPath(app.db, next.id);
		const turns = await readExchanges(app.db, next.id, path);
		expect(turns).toEqual([]);
		// What was counted stays with what was ended.
		expect((await app.db.sessions.get('s1'))?.counters).toEqual(counters);
	});
});

it('is not made of a session in which nothing was said: nothing is looked for, archived or begun', async () => {
	await storeSession(app.db, aSession({ id: 'empty' }), []);
	expect(await resetSession(app, 'empty', { by: 'user' }, never)).toEqual({
		status: 'nothing-to-do'
	});
	expect(extractions.count).toBe(0);
	expect(await app.db.archives.count()).toBe(0);
	expect((await sessions()).map(({ ended }) => ended)).toEqual([false, false]);
});

it('is made of one that was said in though the branch on screen, another way to begin it, is empty', async () => {
	const branched = await branchFrom(app, { sessionId: 's1', turnId: 's1-trunk-0' });
	expect(branched).toMatchObject({ status: 'done' });
	expect(await resetSession(app, 's1', { by: 'user' }, never)).toMatchObject({ status: 'reset' });
	expect(await app.db.archives.toArray()).toMatchObject([{ sessionId: 's1', turns: 2 }]);
});

it('asked for in two tabs is made once: what has ended is not archived anew, nor followed by another', async () => {
	const [first, second] = [app, anotherTab(app)];
	const made = [first, second].map((tab) => resetSession(tab, 's1', { by: 'user' }, never));
	expect((await Promise.all(made)).map(({ status }) => status)).toEqual(['reset', 'nothing-to-do']);
	expect(extractions.count).toBe(1);
	expect(await sessions()).toEqual([
		{ ended: false, continuedFrom: 's1' },
		{ ended: true, continuedFrom: null }
	]);
});

it('tells that its last notes wait for a call to be made again, and no longer once they are taken', async () => {
	app.jobs.extract = (_ask, _signal, tell) => {
		const progress = { done: 0, of: 1 } as const;
		tell?.(progress);
		tell?.({ ...progress, retry: aRetry });
		return Promise.resolve({ status: 'extracted', proposals: 0 });
	};
	const told: unknown[] = [];
	await resetSession(app, 's1', { by: 'user', tell: (retry) => told.push(retry) }, never);
	expect(told).toEqual([aRetry, null]);
});

it('archives a session from elsewhere, and none follows it, unless something stands unsent in it', async () => {
	const outcome = await resetSession(app, 's1', { by: 'away' }, never);
	expect(outcome).toMatchObject({ status: 'reset', next: null });
	expect(await sessions()).toEqual([{ ended: true, continuedFrom: null }]);
	expect(extractions).toEqual({ count: 1, paid: 1 });
	const [row] = await app.db.activity.toArray();
	expect(row?.details).toMatchObject({ by: 'user', ended: 's1' });
	// None followed it: it goes on itself, and its archive makes room for the next.
	await undoReset(app, { ended: 's1', next: 's1' });
	expect(await sessions()).toEqual([{ ended: false, continuedFrom: null }]);
	expect(await app.db.archives.count()).toBe(0);

	await app.scratch.unsent.put({ sessionId: 's1', text: 'half a thought', at: 1 });
	const second = await resetSession(app, 's1', { by: 'away' }, never);
	if (second.status !== 'reset' || !second.next) throw new Error('nothing followed');
	expect(await app.scratch.unsent.get(second.next.id)).toMatchObject({ text: 'half a thought' });
});

it('taken back leaves what stands unsent in the session that followed where that stays, and brings it along where not', async () => {
	const half = 'Half a letter to my boss';
	for (const [isUsed, holder] of [
		[false, 's1'],
		[true, 'next']
	] as const) {
		const reset = await resetSession(app, 's1', { by: 'user' }, never);
		if (reset.status !== 'reset' || !reset.next) throw new Error('nothing followed');
		const { id: next } = reset.next;
		if (isUsed) await storeSession(app.db, reset.next, someExchanges(1, { sessionId: next }));
		await app.scratch.unsent.clear();
		await app.scratch.unsent.put({ sessionId: next, text: half, at: 1 });
		await undoReset(app, { ended: 's1', next });
		expect((await app.scratch.unsent.toArray()).map(({ sessionId }) => sessionId)).toEqual([
			holder === 'next' ? next : holder
		]);
	}
});

it('archives what a closed tab has left of a reply with all the others', async () => {
	const { turn } = someExchanges(2)[1]!;
	await app.db.steps.where(':id').between(['s1', 'trunk', 1], ['s1', 'trunk', 2]).delete();
	await app.scratch.partials.put({
		sessionId: 's1',
		turnId: turn.turnId,
		branch: 'trunk',
		seq: 1,
		index: 0,
		content: [{ type: 'text', text: 'Half a recipe' }],
		model: 'claude-test-5',
		epoch: 0,
		continues: false,
		startedAt: 1,
		at: 2
	});
	const outcome = await resetSession(app, 's1', { by: 'user' }, never);
	if (outcome.status !== 'reset') throw new Error(outcome.status);
	const packed = await archiveBytes(app.db, outcome.archiveId);
	expect(gunzipSync(packed!).toString()).toContain('Half a recipe');
});

it('goes on without its last notes, and tells why there are none', async () => {
	app.jobs.extract = () => Promise.resolve({ status: 'failed', failure: { kind: 'offline' } });
	expect(await resetSession(app, 's1', { by: 'user' }, never)).toMatchObject({ status: 'reset' });
	expect(await app.db.activity.toArray()).toMatchObject([
		{ kind: 'reset', details: { proposals: 0 }, failure: { kind: 'offline' } }
	]);
});

it('taken back is made again without looking for lines once more, but not where something was said since', async () => {
	const at = app.clock.now();
	// In the very moment of the reset was before it.
	await app.db.turns.toCollection().modify({ askedAt: at });
	const made = await resetSession(app, 's1', { by: 'user' }, never);
	if (made.status !== 'reset' || !made.next) throw new Error('nothing followed');
	await undoReset(app, { ended: 's1', next: made.next.id });
	const again = await resetSession(app, 's1', { by: 'user', again: at }, never);
	if (again.status !== 'reset' || !again.next) throw new Error('nothing followed');
	expect(extractions.count).toBe(1);
	await undoReset(app, { ended: 's1', next: again.next.id });
	await app.db.turns.toCollection().modify({ askedAt: at + 1 });
	expect(await resetSession(app, 's1', { by: 'user', again: at }, never)).toMatchObject({
		status: 'failed',
		failure: { kind: 'changed-meanwhile' }
	});
	expect(await sessions()).toEqual([{ ended: false, continuedFrom: null }]);
});

/** What is to be the reset, and when nobody has to ask for it. */
const resets = {
	'by hand': async () => {
		await resetSession(app, 's1', { by: 'user' }, never);
	},
	daily: async () => {
		await writeSetting(app.db, 'resetPolicy', 'daily');
		app.clock.at += dayInMs;
		await keepHouse(app, never);
	},
	'after idle minutes': async () => {
		await writeSetting(app.db, 'resetPolicy', 'idle');
		app.clock.at += dayInMs;
		await keepHouse(app, never);
	}
};

it.each(Object.keys(resets) as (keyof typeof resets)[])(
	'#192 a reset %s archives everything that was said, from its first message on, as gzipped lines of JSON',
	async (how) => {
		const all = someExchanges(6);
		await storeSession(app.db, aSession({ activeAt: app.clock.at }), all);
		// A summary stands for the first turns: they are archived as they were said all the same.
		await app.db.summaries.put(aSummary(3, { anchors: '' }));
		await resets[how]();
		const [archive, ...others] = await app.db.archives.toArray();
		expect(others).toEqual([]);
		expect(archive).toMatchObject({
			path: 'agents/main/sessions/s1.jsonl.gz',
			sessionId: 's1',
			turns: 6
		});
		const packed = await archiveBytes(app.db, archive?.id ?? '');
		const lines = gunzipSync(packed ?? new Uint8Array())
			.toString('utf8')
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line) as { type: string });
		const rows = (type: string) =>
			lines.filter((line) => line.type === type).map(({ type: _, ...row }) => row);
		expect(lines[0]?.type).toBe('session');
		expect(rows('turn')).toEqual(all.map(({ turn }) => turn));
		expect(rows('step')).toEqual(all.flatMap(({ steps }) => steps));
		expect(rows('summary')).toMatchObject([{ text: 'They spoke about tea.' }]);
	}
);

describe('the last extraction before a reset', () => {
	/** How often the model was called, and what waits at the desk. */
	async function afterReset(settings: Partial<Settings>, by: 'user' | 'itself') {
		const due = { resetPolicy: 'idle', idleMinutes: 1 };
		for (const [key, value] of Object.entries({ ...due, ...settings }))
			await app.db.settings.put({ key, value });
		const model = scriptedSummariser(() => '<memories>\n- Number 1 is fine. [turn 1]\n</memories>');
		app.jobs.extract = (ask) =>
			extractMemories({ db: app.db, model, clock: app.clock }, ask, never, () => undefined);
		app.clock.at += dayInMs;
		if (by === 'user') await resetSession(app, 's1', { by: 'user' }, never);
		else await keepHouse(app, never);
		expect((await sessions()).filter(({ ended }) => ended)).toHaveLength(1);
		const lines = (await app.db.proposals.toArray()).map(({ text }) => text);
		return { calls: model.asked.length, lines };
	}

	beforeEach(async () => {
		const [turn] = await app.db.turns.toArray();
		const asked = [{ type: 'text' as const, text: 'My name is Ines.' }];
		if (turn) await app.db.turns.put({ ...turn, asked });
	});

	const said = { calls: 0, lines: ['My name is Ines.'] };
	const asked = { calls: 1, lines: ['Number 1 is fine.'] };
	const none = { calls: 0, lines: [] };
	it.each([
		['by itself pays for nothing where nothing was said about it', 'itself', {}, said],
		['by itself pays for nothing where it must not', 'itself', { backgroundDrafts: 'no' }, said],
		['by itself asks the model where it may', 'itself', { backgroundDrafts: 'yes' }, asked],
		['by hand asks the model', 'user', { backgroundDrafts: 'no' }, asked],
		['in a preset without memory is not made', 'itself', { preset: 'rounds' }, none],
		['in a preset without memory is not made by hand either', 'user', { preset: 'rounds' }, none]
	] as const)('#177 of a reset %s', async (_, by, settings, found) => {
		expect(await afterReset(settings, by)).toEqual(found);
	});
});
