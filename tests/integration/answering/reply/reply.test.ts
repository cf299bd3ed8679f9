import { describe, expect, it } from 'vitest';
import { partialOf } from '#db/scratch/unsent.ts';
import { continueReply } from '#flows/answer/answer-turn.ts';
import type { LiveReply } from '#flows/answer/reply/live-reply.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { text, thought } from '../../../support/builders/a-turn.ts';
import { never, unseen } from '../../../support/never.ts';
import { answer, say, sayAndWait, someUsage } from '../../../support/scripted/scripted-model.ts';
import { eventually } from '../../../support/eventually.ts';
import { talkingIn } from '../../../support/apps/talking.ts';

/** How a reply is shown, how it ends, and what it counts for. */

let app: TestApp;
withApp((own) => (app = own));

const { begin, send, log } = talkingIn(() => app);

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
			expect(shown.at(-1)).toMatchObject({ state: 'calling', content: [text('Half')] });
		});
		finish(answer([text('Half and whole')]));
		await sent;
		expect(shown[0]).toMatchObject({ state: 'calling', seq: 0, index: 0 });
		expect(shown.at(-1)).toBeNull();
		expect(await partialOf(app.scratch, session.id)).toBeUndefined();
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
		expect('isCutOff' in outcome).toBe(state === 'cut-off');
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
			yield { type: 'retrying', failure, attempt: 2, until: 5, pause: 1 };
			await expect.poll(() => shown.at(-1)?.retry ?? null).not.toBeNull();
			yield* say('Hello');
		});
		const message = { session: begin(), blocks: [text('Hi')] };
		await sendMessage(app, message, (reply) => shown.push(reply), never);
		expect(shown.find((reply) => reply?.retry)?.retry).toEqual({
			failure,
			until: 5,
			pause: 1
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
