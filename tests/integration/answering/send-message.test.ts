import { describe, expect, it, vi } from 'vitest';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { onDevice } from '#core/models/model-card.ts';
import type { Exchange } from '#core/log/turn.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { marksOf } from '#db/log/turns.ts';
import { answerTurn } from '#flows/answer/answer-turn.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import { lastRequest } from '#flows/prompt/preview-prompt.ts';
import { editMessage } from '#flows/answer/edit-message.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { sendWhenOnline } from '#flows/answer/send-when-online.ts';
import { anotherTab, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { call, text } from '../../support/builders/a-turn.ts';
import { never, unseen } from '../../support/never.ts';
import { answer, break_, say, sayAndWait } from '../../support/scripted/scripted-model.ts';
import { eventually } from '../../support/eventually.ts';
import { talkingIn, wordsOf } from '../../support/apps/talking.ts';

let app: TestApp;
withApp((own) => (app = own));

const { begin, send, log } = talkingIn(() => app);

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
		expect(wordsOf(await log(session.id))).toEqual([['Good morning', 'Hello']]);
	});

	it('says of its answer which model gave it, where the endpoint asked another one', async () => {
		const session = begin();
		app.model.next(answer([text('Hello')], { model: 'claude-of-another-day' }));
		await send('Hi', session);
		expect((await log(session.id))[0]?.steps).toMatchObject([{ model: 'claude-of-another-day' }]);
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

	it('goes back into the composer where its wait for a telephone that never answers is stopped, edited ones too', async () => {
		app.model.next(say('Hello'));
		const { session, outcome } = await send('Hi');
		const id = outcome.turnId ?? '';
		let asked = 0;
		const unanswered = () => {
			asked++;
			return new Promise<never>(() => undefined);
		};
		const blocks = [text('The key is sk-ant-api03-not-a-key-at-all')];
		const sendIt = (signal: AbortSignal) => sendMessage(app, { session, blocks }, unseen, signal);
		const edit = (signal: AbortSignal) =>
			editMessage(app, { sessionId: session.id, turnId: id, blocks }, unseen, signal);
		for (const [ask, question] of [
			[sendIt, 'keyStatus'],
			[sendIt, 'withoutKeys'],
			[edit, 'withoutKeys']
		] as const) {
			const line = vi.spyOn(app.telephone, question).mockImplementation(unanswered);
			const stop = new AbortController();
			asked = 0;
			const waiting = ask(stop.signal);
			await eventually(() => {
				expect(asked).toBeGreaterThan(0);
			});
			stop.abort();
			expect(await waiting).toEqual({ status: 'stopped', turnId: null });
			line.mockRestore();
		}
		expect(wordsOf(await log(session.id))).toEqual([['Hi', 'Hello']]);
		expect(app.model.bodies).toHaveLength(1);
	});

	it('gives the session its title, and the title is not changed by later messages', async () => {
		app.model.next(say('One'), say('Two'));
		const { session } = await send('Plan a walk in Rome\nwith much tea');
		await send('And then?', session);
		expect((await sessionOf(app.db, session.id))?.title).toBe('Plan a walk in Rome');
	});

	it('without words gives a title of what it is, which no later one replaces', async () => {
		app.model.next(say('A rose.'), say('In May.'));
		const source = { type: 'base64', media_type: 'image/png', data: 'aaaa' } as const;
		const session = begin();
		await sendMessage(app, { session, blocks: [{ type: 'image', source }] }, unseen, never);
		await send('When does it bloom?', session);
		expect((await sessionOf(app.db, session.id))?.title).toBe('Picture');
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
		expect(wordsOf(await log(session.id))).toEqual([
			['First', 'Wait for it'],
			['Second', 'Now']
		]);
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
		expect(wordsOf(await log(session.id))).toEqual([['Hi', 'Hello']]);
	});

	it('one on this device or in its network is asked all the same', async () => {
		await app.db.settings.put({ key: 'endpoint', value: 'http://192.168.1.20:11434' });
		app.isOnline = false;
		app.model.next(say('Hello'));
		expect((await send('Hi')).outcome).toMatchObject({ status: 'answered' });
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
