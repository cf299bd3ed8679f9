import { beforeEach, describe, expect, it } from 'vitest';
import { costOf, stepOfEachCall } from '#core/reply/reply-parts.ts';
import type { Session } from '#core/session/session.ts';
import { noCounters } from '#core/wire/usage.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { partialOf } from '#db/scratch/unsent.ts';
import { recoverReplies } from '#flows/answer/reply/recover-replies.ts';
import type { ModelEvent } from '#flows/ports/model.ts';
import {
	anotherTab,
	locksInMemory,
	sendWords,
	type TestApp
} from '../../../support/apps/an-app.ts';
import { aPrice } from '../../../support/apps/a-price.ts';
import { talkingIn } from '../../../support/apps/talking.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { eventually } from '../../../support/eventually.ts';
import { break_, say, someUsage } from '../../../support/scripted/scripted-model.ts';

/** A call whose tab was only taken for gone: another has counted it as lost, and its own hears its end. */

let app: TestApp;
withApp((own) => (app = own));
beforeEach(() => aPrice(app.db));

const { begin, send, log } = talkingIn(() => app);
const wholePrice = (someUsage.input + 10 * someUsage.output) / 1_000_000;
/** Of another tab its lock is not seen: it was taken by force, or the browser has none. */
const theOther = () => anotherTab({ ...app, locks: locksInMemory() });

/** A call of which half has come; it ends with the events that are given. */
async function half(session: Session, { isReported }: { readonly isReported: boolean }) {
	let goOn: (rest: readonly ModelEvent[]) => void = () => undefined;
	const rest = new Promise<readonly ModelEvent[]>((resolve) => (goOn = resolve));
	app.model.next(async function* () {
		if (isReported) yield { type: 'usage', usage: { ...someUsage, output: 1 } };
		yield { type: 'text', index: 0, text: 'Half an answer' };
		yield* await rest;
	});
	const sent = send('Hi', session);
	await eventually(async () => {
		expect((await partialOf(app.scratch, session.id))?.content).toHaveLength(1);
	});
	return async (events: readonly ModelEvent[]) => {
		goOn(events);
		return (await sent).outcome;
	};
}

async function paid({ id }: Session) {
	const chats = (await ledgerOf(app.db, id)).filter(({ kind }) => kind === 'chat');
	const replies = (await log(id)).map(({ steps }) => costOf(stepOfEachCall(steps)));
	return {
		ledger: chats.map(({ cost }) => cost),
		replies,
		counters: (await sessionOf(app.db, id))?.counters
	};
}

describe.each([true, false])('a call of which the prompt was reported: %s', (isReported) => {
	it('is counted once, as it ended', async () => {
		const session = begin();
		const end = await half(session, { isReported });
		expect(await recoverReplies(theOther())).toBe(1);
		expect((await end(say('Half an answer, and the rest'))).status).toBe('answered');
		const { ledger, replies, counters } = await paid(session);
		expect(ledger).toEqual([expect.closeTo(wholePrice, 9)]);
		expect(replies).toEqual([expect.closeTo(wholePrice, 9)]);
		expect(counters).toEqual({
			...noCounters,
			...someUsage,
			cost: expect.closeTo(wholePrice, 9) as number
		});
	});

	it('is counted once where it was gone on from what was kept, and its end came to nothing', async () => {
		const session = begin();
		const end = await half(session, { isReported });
		const other = theOther();
		other.model.next(say('More'));
		expect((await sendWords(other, session, 'And then?')).status).toBe('answered');
		expect((await end(say('Half an answer, and the rest'))).status).toBe('failed');
		const { ledger, counters } = await paid(session);
		expect(ledger).toEqual([expect.closeTo(wholePrice, 9), expect.closeTo(wholePrice, 9)]);
		expect(counters).toMatchObject({
			input: 2 * someUsage.input,
			output: 2 * someUsage.output,
			cost: expect.closeTo(2 * wholePrice, 9) as number,
			unpriced: 0
		});
	});

	it('is counted once where it breaks off in its own tab as well', async () => {
		const session = begin();
		const end = await half(session, { isReported });
		expect(await recoverReplies(theOther())).toBe(1);
		const before = (await paid(session)).counters;
		await end(break_({ kind: 'interrupted' }));
		const { ledger, replies, counters } = await paid(session);
		expect(counters).toEqual(before);
		expect(ledger).toHaveLength(1);
		if (isReported) expect(replies).toEqual([expect.closeTo(counters?.cost ?? 0, 9)]);
		else expect(replies).toEqual([null]);
	});
});

it('what is still under way beside a reply whose tab died is not given up with it, nor counted as much where it is', async () => {
	const session = begin();
	await half(session, { isReported: true });
	const [own] = await ledgerOf(app.db, session.id);
	await app.db.ledger.put({ ...own!, id: 'beside', kind: 'summary', turnId: null, step: null });
	const beside = () => app.db.ledger.get('beside');
	const before = await beside();
	// The next call of the same reply had just gone out: what it took nobody knows.
	await app.db.ledger.put({ ...own!, id: 'behind', step: (own!.step ?? 0) + 1 });
	expect(await recoverReplies(theOther())).toBe(1);
	expect(await beside()).toEqual(before);
	expect(await app.db.ledger.get(own!.id)).not.toEqual(own);
	expect((await paid(session)).counters).toMatchObject({ input: someUsage.input, unpriced: 1 });
});
