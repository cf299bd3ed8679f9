import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAboutEarlier } from '#core/opinion/opinion.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import type { Summary } from '#core/summary/summary.ts';
import { addTombstone } from '#db/forgetting/intents.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { IndexStore } from '#db/schema.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { addLost } from '#flows/compaction/restore-loss.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { askOpinion } from '#flows/opinion/ask-opinion.ts';
import { quoteOpinion } from '#flows/opinion/quote-opinion.ts';
import { seekOpinion } from '#flows/opinion/seek-opinion.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { workshopJobs } from '#worker/workshop/jobs.ts';
import { aCard } from '../../../support/builders/a-prompt.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { text } from '../../../support/builders/a-turn.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { gardenTurns } from '../../../support/apps/compactable.ts';
import { answer, break_, say, sayAndWait } from '../../../support/scripted/scripted-model.ts';
import { textOfBody } from '../../../support/scripted/scripted-summariser.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { never } from '../../../support/never.ts';

/** #200 On request a model says, once, what a summary leaves out. It is kept as its opinion and sent nowhere. */

const prices = { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 };
const card = aCard({ window: 100_000, maxOutput: 2000, prices });
const ask = { summaryId: 'm1', answerer: card.id };
const finding = 'The gate must be closed at night.';
const said = `<opinion>\nmissing 3: ${finding}\n</opinion>`;

let app: TestApp;
let index: IndexStore;

withApp((own) => (app = own), { model: card.id, models: { [card.id]: card } });
beforeEach(async () => {
	index = new IndexStore(`${app.db.name}-index`);
	await storeSession(app.db, aSession(), gardenTurns(10));
	await app.db.summaries.put(aSummary(5, { anchors: 'Names: B1 B2' }));
	const { db, scratch, clock, model } = app;
	const jobs = workshopJobs({ db, scratch, index, model, now: () => clock.now() });
	for (const kind of ['opinion', 'quote-opinion', 'forget'] as const)
		Object.assign(app.jobs, {
			[kind]: (asked: never, signal: AbortSignal) =>
				jobs[kind](asked, { signal, tell: () => undefined })
		});
});
afterEach(() => index.delete());

const use = (changed: ModelCard) => writeSetting(app.db, 'models', { [changed.id]: changed });
const summaryNow = async (id = 'm1'): Promise<Summary> => {
	const row = await app.db.summaries.get(id);
	if (!row) throw new Error(`no summary ${id}`);
	return row;
};
const opinionNow = async (id = 'm1') => (await summaryNow(id)).opinion;
const sent = (at = 0): string => {
	const body = app.model.bodies[at];
	if (!body) throw new Error('nothing was sent');
	return textOfBody(body);
};
const isAsked = (times: number) => eventually(() => expect(app.model.bodies).toHaveLength(times));
const asks = (signal = never) => askOpinion(app, ask, signal);

test('#200 one request asks for it, with the summary and its messages and nothing else; the answer stands with the summary', async () => {
	await saveMemoryFile(app, { path: 'MEMORY.md', text: '- Has a zebra\n', expectedRev: null });
	app.model.next(say(said));
	expect(await asks()).toEqual({ status: 'told' });
	expect(app.model.bodies).toHaveLength(1);
	expect(sent()).toContain('They spoke about tea.');
	expect(sent()).toContain('Names: B1 B2');
	expect(sent()).toContain('Request 0 about bed B0.');
	expect(sent()).toContain('Answer 5: bed B5');
	expect(sent()).not.toContain('Request 6');
	expect(sent()).not.toContain('zebra');
	expect(await opinionNow()).toMatchObject({
		model: 'claude-test-5',
		promptId: 'opinion-1',
		usage: { input: 1000, output: 50 },
		cost: 0.00125,
		findings: [{ kind: 'missing', text: finding, turnId: 'turn-2' }],
		cutOff: false,
		gaps: { turns: null, pieces: 0, images: 0, kept: 0 }
	});
});

test('it is in the ledger like every request, and counts to what the session has cost', async () => {
	app.model.next(say(said));
	await asks();
	expect(await ledgerOf(app.db, 's1')).toMatchObject([
		{ kind: 'opinion', outcome: 'answered', cost: 0.00125, host: 'api.anthropic.com' }
	]);
	expect((await sessionOf(app.db, 's1'))?.counters).toMatchObject({ input: 1000, cost: 0.00125 });
});

test('#200 no later prompt holds it, until a finding is added to the summary', async () => {
	app.model.next(say(said));
	await asks();
	const body = async (): Promise<string> => {
		const session = await sessionOf(app.db, 's1');
		if (!session) throw new Error('no session');
		return JSON.stringify((await previewPrompt(app, { session, unsent: [text('On.')] })).body);
	};
	expect(await body()).toContain('They spoke about tea.');
	expect(await body()).not.toContain('closed at night');
	expect(await addLost(app, 'm1', { text: finding })).toMatchObject({ status: 'done' });
	expect(await body()).toContain('closed at night');
});

test('turns that are off the record or left out are not sent, and that is told', async () => {
	await setMark(app, { sessionId: 's1', turnId: 'turn-1', kind: 'off-record', on: true });
	await setMark(app, { sessionId: 's1', turnId: 'turn-2', kind: 'left-out', on: true });
	app.model.next(say(said));
	await asks();
	expect(sent()).not.toContain('Request 1 about');
	expect(sent()).not.toContain('Answer 2:');
	expect(sent()).toContain('Request 3 about');
	expect(sent()).toContain('Some turns (2) are kept back');
	expect(await opinionNow()).toMatchObject({
		gaps: { kept: 2 },
		// It named a turn that it was not shown.
		findings: [{ turnId: null }]
	});
});

test('of a later round, the summary before it stands for what came earlier', async () => {
	await app.db.summaries.put({ ...(await summaryNow()), status: 'superseded' });
	await app.db.summaries.put(
		aSummary(8, { id: 'm2', round: 2, from: { seq: 6, step: -1 }, text: 'They built beds.' })
	);
	app.model.next(say(said));
	await askOpinion(app, { ...ask, summaryId: 'm2' }, never);
	expect(sent()).toContain('They spoke about tea.');
	expect(sent()).toContain('They built beds.');
	expect(sent()).toContain('Request 6 about');
	expect(sent()).not.toContain('Request 5 about');
	expect(await opinionNow('m2')).toBeTruthy();
	expect(await opinionNow('m1')).toBeUndefined();
});

test('where the window has no room for all of it, one request reads the newest and says which turns were not read', async () => {
	await use({ ...card, window: 2800, maxOutput: 600 });
	app.model.next(say(said));
	await asks();
	expect(app.model.bodies).toHaveLength(1);
	const { turns } = (await opinionNow())?.gaps ?? {};
	expect(turns?.from).toBe(1);
	const through = turns?.through ?? 0;
	expect(through).toBeGreaterThan(0);
	expect(through).toBeLessThan(6);
	expect(sent()).not.toContain(`Request ${String(through - 1)} about`);
	expect(sent()).toContain(`Request ${String(through)} about`);
	expect(sent()).toContain('Answer 5: bed B5');
});

describe('what it would take', () => {
	const quote = () => quoteOpinion(app, ask);

	test('is told before anything is sent, and holds', async () => {
		const outcome = await quote();
		expect(app.model.bodies).toEqual([]);
		expect(await ledgerOf(app.db, 's1')).toEqual([]);
		if (outcome.status !== 'quoted') throw new Error(outcome.status);
		const { input, output, dollars } = outcome.quote;
		expect(dollars).toBeCloseTo((input + 5 * output) / 1_000_000, 10);
		app.model.next(say(said));
		await asks();
		const [entry] = await ledgerOf(app.db, 's1');
		expect(entry?.tokens).toBeLessThanOrEqual(input);
		expect(entry?.tokens).toBeGreaterThan(input / 2);
		expect(app.model.bodies[0]?.max_tokens).toBe(output);
		expect(outcome.quote).toMatchObject({ model: card.id, host: 'api.anthropic.com' });
	});

	test('is unknown where the price of the model is', async () => {
		await use({ ...card, prices: null });
		expect(await quote()).toMatchObject({ status: 'quoted', quote: { dollars: null } });
	});

	test.each(['quote', 'ask'] as const)(
		'nobody can be asked without a model, room, or something to read (%s)',
		async (how) => {
			const outcomeOf = (asked = ask) =>
				how === 'quote' ? quoteOpinion(app, asked) : askOpinion(app, asked, never);
			expect(await outcomeOf({ ...ask, answerer: 'on-device' })).toEqual({
				status: 'nothing',
				why: 'no-model'
			});
			await use({ ...card, window: 1000 });
			expect(await outcomeOf()).toEqual({ status: 'nothing', why: 'no-room' });
			await use(card);
			await app.db.sessions.update('s1', { offRecord: true });
			expect(await outcomeOf()).toEqual({ status: 'nothing', why: 'nothing-to-read' });
			expect(await outcomeOf({ ...ask, summaryId: 'gone' })).toMatchObject({
				failure: { kind: 'changed-meanwhile' }
			});
			expect(app.model.bodies).toEqual([]);
		}
	);
});

describe('an answer that cannot be used', () => {
	test.each([
		['refused', answer([text('No.')], { stopReason: 'refusal' })],
		['empty', answer([])],
		['cut-off', answer([text('<opinion>\nmissing 3: The g')], { stopReason: 'max_tokens' })],
		['unreadable', say('A fine summary!')]
	] as const)('is told as %s, with its cost, and an earlier opinion stays', async (why, events) => {
		app.model.next(say(said), events);
		await asks();
		const before = await opinionNow();
		expect(await asks()).toEqual({ status: 'unusable', why, cost: 0.00125 });
		expect(app.model.bodies).toHaveLength(2);
		expect(await opinionNow()).toEqual(before);
	});

	test('nor does a request that failed or was stopped change anything', async () => {
		app.model.next(break_({ kind: 'offline' }));
		expect(await asks()).toMatchObject({ status: 'failed', failure: { kind: 'offline' } });
		app.model.next(sayAndWait('<opinion>'));
		const stop = new AbortController();
		const asking = asks(stop.signal);
		await isAsked(2);
		stop.abort();
		expect(await asking).toMatchObject({ status: 'stopped' });
		expect((await ledgerOf(app.db, 's1')).map(({ outcome }) => outcome).sort()).toEqual([
			'failed',
			'stopped'
		]);
		expect(await opinionNow()).toBeUndefined();
	});
});

test('asked again, the new opinion takes the place of the old one', async () => {
	app.model.next(say(said), say('<opinion>none</opinion>'));
	await asks();
	await asks();
	expect(await opinionNow()).toMatchObject({ findings: [] });
});

test('after an edit it is known to be about an earlier wording', async () => {
	app.model.next(say(said));
	await asks();
	const before = await summaryNow();
	expect(isAboutEarlier(before.opinion!, before)).toBe(false);
	await editSummary(app, 'm1', { text: 'They spoke about coffee.' });
	const after = await summaryNow();
	expect(isAboutEarlier(after.opinion!, after)).toBe(true);
});

test('two tabs do not ask at once', async () => {
	app.model.next(sayAndWait('<opinion>'));
	const stop = new AbortController();
	const first = seekOpinion(app, ask, stop.signal);
	await isAsked(1);
	expect(await seekOpinion(app, ask, never)).toMatchObject({ failure: { kind: 'busy-elsewhere' } });
	stop.abort();
	expect(await first).toMatchObject({ status: 'stopped' });
	expect(app.model.bodies).toHaveLength(1);
});

describe('forgetting', () => {
	const forgetTurn = (turnId: string) =>
		forget(app, {
			what: { kind: 'turn', sessionId: 's1', turnId },
			lines: [],
			summaries: {}
		});

	test('a turn it was made from takes it away whole, for nobody finds a trace in a model’s own words', async () => {
		app.model.next(say(said));
		await asks();
		await forgetTurn('turn-8');
		expect(await opinionNow()).toBeTruthy();
		await forgetTurn('turn-4');
		expect(await opinionNow()).toBeNull();
	});

	const aLine = { what: { kind: 'line', line: 'Has a zebra' }, lines: [], summaries: {} } as const;

	test.each([
		['a turn', () => forgetTurn('turn-4')],
		['a line that was forgotten before', () => forget(app, aLine)]
	])(
		'what is forgotten while it is asked keeps the answer from being stored: %s',
		async (_, go) => {
			await forget(app, aLine);
			let end = (_events: ReturnType<typeof say>): void => undefined;
			const after = new Promise<ReturnType<typeof say>>((resolve) => (end = resolve));
			app.model.next(sayAndWait('<opinion>', after));
			const asking = asks();
			await isAsked(1);
			await go();
			end(say(said));
			expect(await asking).toMatchObject({
				status: 'failed',
				failure: { kind: 'changed-meanwhile' }
			});
			expect(await opinionNow()).toBeFalsy();
		}
	);

	test('nobody is asked while something is being forgotten: the answer might tell it', async () => {
		app.model.next(say(said));
		await addTombstone(app.db, aLine, app.clock.now());
		expect(await asks()).toMatchObject({ failure: { kind: 'changed-meanwhile' } });
		expect(app.model.bodies).toEqual([]);
	});

	test('a memory line that a finding tells takes the opinion with it', async () => {
		app.model.next(say(said));
		await asks();
		await forget(app, { what: { kind: 'line', line: finding }, lines: [], summaries: {} });
		expect(await opinionNow()).toBeNull();
	});
});
