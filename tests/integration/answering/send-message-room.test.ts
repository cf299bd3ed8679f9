import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { builtInPresets } from '#core/presets/built-in.ts';
import { onDevice, type ModelCard } from '#core/settings.ts';
import type { Session } from '#core/log/session.ts';
import type { Summary } from '#core/summary/summary.ts';
import { brokenLink, chainStart, tailOf } from '#core/log/chain.ts';
import { memoryFile } from '#db/memory/files.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { partialOf } from '#db/scratch/unsent.ts';
import { addDraft, nextRound } from '#db/summaries/summaries.ts';
import { changeSession, readPath, sessionOf } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { readExchanges } from '#db/log/turns.ts';
import { answerTurn } from '#flows/answer/answer-turn.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { aMemoryFile } from '../../support/a-prompt.ts';
import { anApp, type TestApp } from '../../support/an-app.ts';
import { aSummary } from '../../support/a-summary.ts';
import { call, text, thought } from '../../support/a-turn.ts';
import { never, unseen } from '../../support/never.ts';
import { answer, break_, say } from '../../support/scripted-model.ts';

let app: TestApp;
const singleShot = builtInPresets.find(({ id }) => id === 'single-shot');
const nothing = { kind: 'absolute', tokens: 0 } as const;

const card: ModelCard = {
	id: 'claude-test-5',
	name: 'Test',
	window: 12_000,
	maxOutput: 1000,
	prices: null,
	priceStep: null,
	windowBy: 'api',
	outputBy: 'api',
	lookedUpAt: 1
};

beforeEach(async () => {
	app = await anApp({ models: { [card.id]: card } });
	app.jobs['archive-summary'] = () => Promise.resolve({ status: 'archived', archiveId: 'a1' });
});

afterEach(async () => {
	await app.close();
});

const long = 'A long story about a walk in Rome, tea, rain and a small dog. '.repeat(60);

const send = (words: string, session: Session) =>
	sendMessage(app, { session, blocks: [text(words)] }, unseen, never);

const log = async (sessionId: string) =>
	readExchanges(app.db, sessionId, await readPath(app.db, sessionId));

/** The provider reports so many tokens as the size of the context. */
const sized = (words: string, input: number) =>
	answer([text(words)], {
		usage: { input, cacheRead: 0, cacheWrite: 0, output: 10 },
		contextTokens: input + 10
	});

/** What the workshop would do: a draft that covers all but the newest turn. */
function summarising(over: Partial<Summary> = {}): void {
	app.jobs.compact = async ({ sessionId }) => {
		const exchanges = await log(sessionId);
		const last = exchanges.at(-2);
		if (!last) return { status: 'nothing-to-do', reason: 'all-recent' };
		const round = await nextRound(app.db, sessionId);
		const summary = aSummary(last.turn.seq, {
			id: `summary-${String(round)}`,
			sessionId,
			round,
			status: 'draft',
			through: { seq: last.turn.seq, step: last.steps.at(-1)?.index ?? -1 },
			throughHash: tailOf(last),
			committedAt: null,
			...over
		});
		await addDraft(app.db, summary);
		return { status: 'drafted', summary, proposals: 0 };
	};
}

async function fullSession(): Promise<Session> {
	const session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(sized('One', 3000), sized('Two', 6000), sized('Three', 9600));
	for (const words of ['First', 'Second', 'Third']) await send(words, session);
	return session;
}

describe('at the hard threshold', () => {
	it('under ask the message waits for the user, is stored, and no call is made', async () => {
		const session = await fullSession();
		summarising();
		const outcome = await send('Fourth', session);
		expect(outcome).toMatchObject({ status: 'needs-review', summaryId: 'summary-1' });
		expect(app.model.bodies).toHaveLength(3);
		expect((await log(session.id)).at(-1)).toMatchObject({ turn: { seq: 3 }, steps: [] });
	});

	it('#80 the message goes out once the draft is used, with the summary in front and no covered turn', async () => {
		const session = await fullSession();
		summarising();
		const outcome = await send('Fourth', session);
		expect((await useSummary(app, 'summary-1')).status).toBe('used');
		app.model.next(say('Four'));
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		expect((await answerTurn(app, place, unseen, never)).status).toBe('answered');
		const sent = JSON.stringify(app.model.bodies.at(-1)?.messages);
		expect(sent).toContain('They spoke about tea');
		expect(sent).not.toContain('"Second"');
		expect(sent).toContain('"Fourth"');
	});

	it('under auto the summary is used and the message goes out at once', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = await fullSession();
		summarising();
		app.model.next(say('Four'));
		expect((await send('Fourth', session)).status).toBe('answered');
		expect(JSON.stringify(app.model.bodies.at(-1))).toContain('They spoke about tea');
	});

	it('under notify a draft is used when the limit demands it', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'notify' });
		const session = await fullSession();
		summarising();
		app.model.next(say('Four'));
		expect((await send('Fourth', session)).status).toBe('answered');
		expect((await sessionOf(app.db, session.id))?.counters.compactions).toBe(1);
	});

	it.each(['auto', 'notify', 'ask'] as const)(
		'while there is no key for the model that was chosen nothing is made small enough for this device (%s)',
		async (review) => {
			for (const [key, value] of Object.entries({
				reviewSummaries: review,
				models: { [card.id]: { ...card, window: 200_000 } }
			}))
				await app.db.settings.put({ key, value });
			summarising();
			const session = newSession(app, { kind: 'main', offRecord: false });
			const { key } = app;
			for (let turn = 0; turn < 12; turn++) {
				app.model.next(sized(`Said ${String(turn)}`, 3000 + turn));
				await send(`${String(turn)} ${long.slice(0, 2700)}`, session);
			}
			app.key = { ...key, state: 'none' };
			app.here.next(say('Found.'));
			expect((await send('Where did we walk?', session)).status).toBe('answered');
			expect(JSON.stringify(app.here.bodies.at(-1))).not.toContain('"0 A long story');
			expect(await app.db.summaries.toArray()).toEqual([]);

			app.key = key;
			app.model.next(say('In Rome.'));
			expect((await send('And then?', session)).status).toBe('answered');
			expect(JSON.stringify(app.model.bodies.at(-1))).toContain('"0 A long story');
		}
	);

	it('on this device no message waits: it is answered without the oldest turns, and the draft is there', async () => {
		await app.db.settings.put({ key: 'model', value: onDevice });
		const session = newSession(app, { kind: 'main', offRecord: false });
		summarising();
		for (let turn = 0; turn < 12; turn++) {
			app.here.next(
				answer([call(`c${String(turn)}`, 'recall', { query: 'Rome' })], { usage: null }),
				answer([text(`Found in ${long.slice(0, 900)}`)], { usage: null })
			);
			expect(await send(`${String(turn)} ${long.slice(0, 900)}`, session)).toMatchObject({
				status: 'answered'
			});
		}
		expect(await app.db.summaries.toArray()).toMatchObject([{ status: 'draft' }]);
		expect(JSON.stringify(app.here.bodies.at(-1))).not.toContain('"0 A long story');
	});

	it('the user may send without the oldest turns, as many as were named', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(sized('One', 2000), sized('Two', 3600), sized('Three', 5400));
		for (const words of ['First', 'Second', 'Third']) await send(`${words}. ${long}`, session);
		await app.db.settings.put({
			key: 'models',
			value: { [card.id]: { ...card, window: 6300 } }
		});
		const outcome = await send('Fourth', session);
		expect(outcome.status).toBe('needs-review');
		if (outcome.status !== 'needs-review') return;
		expect(outcome.oldest).toBeGreaterThan(0);
		expect(outcome.oldest).toBeLessThan(4);
		app.model.next(say('Four'));
		const place = { sessionId: session.id, turnId: outcome.turnId, dropOldest: outcome.oldest };
		expect((await answerTurn(app, place, unseen, never)).status).toBe('answered');
		const sent = JSON.stringify(app.model.bodies.at(-1));
		expect(sent).not.toContain('First.');
		expect(sent).toContain('Fourth');
	});

	it('the message goes out as it is when nothing can be summarised and the window has room', async () => {
		const session = await fullSession();
		app.model.next(say('Four'));
		expect((await send('Fourth', session)).status).toBe('answered');
	});

	it.each([
		['with automatic compaction off', { automaticCompaction: false }],
		[
			'#58 with a threshold of 0',
			{
				preset: 'never',
				customPresets: { never: { ...singleShot, id: 'never', threshold: nothing } }
			}
		]
	] as const)('#58 %s nothing happens below what is usable', async (_, settings) => {
		for (const [key, value] of Object.entries(settings)) await app.db.settings.put({ key, value });
		const session = await fullSession();
		let asked = 0;
		app.jobs.compact = () => {
			asked++;
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		app.model.next(sized('Four', 10_990));
		expect((await send('Fourth', session)).status).toBe('answered');
		expect(await send('Fifth', session)).toMatchObject({ status: 'needs-review', summaryId: null });
		expect(asked).toBe(0);
	});

	it('says what takes the room when the fixed parts alone do not fit, and calls nobody (INV-1)', async () => {
		await app.db.settings.put({
			key: 'models',
			value: { [card.id]: { ...card, window: 2000 } }
		});
		let compactions = 0;
		app.jobs.compact = () => {
			compactions++;
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		const session = newSession(app, { kind: 'main', offRecord: false });
		const outcome = await send('Hi', session);
		expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'does-not-fit' } });
		expect(app.model.bodies).toHaveLength(0);
		expect(compactions).toBe(0);
		expect(await log(session.id)).toHaveLength(1);
	});
});

describe('where nothing makes room', () => {
	const tight: ModelCard = { ...card, window: 5000 };

	it('each part that is named can be left out, and the message goes out (INV-1)', async () => {
		await app.db.settings.put({ key: 'models', value: { [card.id]: tight } });
		await saveMemoryFile(app, {
			path: 'MEMORY.md',
			text: `- ${long.repeat(3)}\n`,
			expectedRev: null
		});
		const session = newSession(app, { kind: 'main', offRecord: false });
		const outcome = await send('Hi', session);
		expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'does-not-fit' } });
		if (outcome.status !== 'failed' || outcome.failure.kind !== 'does-not-fit') return;
		const { tokens, usable, largest } = outcome.failure;
		expect(tokens).toBeGreaterThanOrEqual(usable);
		const off: string[] = [];
		let left = tokens;
		for (const { source, tokens: size } of largest) {
			if (left < usable || source === 'New message') continue;
			off.push(source);
			left -= size;
		}
		expect(off.length).toBeGreaterThan(0);
		await changeSession(app.db, session.id, () => ({ switchedOff: off }));
		app.model.next(say('Now'));
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		expect((await answerTurn(app, place, unseen, never)).status).toBe('answered');
	});

	it('after a summary was tried in vain the parts are named, instead of the same offer again', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = await fullSession();
		let tried = 0;
		app.jobs.compact = () => {
			tried++;
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		app.model.next(sized('Four', 10_990));
		expect((await send('Fourth', session)).status).toBe('answered');
		const outcome = await send('Fifth', session);
		expect(tried).toBe(2);
		expect(outcome).toMatchObject({
			status: 'failed',
			failure: { kind: 'does-not-fit', usable: 11_000 }
		});
		expect(app.model.bodies).toHaveLength(4);
	});
});

describe('an answer by somebody with less room', () => {
	it('leaves the oldest turns out of this one request and summarises nothing (INV-8)', async () => {
		const wide: ModelCard = { ...card, window: 200_000 };
		await app.db.settings.put({ key: 'models', value: { [card.id]: wide } });
		let compactions = 0;
		app.jobs.compact = () => {
			compactions++;
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(...Array.from({ length: 8 }, (_, at) => say(`Answer ${String(at)}`)));
		for (let at = 0; at < 8; at++) await send(`Turn ${String(at)}. ${long}`, session);
		app.here.next(say('From this device'));
		const outcome = await sendMessage(
			app,
			{ session, blocks: [text('Newest')], answerer: onDevice },
			unseen,
			never
		);
		expect(outcome.status).toBe('answered');
		const [body] = app.here.bodies;
		const sent = JSON.stringify(body);
		expect(sent).not.toContain('Turn 0.');
		expect(sent).toContain('Turn 7.');
		expect(sent).toContain('Newest');
		expect(compactions).toBe(0);

		app.model.next(say('Back'));
		await send('And again', session);
		expect(JSON.stringify(app.model.bodies.at(-1))).toContain('Turn 0.');
		expect(compactions).toBe(0);
	});
});

describe('an overflow answer', () => {
	const overflow = { kind: 'overflow', tokens: 13_000, window: 12_000 } as const;

	it('leads to one forced compaction and the message goes out again', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), break_(overflow), say('Two'));
		summarising();
		await send('First', session);
		expect((await send('Second', session)).status).toBe('answered');
		expect(JSON.stringify(app.model.bodies[2])).toContain('They spoke about tea');
		expect((await log(session.id))[1]?.steps).toHaveLength(1);
	});

	it('INV-19 is compacted although our own weight finds room: the decision travels as data', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), break_(overflow), say('Two'));
		summarising();
		const compact = app.jobs.compact;
		const asked: string[] = [];
		app.jobs.compact = (ask, ...rest) => {
			asked.push(`${ask.trigger} ${String((ask.facts?.floor ?? 0) > 0)}`);
			if (!compact) throw new Error('nobody summarises');
			return compact(ask, ...rest);
		};
		await send('First', session);
		expect((await send('Second', session)).status).toBe('answered');
		expect(asked).toEqual(['overflow true']);
	});

	it('INV-11 teaches how much the model takes: the next prompt is measured against it, and not refused again', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		await app.db.settings.put({ key: 'models', value: { [card.id]: { ...card, window: 90_000 } } });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), break_(overflow), say('Two'));
		summarising();
		await send('First', session);
		await send('Second', session);
		const learnt = (await readSettings(app.db)).models[card.id];
		expect(learnt).toEqual({ ...card, window: 12_000 });
		const next = newSession(app, { kind: 'main', offRecord: false });
		const { weight } = await previewPrompt(app, { session: next, unsent: [text('Third')] });
		expect(weight).toMatchObject({ window: 12_000, usable: 11_000 });
	});

	it('changes no window that the user wrote, and none where it says more than was thought', async () => {
		const wrote = { ...card, window: 90_000, windowBy: 'user' } as const;
		for (const known of [wrote, { ...card, window: 8000 }]) {
			await app.db.settings.put({ key: 'models', value: { [card.id]: known } });
			const session = newSession(app, { kind: 'main', offRecord: false });
			app.model.next(break_(overflow));
			await send('First', session);
			expect((await readSettings(app.db)).models[card.id]).toEqual(known);
		}
	});

	it('INV-9 a body that is too large is met the same way', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), break_({ kind: 'too-large' }), say('Two'));
		summarising();
		await send('First', session);
		expect((await send('Second', session)).status).toBe('answered');
		expect(JSON.stringify(app.model.bodies[2])).toContain('They spoke about tea');
	});

	it('with nothing to summarise is told in the endpoint’s own numbers', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(break_(overflow));
		summarising();
		expect(await send('First', session)).toMatchObject({
			status: 'failed',
			failure: { kind: 'does-not-fit', tokens: 13_000, usable: 12_000 }
		});
	});

	it('#15 with automatic compaction off waits for the user: nothing is summarised, and turns may be left out', async () => {
		await app.db.settings.put({ key: 'automaticCompaction', value: false });
		const session = newSession(app, { kind: 'main', offRecord: false });
		const tight = { kind: 'overflow', tokens: 13_000, window: 6000 } as const;
		app.model.next(sized('One', 5000), sized('Two', 5100), break_(tight));
		let tried = 0;
		app.jobs.compact = () => {
			tried++;
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		for (const words of [long.repeat(5), 'Second']) await send(words, session);
		expect(await send('Third', session)).toMatchObject({
			status: 'needs-review',
			summaryId: null,
			oldest: 1
		});
		expect(tried).toBe(0);
	});

	it('that comes again is the end of it', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), break_(overflow), break_(overflow));
		summarising();
		await send('First', session);
		expect(await send('Second', session)).toMatchObject({ status: 'failed', failure: overflow });
		expect(app.model.bodies).toHaveLength(3);
	});

	it('in the middle of a tool loop keeps the steps that are there', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(
			say('One'),
			answer([thought('sig-1'), call('a', 'recall', { query: 'x' })]),
			break_(overflow),
			say('Two')
		);
		summarising();
		await send('First', session);
		expect((await send('Second', session)).status).toBe('answered');
		expect((await log(session.id))[1]?.steps.map(({ index }) => index)).toEqual([0, 1]);
		const last = JSON.stringify(app.model.bodies[3]?.messages);
		expect(last).toContain('tool_result');
		expect(last).not.toContain('sig-1');
	});

	it('is stopped while room is made like any other reply', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		const stop = new AbortController();
		app.model.next(say('One'), break_(overflow));
		await send('First', session);
		app.jobs.compact = () => {
			stop.abort();
			return Promise.resolve({ status: 'stopped' });
		};
		const blocks = [text('Second')];
		await sendMessage(app, { session, blocks }, unseen, stop.signal);
		expect((await log(session.id))[1]?.steps).toMatchObject([{ state: 'stopped', content: [] }]);
	});

	it('under ask waits for the user with the draft', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), break_(overflow));
		summarising();
		await send('First', session);
		expect(await send('Second', session)).toMatchObject({
			status: 'needs-review',
			summaryId: 'summary-1'
		});
	});
});

describe('a reply whose tools say more than the window holds', () => {
	/** So much of the window is taken, and a long result does not fit into the rest. */
	const lookUp = (id: string, { file = 'notes/walks.md', input = 9500 } = {}) =>
		answer([thought('sig-1'), call(id, 'read_memory', { path: file })], {
			usage: { input, cacheRead: 0, cacheWrite: 0, output: 50 },
			contextTokens: input + 50
		});

	beforeEach(async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		await app.db.memoryFiles.put(aMemoryFile('notes/walks.md', `- ${long.repeat(6)}\n`));
	});

	it('is given room before the next call, and goes on from what is there', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), lookUp('a'), say('Two'));
		summarising();
		await send('First', session);
		expect((await send('Second', session)).status).toBe('answered');
		expect((await log(session.id))[1]?.steps.map(({ index }) => index)).toEqual([0, 1]);
		const last = JSON.stringify(app.model.bodies[2]);
		expect(last).toContain('They spoke about tea');
		expect(last).toContain('tool_result');
		expect(last).not.toContain('sig-1');
		expect(app.model.bodies).toHaveLength(3);
	});

	it('goes on as it is where nothing can be summarised: the endpoint may have room', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(lookUp('a'), lookUp('b'), say('One'));
		summarising();
		expect((await send('First', session)).status).toBe('answered');
		expect(app.model.bodies).toHaveLength(3);
		expect(JSON.stringify(app.model.bodies[2])).toContain('sig-1');
	});

	it.each([
		['again after the next round where there is not enough yet', 'nothing-to-do', 2],
		['no more in this reply where it has failed', 'failed', 1]
	] as const)('a summary is tried %s', async (_, status, tries) => {
		let tried = 0;
		app.jobs.compact = () => {
			tried++;
			return Promise.resolve(
				status === 'failed'
					? { status, failure: { kind: 'overloaded' } }
					: { status, reason: 'all-recent' }
			);
		};
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(lookUp('a'), lookUp('b'), say('One'));
		expect((await send('First', session)).status).toBe('answered');
		expect(tried).toBe(tries);
	});

	it('under ask stops with the draft, and goes on from its steps once that is used', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'ask' });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), lookUp('a'), say('Two'));
		summarising();
		await send('First', session);
		const outcome = await send('Second', session);
		expect(outcome).toMatchObject({ status: 'needs-review', summaryId: 'summary-1' });
		await useSummary(app, 'summary-1');
		const turnId = outcome.turnId ?? '';
		const end = await answerTurn(app, { sessionId: session.id, turnId }, unseen, never);
		expect(end.status).toBe('answered');
		expect((await log(session.id))[1]?.steps).toHaveLength(2);
	});

	it('that is stopped while room is made ends like any other that is stopped', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		const stop = new AbortController();
		app.model.next(say('One'), lookUp('a'));
		await send('First', session);
		app.jobs.compact = () => {
			stop.abort();
			return Promise.resolve({ status: 'stopped' });
		};
		const blocks = [text('Second')];
		const outcome = await sendMessage(app, { session, blocks }, unseen, stop.signal);
		expect(outcome.status).toBe('stopped');
		const said = await log(session.id);
		expect(said[1]?.steps).toMatchObject([
			{ state: 'complete', results: [{ tool_use_id: 'a' }] },
			{ state: 'stopped', content: [] }
		]);
		expect(brokenLink(chainStart(session.id), said)).toBeNull();
		expect(await partialOf(app.scratch, session.id)).toBeUndefined();
	});

	it('asks no more often than any other reply', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		const again = (at: number) =>
			lookUp(`call-${String(at)}`, { file: 'notes/tea.md', input: 11_000 });
		app.model.next(...Array.from({ length: 20 }, (_, at) => again(at)));
		expect(await send('First', session)).toMatchObject({
			status: 'failed',
			failure: { kind: 'tool-limit' }
		});
		expect(app.model.bodies).toHaveLength(16);
	});
});

describe('counting', () => {
	it('#23 is asked on the first turn and after a compaction, and its failure does not matter', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		app.model.counting({ status: 'failed', failure: { kind: 'server-error', status: 500 } });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(sized('One', 2000), sized('Two', 3000), sized('Three', 9600), say('Four'));
		summarising();
		for (const words of ['First', 'Second', 'Third']) await send(words, session);
		expect(app.model.counted).toHaveLength(1);
		await send('Fourth', session);
		expect(app.model.counted.length).toBeGreaterThan(1);
		const kinds = (await ledgerOf(app.db, session.id)).map(({ kind }) => kind);
		expect(kinds.filter((kind) => kind === 'count')).toHaveLength(app.model.counted.length);
	});
});

describe('a count that can change nothing', () => {
	/** An endpoint that never comes to an end with counting. */
	const countingForEver = () =>
		vi.spyOn(app.telephone, 'count').mockImplementation(
			(_, signal) =>
				new Promise((resolve) => {
					signal.addEventListener('abort', () => resolve({ status: 'stopped' }));
				})
		);

	it('is not waited for: the first message of a session goes out beside it', async () => {
		const wide = { ...card, window: 400_000 };
		await app.db.settings.put({ key: 'models', value: { [card.id]: wide } });
		const counting = countingForEver();
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(async function* () {
			await vi.waitFor(() => expect(counting).toHaveBeenCalledTimes(1));
			yield* say('One');
		});
		expect(await send('First', session)).toMatchObject({ status: 'answered' });
		const filed = await ledgerOf(app.db, session.id);
		expect(filed.map(({ kind, outcome }) => [kind, outcome]).sort()).toEqual([
			['chat', 'answered'],
			['count', 'stopped']
		]);
	});

	it('is waited for where it may show that there is no room', async () => {
		app.model.counting({ status: 'counted', tokens: 11_900 });
		const session = newSession(app, { kind: 'main', offRecord: false });
		expect((await send(long.repeat(6), session)).status).not.toBe('answered');
		expect(app.model.bodies).toHaveLength(0);
	});
});

describe('a background draft', () => {
	it('is prepared at the soft threshold only when the user said yes', async () => {
		let soft = 0;
		app.jobs.compact = (ask) => {
			if (ask.trigger === 'soft') soft++;
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(sized('One', 8200), say('Two'), sized('Three', 8200), say('Four'));
		await send('First', session);
		await send('Second', session);
		expect(soft).toBe(0);
		await app.db.settings.put({ key: 'backgroundDrafts', value: 'yes' });
		await send('Third', session);
		await send('Fourth', session);
		await expect.poll(() => soft).toBeGreaterThan(0);
	});
});

describe('thinking and epochs', () => {
	const thinks = (signature: string, words: string) => answer([thought(signature), text(words)]);
	const sent = () => JSON.stringify(app.model.bodies.at(-1)?.messages);

	it('keeps thinking within an epoch, in the tool loop too, and drops it when memory is edited', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(
			answer([thought('sig-1'), call('a', 'recall', { query: 'x' })]),
			thinks('sig-2', 'One'),
			thinks('sig-3', 'Two'),
			thinks('sig-4', 'Three')
		);
		await send('First', session);
		expect(sent()).toContain('sig-1');
		await send('Second', session);
		expect(sent()).toContain('sig-1');
		expect(sent()).toContain('sig-2');
		expect((await sessionOf(app.db, session.id))?.epoch).toBe(0);
		await saveMemoryFile(app, { path: 'MEMORY.md', text: '- Likes tea\n', expectedRev: null });
		await send('Third', session);
		expect(sent()).not.toContain('sig-');
		expect((await sessionOf(app.db, session.id))?.epoch).toBe(1);
		app.model.next(say('Four'));
		await send('Fourth', session);
		expect(sent()).toContain('sig-4');
		expect(sent()).not.toContain('sig-3');
	});

	it.each([
		['a full disk is no reason to break it off', 'QuotaExceededError'],
		['an error that nobody expected is told when it is stored', 'UnknownError']
	])('an answer does not wait for its epoch to be stored: %s', async (_, name) => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(thinks('sig-1', 'One'), thinks('sig-2', 'Two'));
		const refuse = (changes: object) => {
			if ('epochKey' in changes) throw new DOMException('no', name);
		};
		app.db.sessions.hook('updating', refuse);
		const first = send('First', session).then(
			({ status }) => status,
			(bug: unknown) => (bug instanceof Error ? bug.name : bug)
		);
		expect(await first).toBe(name === 'QuotaExceededError' ? 'answered' : name);
		app.db.sessions.hook('updating').unsubscribe(refuse);
		expect((await sessionOf(app.db, session.id))?.epochKey).toBe(session.epochKey);
		expect(await app.db.steps.count()).toBe(1);
		// The next message enters it, under the same number: what was thought in it still goes along.
		expect((await send('Second', session)).status).toBe('answered');
		expect(sent()).toContain('sig-1');
		const stored = await sessionOf(app.db, session.id);
		expect(stored?.epoch).toBe(0);
		expect(stored?.epochKey).not.toBe(session.epochKey);
	});

	it('INV-24 has an edit of memory in the very next request, and what was deleted is gone from the one after', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), say('Two'), say('Three'));
		const system = () => JSON.stringify(app.model.bodies.at(-1)?.system);
		const path = 'MEMORY.md';
		await send('First', session);
		expect(system()).not.toContain('Likes juniper tea');
		await saveMemoryFile(app, { path, text: '- Likes juniper tea\n', expectedRev: null });
		await send('Second', session);
		expect(system()).toContain('Likes juniper tea');
		const rev = (await memoryFile(app.db, path))?.rev ?? null;
		await saveMemoryFile(app, { path, text: '', expectedRev: rev });
		await send('Third', session);
		expect(app.model.bodies).toHaveLength(3);
		expect(JSON.stringify(app.model.bodies.at(-1))).not.toContain('Likes juniper tea');
	});

	it('drops thinking with another key', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(thinks('sig-1', 'One'), say('Two'));
		await send('First', session);
		app.key = { ...app.key, fingerprint: 'key-2' };
		await send('Second', session);
		expect(sent()).not.toContain('sig-1');
	});

	it('never sends the thinking of a reply that broke', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(break_({ kind: 'interrupted' }, [thought(''), text('Half')]), say('Two'));
		await send('First', session);
		await send('Second', session);
		expect(sent()).toContain('Half');
		expect(sent()).not.toContain('thinking');
	});
});

describe('marks', () => {
	it('leave a turn out of the prompt, and pin it word for word', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('Plum'), say('Two'), say('Three'), say('Four'));
		const { turnId } = await send('The word is', session);
		const place = { sessionId: session.id, turnId: turnId ?? '' };
		await setMark(app, { ...place, kind: 'left-out', on: true });
		await send('Second', session);
		expect(JSON.stringify(app.model.bodies[1])).not.toContain('Plum');
		await setMark(app, { ...place, kind: 'pinned', on: true });
		await send('Third', session);
		expect(JSON.stringify(app.model.bodies[2])).toContain('User: The word is\\nAssistant: Plum');
		await setMark(app, { ...place, kind: 'pinned', on: false });
		await send('Fourth', session);
		expect(JSON.stringify(app.model.bodies[3])).not.toContain('Plum');
	});
});
