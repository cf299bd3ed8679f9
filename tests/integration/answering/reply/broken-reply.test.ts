import { describe, expect, it } from 'vitest';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { partialOf, putPartial } from '#db/scratch/unsent.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { continueReply, retryReply } from '#flows/answer/answer-turn.ts';
import { closeLeftRequests } from '#flows/house/close-left-requests.ts';
import { recoverReplies } from '#flows/answer/reply/recover-replies.ts';
import {
	anotherTab,
	locksInMemory,
	sendWords,
	type TestApp
} from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { text } from '../../../support/builders/a-turn.ts';
import { never, unseen } from '../../../support/never.ts';
import {
	answer,
	break_,
	say,
	sayAndWait,
	someUsage
} from '../../../support/scripted/scripted-model.ts';
import { eventually } from '../../../support/eventually.ts';
import { aPrice } from '../../../support/apps/a-price.ts';
import { talkingIn } from '../../../support/apps/talking.ts';

/** What becomes of a reply that did not reach its end: stopped, interrupted, tried again, continued. */

let app: TestApp;
withApp((own) => (app = own));

const { begin, send, log } = talkingIn(() => app);

describe('a reply', () => {
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

	it('keeps what came where the line itself is gone, which knows nothing of it', async () => {
		const half = { type: 'text', index: 0, text: 'Half an answer' } as const;
		app.model.next([half, ...break_({ kind: 'crashed', detail: 'Error' })]);
		const { session } = await send('Hi');
		const [exchange] = await log(session.id);
		expect(exchange?.steps).toMatchObject([
			{ state: 'interrupted', content: [text('Half an answer')] }
		]);
	});

	it('is none where the line broke before the first word of a thought: nothing came that could go on', async () => {
		const thought = { type: 'thinking', index: 0, text: '' } as const;
		app.model.next([thought, ...break_({ kind: 'overloaded' })]);
		const { session } = await send('Hi');
		const [exchange] = await log(session.id);
		expect(exchange?.steps).toMatchObject([{ state: 'failed', content: [] }]);
	});

	it('that the user stops counts with its prompt and the words that came', async () => {
		await aPrice(app.db);
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
		expect((await log(session.id))[0]?.steps).toMatchObject([{ usage: { input, output }, cost }]);
		const entry = (await ledgerOf(app.db, session.id)).find(({ kind }) => kind === 'chat');
		expect(entry).toMatchObject({ outcome: 'stopped', cost });
	});

	it('that the user stops before anything is reported has an unknown price, as a whole one has without a report; one that is refused has none', async () => {
		const stop = new AbortController();
		app.model.next(
			async function* () {
				yield { type: 'text', index: 0, text: 'Half' };
				await Promise.resolve();
				stop.abort();
			},
			break_({ kind: 'overloaded' }),
			break_({ kind: 'interrupted' }),
			answer([text('Whole')], { usage: null })
		);
		const { session } = await send('Hi', begin(), stop.signal);
		expect(session.counters).toMatchObject({ cost: 0, unpriced: 1 });
		expect((await send('Hi', session)).session.counters.unpriced).toBe(1);
		expect((await send('Hi', session)).session.counters.unpriced).toBe(2);
		expect((await send('Hi', session)).session.counters).toMatchObject({ cost: 0, unpriced: 3 });
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

	it.each([true, false])(
		'whose tab was closed is paid for all the same (reported: %s)',
		async (isReported) => {
			await aPrice(app.db);
			const session = begin();
			app.model.next(async function* (_body, signal) {
				if (isReported) yield { type: 'usage', usage: { ...someUsage, output: 1 } };
				yield { type: 'text', index: 0, text: 'Half an answer, and then some more of it' };
				await new Promise((resolve) => {
					signal.addEventListener('abort', resolve);
				});
			});
			void send('Hi', session);
			await eventually(async () => {
				expect((await partialOf(app.scratch, session.id))?.content).toHaveLength(1);
			});
			const again = anotherTab({ ...app, locks: locksInMemory() });
			await closeLeftRequests(again);
			expect(await recoverReplies(again)).toBe(1);
			const [step] = (await log(session.id))[0]?.steps ?? [];
			const stored = await sessionOf(app.db, session.id);
			const entry = (await ledgerOf(app.db, session.id)).find(({ kind }) => kind === 'chat');
			expect(entry).toMatchObject({ outcome: 'failed', cost: step?.cost });
			if (isReported) {
				const output = step?.usage?.output ?? 0;
				expect(output).toBeGreaterThan(5);
				const cost = (someUsage.input + 10 * output) / 1_000_000;
				expect(step?.cost).toBeCloseTo(cost);
				expect(stored?.counters).toMatchObject({ input: someUsage.input, output, unpriced: 0 });
				expect(stored?.counters.cost).toBeCloseTo(cost);
			} else {
				expect(step).toMatchObject({ usage: null, cost: null });
				expect(stored?.counters).toMatchObject({ cost: 0, unpriced: 1 });
			}
			const { counters } = stored ?? {};
			await recoverReplies(again);
			expect((await sessionOf(app.db, session.id))?.counters).toEqual(counters);
		}
	);

	it('whose tab was closed as its next call had just gone out is paid for with that one', async () => {
		await aPrice(app.db);
		const session = begin();
		const paused = answer([text('Half an answer')], { stopReason: 'pause_turn' });
		app.model.next(paused, sayAndWait('More'));
		void send('Hi', session);
		await eventually(async () => {
			expect(await partialOf(app.scratch, session.id)).toMatchObject({ index: 1 });
		});
		const before = (await sessionOf(app.db, session.id))?.counters;
		// As it lies there until the next call has a checkpoint of its own.
		const partial = await partialOf(app.scratch, session.id);
		if (partial) await putPartial(app.scratch, { ...partial, index: 0 });
		const again = anotherTab({ ...app, locks: locksInMemory() });
		expect(await recoverReplies(again)).toBe(1);
		await closeLeftRequests(again);
		const { counters } = (await sessionOf(app.db, session.id)) ?? {};
		expect(counters).toEqual({ ...before, unpriced: 1 });
	});

	it('that was asked for again, and whose tab was closed, has not used what the call before it has', async () => {
		const session = begin();
		app.model.next(async function* (_body, signal) {
			yield { type: 'usage', usage: { ...someUsage, output: 1 } };
			yield { type: 'retrying', attempt: 2, failure: { kind: 'overloaded' }, until: 0, pause: 1 };
			yield { type: 'text', index: 0, text: 'Half an answer' };
			await new Promise((resolve) => {
				signal.addEventListener('abort', resolve);
			});
		});
		void send('Hi', session);
		await eventually(async () => {
			expect((await partialOf(app.scratch, session.id))?.content).toHaveLength(1);
		});
		expect(await recoverReplies(anotherTab({ ...app, locks: locksInMemory() }))).toBe(1);
		expect((await log(session.id))[0]?.steps).toMatchObject([{ usage: null }]);
	});

	it('that another tab took for broken off while it went on is whole in the end', async () => {
		const session = begin();
		let goOn: (rest: ReturnType<typeof say>) => void = () => undefined;
		const rest = new Promise<ReturnType<typeof say>>((resolve) => (goOn = resolve));
		app.model.next(sayAndWait('Half', rest), say('More'));
		const sent = send('Hi', session);
		await eventually(async () => {
			expect((await partialOf(app.scratch, session.id))?.content).toEqual([text('Half')]);
		});
		// Its lock was taken by force, or the browser has none.
		expect(await recoverReplies(anotherTab({ ...app, locks: locksInMemory() }))).toBe(1);
		goOn(say('Half an answer, and the rest'));
		expect((await sent).outcome.status).toBe('answered');
		await send('And then?', session);
		const said = await log(session.id);
		expect(said.map(({ steps }) => steps)).toMatchObject([
			[
				{ index: 0, state: 'interrupted', content: [text('Half')] },
				{ index: 1, state: 'complete', content: [text('Half an answer, and the rest')] }
			],
			[{ state: 'complete' }]
		]);
		expect(brokenLink(chainStart(session.id), said)).toBeNull();
		expect(await partialOf(app.scratch, session.id)).toBeUndefined();
	});

	it('is left as it was kept where the other tab has gone on from there', async () => {
		const session = begin();
		let goOn: (rest: ReturnType<typeof say>) => void = () => undefined;
		const rest = new Promise<ReturnType<typeof say>>((resolve) => (goOn = resolve));
		app.model.next(sayAndWait('Half', rest));
		const sent = send('Hi', session);
		await eventually(async () => {
			expect((await partialOf(app.scratch, session.id))?.content).toEqual([text('Half')]);
		});
		const other = anotherTab({ ...app, locks: locksInMemory() });
		other.model.next(say('More'));
		expect((await sendWords(other, session, 'And then?')).status).toBe('answered');
		goOn(say('Half an answer, and the rest'));
		expect((await sent).outcome).toMatchObject({ failure: { kind: 'changed-meanwhile' } });
		const said = await log(session.id);
		expect(said.map(({ steps }) => steps.map(({ state }) => state))).toEqual([
			['interrupted'],
			['complete']
		]);
		expect(brokenLink(chainStart(session.id), said)).toBeNull();
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

	it('that was declined is answered anew also where it was to go on, for nothing of it is sent', async () => {
		app.model.next(answer([text('Sure, first')], { stopReason: 'refusal' }), say('Here is all.'));
		const { session, outcome } = await send('How?');
		expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'refused' } });
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		await continueReply(app, place, unseen, never);
		const [exchange] = await log(session.id);
		expect(exchange?.steps).toMatchObject([
			{ state: 'failed', continues: false },
			{ state: 'complete', continues: false }
		]);
		expect(app.model.bodies[1]?.messages).toEqual(app.model.bodies[0]?.messages);
	});
});
