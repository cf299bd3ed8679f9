import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AssistantBlock } from '#core/log/blocks.ts';
import { partialOf } from '#db/scratch/unsent.ts';
import { followReply, isWrittenElsewhere } from '#flows/answer/follow-reply.ts';
import type { LiveReply } from '#flows/answer/live-reply.ts';
import { anApp, anotherTab, locksInMemory, type TestApp } from '../../support/apps/an-app.ts';
import { talkingIn } from '../../support/apps/talking.ts';
import { text } from '../../support/builders/a-turn.ts';
import { eventually } from '../../support/eventually.ts';
import { break_, say, sayAndWait } from '../../support/scripted-model.ts';

/** A reply that one tab writes, looked at from another. */

let writer: TestApp;
let reader: TestApp;
let shown: (readonly AssistantBlock[] | null)[];

beforeEach(async () => {
	writer = await anApp();
	reader = anotherTab(writer);
	shown = [];
});
afterEach(async () => {
	await writer.close();
});

const { begin, send, log } = talkingIn(() => writer);
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
	const following = followReply(reader, id, onReply);
	await eventually(() => {
		expect(shown).toContainEqual([text('Half an answer')]);
	});
	stop.abort();
	const { outcome } = await sent;
	expect(await following).toEqual({ status: 'stopped', turnId: outcome.turnId });
	expect(shown.at(-1)).toBeNull();
	expect(await isWrittenElsewhere(reader, id)).toBe(false);
});

it.each([
	['answered', say('A whole answer'), { status: 'answered' }],
	[
		'broken off',
		break_({ kind: 'interrupted' }),
		{ status: 'failed', failure: { kind: 'interrupted' } }
	]
] as const)('that was %s tells so', async (_, line, ended) => {
	writer.model.next(line);
	const { session, outcome } = await send('Hi');
	expect(await followReply(reader, session.id, onReply)).toEqual({
		...ended,
		turnId: outcome.turnId
	});
});

it('whose tab died is stored as far as it came', async () => {
	const { id } = await halfWritten();
	// Of the dead tab nothing is left but what it wrote: nobody holds its lock.
	const survivor: TestApp = { ...reader, locks: locksInMemory() };
	expect(await isWrittenElsewhere(survivor, id)).toBe(false);
	expect(await followReply(survivor, id, onReply)).toMatchObject({
		status: 'failed',
		failure: { kind: 'interrupted' }
	});
	expect((await log(id)).at(-1)?.steps).toMatchObject([
		{ state: 'interrupted', content: [text('Half an answer')] }
	]);
	expect(await partialOf(writer.scratch, id)).toBeUndefined();
});

it('of a session in which nothing stands is no reply', async () => {
	expect(await followReply(reader, begin().id, onReply)).toMatchObject({
		status: 'failed',
		turnId: null
	});
});
