import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { onDevice, unknownCard } from '#core/settings.ts';
import type { Exchange } from '#core/log/turn.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { partialOf } from '#db/scratch/unsent.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { marksOf } from '#db/log/turns.ts';
import { answerTurn, continueReply, retryReply } from '#flows/answer/answer-turn.ts';
import { branchFrom, editMessage, regenerateReply } from '#flows/answer/edit-message.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import type { LiveReply } from '#flows/answer/live-reply.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { lastRequest, previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { recoverReplies } from '#flows/answer/recover-replies.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { sendWhenOnline } from '#flows/answer/send-when-online.ts';
import {
	anApp,
	anotherTab,
	locksInMemory,
	sendWords,
	logOf,
	type TestApp
} from '../../support/apps/an-app.ts';
import { call, text, thought } from '../../support/builders/a-turn.ts';
import { never, unseen } from '../../support/never.ts';
import { answer, break_, say, sayAndWait, someUsage } from '../../support/scripted-model.ts';
import { eventually } from '../../support/eventually.ts';

let app: TestApp;

beforeEach(async () => {
	app = await anApp();
});

afterEach(async () => {
	await app.close();
});

const begin = () => newSession(app, { kind: 'main', offRecord: false });

const send = async (words: string, session = begin(), signal = never) => {
	const outcome = await sendWords(app, session, words, signal);
	return { session: (await sessionOf(app.db, session.id)) ?? session, outcome };
};

const log = async (sessionId: string, branch?: string): Promise<Exchange[]> =>
	logOf(app, sessionId, branch);

const words = (exchanges: readonly Exchange[]) =>
	exchanges.map(({ turn, steps }) => [
		turn.asked.map((block) => (block.type === 'text' ? block.text : '')).join(''),
		...steps.map((step) =>
			step.content.map((block) => (block.type === 'text' ? block.text : block.type)).join(' ')
		)
	]);

describe('a message', () => {
	it('is called stored as soon as it is, before anybody is asked anything', async () => {
		const session = begin();
		const asked: number[] = [];
		let turns = Promise.resolve(0);
		app.model.next(say('Hello'));
		const onStored = () => {
			asked.push(app.model.bodies.length);
			turns = app.db.turns.count();
		};
		await sendMessage(app, { session, blocks: [text('Hi')], onStored }, unseen, never);
		expect([asked, await turns]).toEqual([[0], 1]);
	});

	it('is stored before the model is called, with its session', async () => {
		const session = begin();
		let seen: Exchange[] = [];
		app.model.next(async function* () {
			seen = await log(session.id);
			yield* say('Hello');
		});
		const { outcome } = await send('Good morning', session);
		expect(seen.map(({ turn }) => turn.asked)).toEqual([[text('Good morning')]]);
		expect(outcome.status).toBe('answered');
		expect(words(await log(session.id))).toEqual([['Good morning', 'Hello']]);
	});

	it('goes back into the composer where the database was closed for a newer version', async () => {
		app.db.close({ disableAutoOpen: true });
		const outcome = await sendMessage(
			app,
			{ session: begin(), blocks: [text('Hello')] },
			unseen,
			never
		);
		expect(outcome).toEqual({
			status: 'failed',
			turnId: null,
			failure: { kind: 'storage-closed' }
		});
		expect(app.model.bodies).toHaveLength(0);
	});

	it('gives the session its title, and the title is not changed by later messages', async () => {
		app.model.next(say('One'), say('Two'));
		const { session } = await send('Plan a walk in Rome\nwith much tea');
		await send('And then?', session);
		expect((await sessionOf(app.db, session.id))?.title).toBe('Plan a walk in Rome');
	});

	it('without words gives a title as long as none has any', async () => {
		app.model.next(say('A rose.'), say('In May.'), say('Yes.'));
		const source = { type: 'base64', media_type: 'image/png', data: 'aaaa' } as const;
		const session = begin();
		await sendMessage(app, { session, blocks: [{ type: 'image', source }] }, unseen, never);
		const title = async () => (await sessionOf(app.db, session.id))?.title;
		expect(await title()).toBe('Picture');
		const { session: named } = await send('When does it bloom?', session);
		expect(await title()).toBe('When does it bloom?');
		await send('Every year?', named);
		expect(await title()).toBe('When does it bloom?');
	});

	it('ends with its local date and time, and keeps them for ever', async () => {
		app.model.next(say('One'), say('Two'));
		const { session } = await send('First');
		const before = app.model.bodies[0]?.messages[0];
		app.clock.at += 3_600_000;
		await send('Second', session);
		expect(before?.content.at(-1)).toEqual(
			text('<now>Friday 2026-11-20 13:05 Europe/Berlin</now>')
		);
		expect(app.model.bodies[1]?.messages[0]).toEqual(before);
	});

	it('is chained to everything before it, and seq has no gaps', async () => {
		app.model.next(say('One'), answer([call('c1')]), say('Two'), say('Three'));
		const { session } = await send('First');
		await send('Second', session);
		await send('Third', session);
		const exchanges = await log(session.id);
		expect(exchanges.map(({ turn }) => turn.seq)).toEqual([0, 1, 2]);
		expect(brokenLink(chainStart(session.id), exchanges)).toBeNull();
	});

	it('of a second tab is refused while the first is answered, and nothing is lost', async () => {
		const session = begin();
		let finish = (_events: ReturnType<typeof say>): void => undefined;
		const rest = new Promise<ReturnType<typeof say>>((resolve) => (finish = resolve));
		app.model.next(sayAndWait('Wait', rest));
		const first = send('First', session);
		await eventually(() => {
			expect(app.model.bodies).toHaveLength(1);
		});
		const tab = anotherTab(app);
		const second = await sendWords(tab, session, 'Second');
		expect(second).toEqual({ status: 'failed', turnId: null, failure: { kind: 'busy-elsewhere' } });
		finish(answer([text('Wait for it')]));
		expect((await first).outcome.status).toBe('answered');
		tab.model.next(say('Now'));
		await sendWords(tab, session, 'Second');
		expect(words(await log(session.id))).toEqual([
			['First', 'Wait for it'],
			['Second', 'Now']
		]);
	});
});

describe('a reply', () => {
	it('is shown while it is written and gone from the screen when it is stored', async () => {
		const session = begin();
		const shown: (LiveReply | null)[] = [];
		let finish = (_events: ReturnType<typeof say>): void => undefined;
		const rest = new Promise<ReturnType<typeof say>>((resolve) => (finish = resolve));
		app.model.next(sayAndWait('Half', rest));
		const sent = sendMessage(
			app,
			{ session, blocks: [text('Hi')] },
			(reply) => shown.push(reply),
			never
		);
		await eventually(() => {
			expect(shown.at(-1)).toMatchObject({ state: 'streaming', content: [text('Half')] });
		});
		finish(answer([text('Half and whole')]));
		await sent;
		expect(shown[0]).toMatchObject({ state: 'waiting', seq: 0, index: 0 });
		expect(shown.at(-1)).toBeNull();
		expect(await partialOf(app.scratch, session.id)).toBeUndefined();
	});

	it('that the user stops keeps what came', async () => {
		const stop = new AbortController();
		app.model.next(sayAndWait('Half an answer'));
		const session = begin();
		const sent = send('Hi', session, stop.signal);
		await eventually(async () => {
			expect((await partialOf(app.scratch, session.id))?.content).toEqual([text('Half an answer')]);
		});
		stop.abort();
		expect((await sent).outcome.status).toBe('stopped');
		const [exchange] = await log(session.id);
		expect(exchange?.steps).toMatchObject([
			{ state: 'stopped', content: [text('Half an answer')] }
		]);
		expect((await ledgerOf(app.db, session.id)).map(({ outcome }) => outcome)).toContain('stopped');
	});

	it('that the user stops counts with its prompt and the words that came', async () => {
		const prices = { input: 1, output: 10, cacheRead: 0, cacheWrite: 0 };
		const card = { ...unknownCard('claude-test-5'), prices };
		await app.db.settings.put({ key: 'models', value: { [card.id]: card } });
		const stop = new AbortController();
		app.model.next(async function* () {
			yield { type: 'usage', usage: { ...someUsage, output: 1 } };
			yield { type: 'text', index: 0, text: 'Half an answer, and then some more of it' };
			await Promise.resolve();
			stop.abort();
		});
		const { session, outcome } = await send('Hi', begin(), stop.signal);
		expect(outcome.status).toBe('stopped');
		const { input, output, cost, unpriced } = session.counters;
		expect({ input, unpriced }).toEqual({ input: someUsage.input, unpriced: 0 });
		expect(output).toBeGreaterThan(5);
		expect(cost).toBeCloseTo((input + 10 * output) / 1_000_000);
		expect((await log(session.id))[0]?.steps).toMatchObject([{ usage: { input, output } }]);
		const entry = (await ledgerOf(app.db, session.id)).find(({ kind }) => kind === 'chat');
		expect(entry).toMatchObject({ outcome: 'stopped', cost });
	});

	it('whose tab was closed in the middle is interrupted after the next start, with its words', async () => {
		const session = begin();
		app.model.next(sayAndWait('Half an answer'));
		void send('Hi', session);
		await eventually(async () => {
			expect((await partialOf(app.scratch, session.id))?.content).toEqual([text('Half an answer')]);
		});
		const again = anotherTab({ ...app, locks: locksInMemory() });
		const chats = async () =>
			(await ledgerOf(app.db, session.id)).filter(({ kind }) => kind === 'chat');
		expect(await chats()).toMatchObject([{ outcome: 'sent' }]);
		expect(await recoverReplies(again)).toBe(1);
		expect(await chats()).toMatchObject([{ outcome: 'failed', failure: { kind: 'interrupted' } }]);
		const [exchange] = await log(session.id);
		expect(exchange?.steps).toMatchObject([
			{ state: 'interrupted', content: [text('Half an answer')] }
		]);
		expect(brokenLink(chainStart(session.id), exchange ? [exchange] : [])).toBeNull();
		expect(await recoverReplies(again)).toBe(0);
	});

	it('whose tab crashed is kept by the tab that goes on with it, before that writes anything', async () => {
		const session = begin();
		app.model.next(sayAndWait('Half an answer'), say('Whole'));
		void send('Hi', session);
		await eventually(async () => {
			expect((await partialOf(app.scratch, session.id))?.content).toEqual([text('Half an answer')]);
		});
		const other = anotherTab({ ...app, locks: locksInMemory() });
		other.model.next(say('Whole'));
		const [begun] = await log(session.id);
		const turnId = begun?.turn.turnId ?? '';
		await retryReply(other, { sessionId: session.id, turnId }, unseen, never);
		const said = await log(session.id);
		expect(said[0]?.steps).toMatchObject([
			{ state: 'interrupted', content: [text('Half an answer')] },
			{ state: 'complete', content: [text('Whole')] }
		]);
		expect(brokenLink(chainStart(session.id), said)).toBeNull();
		expect(await partialOf(app.scratch, session.id)).toBeUndefined();
	});

	it('another tab is still writing is left alone by recovery', async () => {
		const session = begin();
		const stop = new AbortController();
		app.model.next(sayAndWait('Half an answer'));
		const sent = send('Hi', session, stop.signal);
		await eventually(async () => {
			expect(await partialOf(app.scratch, session.id)).toBeDefined();
		});
		expect(await recoverReplies(anotherTab(app))).toBe(0);
		stop.abort();
		await sent;
	});

	it('that broke is written anew in place by Retry, and the broken part is not sent', async () => {
		app.model.next(break_({ kind: 'interrupted' }, [text('Half')]), say('Whole'));
		const { session, outcome } = await send('Hi');
		expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'interrupted' } });
		const turnId = outcome.turnId ?? '';
		await retryReply(app, { sessionId: session.id, turnId }, unseen, never);
		const [exchange] = await log(session.id);
		expect(exchange?.steps.map(({ state }) => state)).toEqual(['interrupted', 'complete']);
		expect(JSON.stringify(app.model.bodies[1])).not.toContain('Half');
		expect(await branchesOf(app.db, session.id)).toHaveLength(1);
	});

	it('that broke goes on from where it was by Continue', async () => {
		app.model.next(break_({ kind: 'silent', afterMs: 1 }, [text('Half')]), say(' and half'));
		const { session, outcome } = await send('Hi');
		await continueReply(
			app,
			{ sessionId: session.id, turnId: outcome.turnId ?? '' },
			unseen,
			never
		);
		const [exchange] = await log(session.id);
		expect(exchange?.steps).toMatchObject([
			{ state: 'interrupted', continues: false },
			{ state: 'complete', continues: true }
		]);
		expect(app.model.bodies[1]?.messages.map(({ role }) => role)).toEqual([
			'user',
			'assistant',
			'user'
		]);
		app.model.next(say('Fine'));
		await send('Thanks', session);
		expect(JSON.stringify(app.model.bodies[2]?.messages)).toContain('Half');
	});

	it.each([
		['max_tokens', 'cut-off', 'answered'],
		['model_context_window_exceeded', 'cut-off', 'answered'],
		['something_new', 'cut-off', 'answered'],
		['stop_sequence', 'complete', 'answered'],
		['refusal', 'failed', 'failed']
	])('that ends with %s is %s', async (stopReason, state, status) => {
		app.model.next(answer([text('Words')], { stopReason }));
		const { session, outcome } = await send('Hi');
		expect(outcome.status).toBe(status);
		expect((await log(session.id))[0]?.steps).toMatchObject([{ state, stopReason }]);
	});

	it('that says nothing is a failure and no empty message', async () => {
		app.model.next(answer([]), say('Here'));
		const { session, outcome } = await send('Hi');
		expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'empty-answer' } });
		await send('Hello?', session);
		expect(app.model.bodies[1]?.messages.map(({ role }) => role)).toEqual(['user']);
	});

	it('that pauses by itself is asked to go on, four times at most', async () => {
		const pause = answer([text('Hm')], { stopReason: 'pause_turn' });
		app.model.next(pause, pause, pause, pause, pause);
		const { session } = await send('Hi');
		const [exchange] = await log(session.id);
		expect(exchange?.steps.map(({ state }) => state)).toEqual([
			'complete',
			'complete',
			'complete',
			'complete',
			'cut-off'
		]);
	});

	it('that pauses before a word of it came is cut off, and can be continued', async () => {
		const pause = answer([thought('s')], { stopReason: 'pause_turn' });
		app.model.next(pause, say('Here I am.'));
		const { session, outcome } = await send('Hi');
		expect((await log(session.id))[0]?.steps.map(({ state }) => state)).toEqual(['cut-off']);
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		expect(await continueReply(app, place, unseen, never)).toMatchObject({ status: 'answered' });
	});

	it('#60 measures the context by its last part when server tools inflated the sums (INV-12)', async () => {
		const usage = { input: 100, cacheRead: 334_000, cacheWrite: 0, output: 50 };
		app.model.next(answer([text('One')], { usage, contextTokens: 1150 }));
		const { session } = await send('Hi');
		expect(session.counters.cacheRead).toBe(334_000);
		expect(session.lastUsage?.usage).toEqual({
			input: 1100,
			cacheRead: 0,
			cacheWrite: 0,
			output: 50
		});
	});

	it('goes into no session that was reset meanwhile: the words come back', async () => {
		app.model.next(say('One'));
		const { session } = await send('First');
		await app.db.sessions.update(session.id, { endedAt: 1 });
		const { outcome } = await send('Second', session);
		expect(outcome).toMatchObject({ status: 'failed', turnId: null });
		expect(await log(session.id)).toHaveLength(1);
	});

	it('says that the line is being tried again', async () => {
		const shown: (LiveReply | null)[] = [];
		const failure = { kind: 'overloaded' } as const;
		app.model.next(async function* () {
			yield { type: 'retrying', failure, attempt: 2, until: 5 };
			await expect.poll(() => shown.at(-1)?.state).toBe('retrying');
			yield* say('Hello');
		});
		const message = { session: begin(), blocks: [text('Hi')] };
		await sendMessage(app, message, (reply) => shown.push(reply), never);
		expect(shown.find((reply) => reply?.state === 'retrying')?.retry).toEqual({
			failure,
			attempt: 2,
			until: 5
		});
	});

	it('#2 #53 counts for the session: tokens, price, measure and calibration', async () => {
		await app.db.settings.put({
			key: 'models',
			value: {
				'claude-test-5': {
					id: 'claude-test-5',
					name: 'Test',
					window: 200_000,
					maxOutput: 8000,
					prices: { input: 1, output: 10, cacheRead: 0, cacheWrite: 0 },
					priceStep: null,
					windowBy: 'api',
					outputBy: 'api',
					lookedUpAt: 1
				}
			}
		});
		app.model.next(say('One'));
		const { session } = await send('Hi');
		expect(session.counters).toMatchObject({ input: 1000, output: 50, cost: 0.0015, unpriced: 0 });
		expect(session.lastUsage).toMatchObject({
			usage: someUsage,
			seq: 0,
			step: 0,
			model: 'claude-test-5'
		});
		expect(session.calibration['claude-test-5']).toMatchObject({ reports: [{ reported: 1000 }] });
		const preview = await previewPrompt(app, { session, unsent: [] });
		expect(preview.weight.basis).toBe('reported');
		expect(preview.weight.tokens).toBeGreaterThan(1050);
		expect(preview.weight.tokens).toBeLessThan(1200);
	});
});

describe('editing and regenerating', () => {
	it('make a branch, and the original stays as it was', async () => {
		app.model.next(say('Red'), say('Blue'), say('Green'), say('Yellow'));
		const { session, outcome } = await send('A colour?');
		await send('Another?', session);
		const before = await log(session.id, 'trunk');
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		await editMessage(app, { ...place, blocks: [text('A nicer colour?')] }, unseen, never);
		expect(words(await log(session.id))).toEqual([['A nicer colour?', 'Green']]);
		await regenerateReply(app, place, unseen, never);
		expect(words(await log(session.id))).toEqual([['A colour?', 'Yellow']]);
		expect(await log(session.id, 'trunk')).toEqual(before);
		expect(await branchesOf(app.db, session.id)).toHaveLength(3);
		expect(brokenLink(chainStart(session.id), await log(session.id))).toBeNull();
	});

	it('retries in a branch when something follows the reply, so that the chain holds', async () => {
		app.model.next(break_({ kind: 'interrupted' }, [text('Half')]), say('Two'), say('Whole'));
		const { session, outcome } = await send('First');
		await send('Second', session);
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		await retryReply(app, place, unseen, never);
		expect(words(await log(session.id))).toEqual([['First', 'Whole']]);
		expect(brokenLink(chainStart(session.id), await log(session.id, 'trunk'))).toBeNull();
	});

	it('go on from a turn in a branch of their own', async () => {
		app.model.next(say('Red'), say('Blue'), say('Green'));
		const { session, outcome } = await send('A colour?');
		await send('Another?', session);
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		expect(await branchFrom(app, place)).toMatchObject({ status: 'done' });
		await send('A third?', session);
		expect(words(await log(session.id))).toEqual([
			['A colour?', 'Red'],
			['A third?', 'Green']
		]);
		expect(brokenLink(chainStart(session.id), await log(session.id))).toBeNull();
	});
});

describe('without a way to the model', () => {
	it('a message waits, is answered when asked for, and waits no more', async () => {
		app.isOnline = false;
		const { session, outcome } = await send('Hi');
		expect(outcome).toMatchObject({ status: 'waiting', failure: { kind: 'offline' } });
		expect(app.model.bodies).toHaveLength(0);
		expect(await marksOf(app.db, session.id)).toMatchObject([{ kind: 'waiting' }]);
		app.isOnline = true;
		app.model.next(say('Hello'));
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		expect((await answerTurn(app, place, unseen, never)).status).toBe('answered');
		expect(await marksOf(app.db, session.id)).toEqual([]);
		expect(words(await log(session.id))).toEqual([['Hi', 'Hello']]);
	});

	it('a wish that it goes out by itself outlives tries that came too early, and ends with an answer', async () => {
		app.isOnline = false;
		const { session, outcome } = await send('Hi');
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		const wished = () => marksOf(app.db, session.id);
		await sendWhenOnline(app, place);
		await answerTurn(app, place, unseen, never);
		expect(await wished()).toMatchObject([{ kind: 'waiting', byItself: true }]);
		app.isOnline = true;
		app.model.next(break_({ kind: 'unreachable', host: 'api.anthropic.com' }), async function* () {
			// A tab that is closed now must not have forgotten it.
			expect(await wished()).toMatchObject([{ kind: 'waiting', byItself: true }]);
			yield* say('Hello');
		});
		expect((await answerTurn(app, place, unseen, never)).status).toBe('waiting');
		expect(await wished()).toMatchObject([{ kind: 'waiting', byItself: true }]);
		expect((await answerTurn(app, place, unseen, never)).status).toBe('answered');
		expect(await wished()).toEqual([]);
	});

	it('a message that was refused does not go out by itself any more', async () => {
		app.isOnline = false;
		const { session, outcome } = await send('Hi');
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		await sendWhenOnline(app, place);
		app.isOnline = true;
		app.model.next(break_({ kind: 'key-refused' }));
		await answerTurn(app, place, unseen, never);
		expect(await marksOf(app.db, session.id)).toEqual([]);
	});

	it('a message waits too when the endpoint is not reached, and may be answered on this device', async () => {
		app.model.next(break_({ kind: 'unreachable', host: 'api.anthropic.com' }));
		const { session, outcome } = await send('Hi');
		expect(outcome).toMatchObject({ status: 'waiting', failure: { kind: 'unreachable' } });
		app.here.next(say('Found'));
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		await answerTurn(app, { ...place, answerer: onDevice }, unseen, never);
		expect((await log(session.id))[0]?.steps).toHaveLength(1);
		expect(app.here.bodies[0]?.model).toBe(onDevice);
	});

	it('no key means the on-device answerer', async () => {
		app.key = { state: 'none', keep: 'unprotected', fingerprint: null };
		app.here.next(say('Found'));
		await send('Hi');
		expect(app.model.bodies).toHaveLength(0);
		expect(app.here.bodies).toHaveLength(1);
	});

	it('a refused key is a failed reply that says so', async () => {
		app.model.next(break_({ kind: 'key-refused' }));
		const { session, outcome } = await send('Hi');
		expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'key-refused' } });
		expect((await log(session.id))[0]?.steps).toMatchObject([{ state: 'failed', content: [] }]);
	});
});

describe('the ledger', () => {
	it('has every request, byte for byte as it was sent', async () => {
		app.model.counting({ status: 'counted', tokens: 900 });
		app.model.next(answer([call('c1')]), say('One'), break_({ kind: 'overloaded' }), say('Three'));
		const { session } = await send('First');
		await send('Second', session);
		await send('Third', session);
		const entries = await ledgerOf(app.db, session.id);
		const posted = await Promise.all(entries.map((entry) => bodyOf(app, entry)));
		const chats = posted.filter((_, at) => entries[at]?.kind === 'chat');
		expect(chats.map((body) => JSON.stringify(body))).toEqual(
			app.model.bodies.map((body) => JSON.stringify(body))
		);
		const counts = posted.filter((_, at) => entries[at]?.kind === 'count');
		expect(counts).toHaveLength(1);
		const counted = Object.entries(app.model.counted[0] ?? {}).filter(
			([field]) => field !== 'max_tokens' && field !== 'cache_control'
		);
		expect(JSON.stringify(counts[0])).toBe(JSON.stringify(Object.fromEntries(counted)));
		expect(entries.map(({ outcome }) => outcome)).toEqual([
			'answered',
			'answered',
			'answered',
			'failed',
			'answered'
		]);
		expect(JSON.stringify(await lastRequest(app, session.id))).toBe(
			JSON.stringify(app.model.bodies.at(-1))
		);
	});

	it('keeps content that was sent before only once', async () => {
		app.model.next(say('One'), say('Two'), say('Three'));
		const { session } = await send('First');
		const first = await app.db.blobs.count();
		await send('Second', session);
		await send('Third', session);
		expect(await app.db.blobs.count()).toBe(first + 4);
	});
});
