import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AssistantBlock } from '#core/log/blocks.ts';
import type { Exchange } from '#core/log/turn.ts';
import { partialOf, putPartial, removePartial } from '#db/scratch/unsent.ts';
import { followReply, isWrittenElsewhere } from '#flows/answer/reply/follow-reply.ts';
import type { LiveReply } from '#flows/answer/reply/live-reply.ts';
import { anApp, anotherTab, locksInMemory, type TestApp } from '../../../support/apps/an-app.ts';
import { talkingIn } from '../../../support/apps/talking.ts';
import { call, text } from '../../../support/builders/a-turn.ts';
import { eventually } from '../../../support/eventually.ts';
import { answer, break_, say, sayAndWait } from '../../../support/scripted/scripted-model.ts';

/** A reply that one tab writes, looked at from another. */

let writer: TestApp;
let reader: TestApp;
let shown: (readonly AssistantBlock[] | null)[];
let stopAsked: string[];

beforeEach(async () => {
	writer = await anApp();
	reader = anotherTab(writer);
	shown = [];
	stopAsked = [];
});
afterEach(async () => {
	await writer.close();
});

const { begin, send, log } = talkingIn(() => writer);
const follow = (tab: TestApp, sessionId: string, signal = new AbortController().signal) =>
	followReply(
		tab,
		{ sessionId, askToStop: (turnId) => void stopAsked.push(turnId) },
		onReply,
		signal
	);
const onReply = (reply: LiveReply | null) => void shown.push(reply?.content ?? null);

/** A reply of which the first words have been kept; `stop` ends it as the user of the first tab does. */
async function halfWritten() {
	const session = begin();
	const stop = new AbortController();
	writer.model.next(sayAndWait('Half an answer'));
	const sent = send('Hi', session, stop.signal);
	await eventually(async () => {
		expect((await partialOf(writer.scratch, session.id))?.content).toEqual([
			text('Half an answer')
		]);
	});
	return { id: session.id, sent, stop };
}

it('is shown as far as it is kept, until the tab that writes it has stored how it ended', async () => {
	const { id, sent, stop } = await halfWritten();
	expect(await isWrittenElsewhere(reader, id)).toBe(true);
	const following = follow(reader, id);
	await eventually(() => {
		expect(shown).toContainEqual([text('Half an answer')]);
	});
	stop.abort();
	const { outcome } = await sent;
	expect(await following).toEqual({ status: 'stopped', turnId: outcome.turnId });
	expect(shown.at(-1)).toBeNull();
	expect(await isWrittenElsewhere(reader, id)).toBe(false);
});

it('that comes to the limit of the model is told to have, from another tab as well', async () => {
	const session = begin();
	let end = () => {};
	const said = new Promise<void>((resolve) => (end = resolve));
	writer.model.next(async function* () {
		yield { type: 'text', index: 0, text: 'Half an answer' };
		await said;
		yield* answer([text('Half an answer')], { stopReason: 'max_tokens' });
	});
	const sent = send('Hi', session);
	await eventually(async () => {
		expect(await isWrittenElsewhere(reader, session.id)).toBe(true);
		expect(await partialOf(writer.scratch, session.id)).toBeDefined();
	});
	const following = follow(reader, session.id);
	await eventually(() => {
		expect(shown).toContainEqual([text('Half an answer')]);
	});
	end();
	const { outcome } = await sent;
	expect(outcome).toMatchObject({ status: 'answered', isCutOff: true });
	expect(await following).toEqual(outcome);
});

it('that waits to be asked for again says so, and no longer when its words come', async () => {
	const session = begin();
	const retry = { failure: { kind: 'overloaded' }, until: 120_000, pause: 3 } as const;
	let goOn = () => {};
	const over = new Promise<void>((resolve) => (goOn = resolve));
	let end = () => {};
	const said = new Promise<void>((resolve) => (end = resolve));
	writer.model.next(async function* () {
		yield { type: 'retrying', attempt: 2, ...retry };
		await over;
		yield { type: 'text', index: 0, text: 'At last' };
		await said;
		yield* say('At last');
	});
	const sent = send('Hi', session);
	await eventually(async () => expect(await isWrittenElsewhere(reader, session.id)).toBe(true));
	const seen: (LiveReply | null)[] = [];
	const following = followReply(
		reader,
		{ sessionId: session.id, askToStop: () => undefined },
		(reply) => seen.push(reply),
		new AbortController().signal
	);
	await eventually(() =>
		expect(seen.at(-1)).toMatchObject({ state: 'calling', retry, isElsewhere: true })
	);
	goOn();
	await eventually(() =>
		expect(seen.at(-1)).toMatchObject({
			state: 'calling',
			retry: null,
			content: [text('At last')]
		})
	);
	end();
	const { outcome } = await sent;
	expect(await following).toEqual({ status: 'answered', turnId: outcome.turnId });
});

it.each([
	['answered', say('A whole answer')],
	['broken off', break_({ kind: 'interrupted' })]
] as const)(
	'that was %s before anybody looked holds up nobody: the other tab held the session for a moment',
	async (_, line) => {
		writer.model.next(line);
		const { session, outcome } = await send('Hi');
		const { turnId } = outcome;
		expect(await follow(reader, session.id)).toEqual({ status: 'answered', turnId });
	}
);

it('whose tab died is stored as far as it came', async () => {
	const { id } = await halfWritten();
	// Of the dead tab nothing is left but what it wrote: nobody holds its lock.
	const survivor: TestApp = { ...reader, locks: locksInMemory() };
	expect(await isWrittenElsewhere(survivor, id)).toBe(false);
	expect(await follow(survivor, id)).toMatchObject({
		status: 'failed',
		failure: { kind: 'interrupted' }
	});
	expect((await log(id)).at(-1)?.steps).toMatchObject([
		{ state: 'interrupted', content: [text('Half an answer')] }
	]);
	expect(await partialOf(writer.scratch, id)).toBeUndefined();
});

it('of a session in which nothing stands is no reply', async () => {
	expect(await follow(reader, begin().id)).toMatchObject({ status: 'failed', turnId: null });
});

it('that did not come at all is no reply: only the tab that asked knows why its message waits', async () => {
	writer.model.next(break_({ kind: 'offline' }));
	const { session, outcome } = await send('Hi');
	expect(outcome.status).toBe('waiting');
	expect(await follow(reader, session.id)).toEqual({
		status: 'failed',
		turnId: null,
		failure: { kind: 'busy-elsewhere' }
	});
});

/** The other tab holds the session without writing a reply in it, as a compaction does, for as long as it is told to. */
function heldElsewhere(sessionId: string): () => void {
	let letGo = () => {};
	const held = new Promise<void>((resolve) => {
		letGo = resolve;
	});
	void writer.locks.hold(`session:${sessionId}`, () => held, { wait: true });
	return () => {
		letGo();
	};
}

it('is none where the other tab did something else: how an earlier one ended holds up nobody', async () => {
	writer.model.next(break_({ kind: 'interrupted' }));
	const { session, outcome } = await send('Hi');
	const letGo = heldElsewhere(session.id);
	const following = follow(reader, session.id);
	await eventually(() => reader.locks.isHeld(`session:${session.id}`));
	letGo();
	expect(await following).toEqual({ status: 'answered', turnId: outcome.turnId });
});

/** The other tab ends a reply, and puts it away, while this one begins to follow it. */
async function endedWhileFollowed({ turn, steps }: Exchange) {
	const { sessionId, turnId, branch, seq } = turn;
	const place = { sessionId, turnId, branch, seq, index: 0, continues: false, epoch: 0 };
	await putPartial(writer.scratch, { ...place, ...steps[0]!, content: [], at: 0 });
	const letGo = heldElsewhere(sessionId);
	const ended: TestApp = {
		...reader,
		locks: {
			...reader.locks,
			isHeld: async (name) => {
				await removePartial(writer.scratch, sessionId);
				letGo();
				return reader.locks.isHeld(name);
			}
		}
	};
	return follow(ended, sessionId);
}

it('that has failed, and is put away while it begins to be followed, is no earlier one', async () => {
	writer.model.next(break_({ kind: 'interrupted' }));
	const { session, outcome } = await send('Hi');
	const [exchange] = (await log(session.id)) as [Exchange];
	expect(await endedWhileFollowed(exchange)).toEqual({
		status: 'failed',
		turnId: outcome.turnId,
		failure: { kind: 'interrupted' },
		saidBefore: 0
	});
});

it('that waits for its user between its tools and its next words is no answer yet', async () => {
	writer.model.next(answer([call('c1', 'recall', { query: 'tea' })]), say('Found'));
	const { session, outcome } = await send('Hi');
	await writer.db.steps.filter(({ index }) => index > 0).delete();
	const [exchange] = (await log(session.id)) as [Exchange];
	expect(exchange.steps).toMatchObject([{ state: 'complete', results: [{}] }]);
	expect(await endedWhileFollowed(exchange)).toEqual({
		status: 'stopped',
		turnId: outcome.turnId
	});
});

it('a stop before anything was shown is one, however an earlier reply ended', async () => {
	writer.model.next(say('A whole answer'));
	const { session, outcome } = await send('Hi');
	const letGo = heldElsewhere(session.id);
	const stopping = new AbortController();
	const following = follow(reader, session.id, stopping.signal);
	stopping.abort();
	letGo();
	expect(await following).toEqual({ status: 'stopped', turnId: outcome.turnId });
});

it('is asked to stop by its turn, until it has', async () => {
	const { id, sent, stop } = await halfWritten();
	const stopping = new AbortController();
	const following = follow(reader, id, stopping.signal);
	await eventually(() => {
		expect(shown).toContainEqual([text('Half an answer')]);
	});
	stopping.abort();
	await eventually(() => {
		expect(stopAsked.length).toBeGreaterThan(1);
	});
	stop.abort();
	const { outcome } = await sent;
	expect(await following).toEqual({ status: 'stopped', turnId: outcome.turnId });
	expect(new Set(stopAsked)).toEqual(new Set([outcome.turnId]));
});

it('is over when the other tab begins the next one, which is stopped for itself', async () => {
	const { id, sent, stop } = await halfWritten();
	const following = follow(reader, id);
	await eventually(() => {
		expect(shown).toContainEqual([text('Half an answer')]);
	});
	const partial = await partialOf(writer.scratch, id);
	if (!partial) throw new Error('nothing is kept');
	await putPartial(writer.scratch, { ...partial, turnId: 'the next', seq: partial.seq + 1 });
	await following;
	expect(shown.at(-1)).toBeNull();
	expect(await isWrittenElsewhere(reader, id)).toBe(true);
	stop.abort();
	await sent;
});
