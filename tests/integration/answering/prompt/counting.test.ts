/** When the endpoint is asked to count, and who waits for it. */
import { describe, expect, it, vi } from 'vitest';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { retryReply } from '#flows/answer/answer-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { logOf, sendWords } from '../../../support/apps/an-app.ts';
import { never, unseen } from '../../../support/never.ts';
import { say } from '../../../support/scripted/scripted-model.ts';
import { app, card, sized, summarising, long, withRoom } from '../../../support/apps/room.ts';
import { eventually } from '../../../support/eventually.ts';

withRoom();

describe('counting', () => {
	it('#23 is asked on the first turn and after a compaction, and its failure does not matter', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		app.model.counting({ status: 'failed', failure: { kind: 'server-error', status: 500 } });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(sized('One', 2000), sized('Two', 3000), sized('Three', 9600), say('Four'));
		summarising();
		await sendWords(app, session, 'First');
		expect(app.model.counted).toHaveLength(1);
		for (const words of ['Second', 'Third']) await sendWords(app, session, words);
		expect(app.model.counted).toHaveLength(1);
		await sendWords(app, session, 'Fourth');
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

	it('is not waited for: the first message of a session goes out before it', async () => {
		const wide = { ...card, window: 400_000 };
		await app.db.settings.put({ key: 'models', value: { [card.id]: wide } });
		const counting = countingForEver();
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(async function* () {
			await eventually(() => expect(counting).toHaveBeenCalledTimes(1));
			yield* say('One');
		});
		expect(await sendWords(app, session, 'First')).toMatchObject({ status: 'answered' });
		const filed = await ledgerOf(app.db, session.id);
		// Ids are in the order of filing: neither the disk nor the line is busy with the count before the message is out.
		const inOrder = filed.toSorted((a, b) => (a.id < b.id ? -1 : 1));
		expect(inOrder.map(({ kind, outcome }) => [kind, outcome])).toEqual([
			['chat', 'answered'],
			['count', 'stopped']
		]);
	});

	it('is stopped like any reply: its turn holds that it was, and Retry answers it', async () => {
		const counting = countingForEver();
		const session = newSession(app, { kind: 'main', offRecord: false });
		const stop = new AbortController();
		const sent = sendWords(app, session, long.repeat(6), stop.signal);
		await eventually(() => expect(counting).toHaveBeenCalledTimes(1));
		stop.abort();
		const outcome = await sent;
		expect(outcome.status).toBe('stopped');
		expect(app.model.bodies).toHaveLength(0);
		expect((await logOf(app, session.id))[0]?.steps).toMatchObject([
			{ state: 'stopped', content: [] }
		]);
		vi.restoreAllMocks();
		app.model.next(say('One'));
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		expect((await retryReply(app, place, unseen, never)).status).toBe('answered');
		expect((await logOf(app, session.id))[0]?.steps.at(-1)).toMatchObject({ state: 'complete' });
	});

	it('is waited for a short time where it could, and then not for a while: the estimate is good enough', async () => {
		const counting = countingForEver();
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			expect(ms).toBeLessThanOrEqual(2500);
			return timeout(5);
		});
		const send = async () => {
			const session = newSession(app, { kind: 'main', offRecord: false });
			app.model.next(say('One'));
			expect(await sendWords(app, session, long.repeat(6))).toMatchObject({ status: 'answered' });
		};
		await send();
		expect(counting).toHaveBeenCalledTimes(1);
		await send();
		expect(counting).toHaveBeenCalledTimes(1);
		// Another endpoint has let nobody wait.
		await app.db.settings.put({ key: 'endpoint', value: 'https://another.example' });
		await send();
		expect(counting).toHaveBeenCalledTimes(2);
		await send();
		app.clock.at += 11 * 60_000;
		await send();
		expect(counting).toHaveBeenCalledTimes(3);
	});

	it('is waited for where it may show that there is no room', async () => {
		app.model.counting({ status: 'counted', tokens: 11_900 });
		const session = newSession(app, { kind: 'main', offRecord: false });
		expect((await sendWords(app, session, long.repeat(6))).status).not.toBe('answered');
		expect(app.model.bodies).toHaveLength(0);
	});
});
