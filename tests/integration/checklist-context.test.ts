import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { estimateBody } from '#core/prompt/weigh-parts.ts';
import type { Session } from '#core/log/session.ts';
import type { Settings } from '#core/settings.ts';
import { pathOf } from '#core/log/path.ts';
import { summaryInUse } from '#core/summary/summary.ts';
import { ledgerOf } from '#db/records.ts';
import { Truth } from '#db/schema.ts';
import { branchesOf, sessionOf } from '#db/sessions.ts';
import { summariesOf } from '#db/summaries.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import type { ModelEvent } from '#flows/ports/model.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { anApp, type TestApp } from '../support/an-app.ts';
import { aCard, aMemoryFile } from '../support/a-prompt.ts';
import { call, result, text } from '../support/a-turn.ts';
import { gardenTurns } from '../support/compactable.ts';
import { never } from '../support/never.ts';
import { answer, say } from '../support/scripted-model.ts';
import { soundSummary } from '../support/scripted-summariser.ts';
import { aStoredSession, storeSession } from '../support/stored-session.ts';

/** Points of the checklist that concern the whole way of a message at its limits, with the real planner and summariser. */

const card = aCard({ window: 20_000, maxOutput: 2000 });

let app: TestApp;
let session: Session;

beforeEach(async () => {
	app = await anApp({ model: card.id, models: { [card.id]: card }, reviewSummaries: 'auto' });
	app.jobs['archive-summary'] = () => Promise.resolve({ status: 'archived', archiveId: 'a1' });
	app.jobs.compact = (ask, signal) =>
		compactSession(
			{ db: app.db, model: app.model, clock: app.clock },
			ask,
			signal,
			() => undefined
		);
	session = aStoredSession({ activeAt: app.clock.at });
});
afterEach(async () => {
	await app.close();
});

const unseen = (): void => undefined;
/** The summariser in as many parts as it is asked, and one answer. */
async function* either(body: RequestBody): AsyncGenerator<ModelEvent> {
	await Promise.resolve();
	yield* body.tools ? say('Here you are') : say(soundSummary('Bed B1 was built from cedar.'));
}
const send = (words: string) => sendMessage(app, { session, blocks: [text(words)] }, unseen, never);

test('#1 #40 #52 every call is weighed before it goes out, in the middle of a tool loop too', async () => {
	await storeSession(app.db, session, gardenTurns(4));
	app.model.next(
		answer([call('a', 'recall', { query: 'beds' })], { usage: null }),
		answer([call('b', 'recall', { query: 'wood' })], { usage: null }),
		say('Done')
	);
	await send('What about the beds?');
	const calls = (await ledgerOf(app.db, session.id)).filter(({ kind }) => kind === 'chat');
	expect(calls).toHaveLength(3);
	const weights = calls.map(({ tokens }) => tokens);
	expect(weights).toEqual(weights.toSorted((a, b) => a - b));
	expect(new Set(weights).size).toBe(3);
	for (const [at, { segments }] of calls.entries()) {
		const listed = segments.reduce((sum, { on, tokens }) => sum + (on ? tokens : 0), 0);
		const sent = app.model.bodies[at];
		const estimated = sent ? estimateBody(sent) : 0;
		expect(estimated).toBeGreaterThan(1000);
		expect(Math.abs((weights[at] ?? 0) - estimated) / estimated).toBeLessThan(0.03);
		expect(Math.abs(listed - estimated) / estimated).toBeLessThan(0.03);
	}
});

/** The tools say so much that the reply passes a threshold; each call is noted in the order it comes. */
async function sentWithTool(settings: Partial<Settings>, { usage }: { usage: boolean }) {
	for (const [key, value] of Object.entries(settings)) await app.db.settings.put({ key, value });
	await storeSession(app.db, session, gardenTurns(44));
	await app.db.memoryFiles.put(
		aMemoryFile('notes/walks.md', `- ${'tea and rain '.repeat(1600)}\n`)
	);
	const order: string[] = [];
	const note = async function* (body: RequestBody): AsyncGenerator<ModelEvent> {
		await Promise.resolve();
		const isResult = body.messages.at(-1)?.content.some(({ type }) => type === 'tool_result');
		const kind = body.tools ? (isResult ? 'called with results' : 'called') : 'summarised';
		if (order.at(-1) !== kind) order.push(kind);
		const input = estimateBody(body);
		const told = usage ? { input, cacheRead: 0, cacheWrite: 0, output: 20 } : null;
		if (kind === 'summarised') yield* say(soundSummary('Bed B1 was built from cedar.'));
		else if (isResult) yield* answer([text('Done')], { usage: told });
		else yield* answer([call('a', 'read_memory', { path: 'notes/walks.md' })], { usage: told });
	};
	app.model.next(...Array.from({ length: 9 }, () => note));
	expect((await send('And now?')).status).toBe('answered');
	return order;
}

const unknownWindow = { ...card, window: null };
test.each<[string, Partial<Settings>, { usage: boolean }]>([
	['where usage is reported', {}, { usage: true }],
	['where nothing is reported (INV-10)', {}, { usage: false }],
	[
		'where the window is not known (INV-11)',
		{ models: { [card.id]: unknownWindow }, contextCap: 20_000 },
		{ usage: true }
	],
	['by the count of the preset', { preset: 'rounds', reviewSummaries: 'auto' }, { usage: true }]
])(
	'#1 #40 #52 in a tool loop the threshold is looked at before each call: %s',
	async (_, settings, told) => {
		expect(await sentWithTool(settings, told)).toEqual([
			'called',
			'summarised',
			'called with results'
		]);
		expect((await sessionOf(app.db, session.id))?.counters.compactions).toBe(1);
		const { messages } = app.model.bodies.at(-1) ?? {};
		expect(JSON.stringify(messages)).toContain('Bed B1 was built from cedar.');
		expect(JSON.stringify(messages)).toContain('And now?');
	}
);

test('#237 a long session is compacted by itself, once, and the message goes out with the summary', async () => {
	await storeSession(app.db, session, gardenTurns(62));
	app.model.next(...Array.from({ length: 9 }, () => either));
	expect((await send('And now?')).status).toBe('answered');
	expect((await sessionOf(app.db, session.id))?.counters.compactions).toBe(1);
	const sent = JSON.stringify(app.model.bodies.at(-1)?.messages);
	expect(sent).toContain('Bed B1 was built from cedar.');
	expect(sent).not.toContain('Answer 3:');
	expect(sent).toContain('And now?');
});

test('#242 one message is first made room for, then answered, its tools are run, and then it is asked again', async () => {
	await storeSession(app.db, session, gardenTurns(62));
	const order: string[] = [];
	const note = async function* (body: RequestBody): AsyncGenerator<ModelEvent> {
		await Promise.resolve();
		const isResult = body.messages.at(-1)?.content.some(({ type }) => type === 'tool_result');
		const kind = body.tools ? (isResult ? 'called with results' : 'called') : 'summarised';
		if (order.at(-1) !== kind) order.push(kind);
		if (kind === 'summarised') yield* say(soundSummary('Bed B1 was built from cedar.'));
		else if (isResult) yield* say('Done');
		else yield* answer([call('a', 'recall', { query: 'beds' })]);
	};
	app.model.next(...Array.from({ length: 9 }, () => note));
	expect((await send('And now?')).status).toBe('answered');
	expect(order).toEqual(['summarised', 'called', 'called with results']);
});

/** A long session under `spec-008`, compacted by itself, with a long result in each of its newest turns. */
async function sentWithLongResults(overrides: Record<string, unknown>): Promise<string> {
	await app.db.settings.put({ key: 'preset', value: 'spec-008' });
	session = { ...session, policy: { ...session.policy, overrides } };
	const turns = gardenTurns(62).map(({ turn, steps }) => ({
		turn,
		steps:
			turn.seq < 58
				? steps
				: steps.map((step) => ({
						...step,
						content: [...step.content, call(`call-${String(turn.seq)}`)],
						results: [result(`call-${String(turn.seq)}`, longResult(turn.seq))]
					}))
	}));
	await storeSession(app.db, session, turns);
	app.model.next(...Array.from({ length: 9 }, () => either));
	expect((await send('And now?')).status).toBe('answered');
	expect((await sessionOf(app.db, session.id))?.counters.compactions).toBe(1);
	const sent = JSON.stringify(app.model.bodies.at(-1)?.messages);
	expect(sent).toContain('Bed B1 was built from cedar.');
	expect(sent).toContain(longResult(61));
	return sent;
}
const longResult = (seq: number): string =>
	`${String(seq)}: It begins. ${'The catalogue of the seeds goes on. '.repeat(140)}It ends.`;

test('#170 #243 old results are pruned behind the compaction, on their way out and nowhere else', async () => {
	const sent = await sentWithLongResults({});
	expect(sent).toContain('58: It begins.');
	expect(sent).not.toContain(longResult(58));
	expect(JSON.stringify(await app.db.steps.toArray())).toContain(longResult(58));
});

test('#166 a session with a rule of its own prunes nothing', async () => {
	expect(await sentWithLongResults({ pruning: { kind: 'none' } })).toContain(longResult(58));
});

test('#153 a summary in use is read from the database by whoever opens it next', async () => {
	await storeSession(app.db, session, gardenTurns(62));
	app.model.next(...Array.from({ length: 9 }, () => either));
	await send('And now?');
	const again = new Truth(app.db.name);
	const path = pathOf(await branchesOf(again, session.id), 'trunk');
	expect(summaryInUse(await summariesOf(again, session.id), path)?.text).toContain('from cedar.');
	again.close();
});

test('#147 an attempt with nothing to do is an event of round 0, and leaves no job and no summary', async () => {
	await storeSession(app.db, session, gardenTurns(1));
	expect(
		await prepareDraft(app, { sessionId: session.id, trigger: 'manual' }, never)
	).toMatchObject({
		status: 'nothing-to-do'
	});
	const [event] = (await app.db.activity.toArray()).filter(({ kind }) => kind === 'no-op');
	expect(event?.details).toMatchObject({ round: 0, trigger: 'manual' });
	expect(await app.db.summaries.count()).toBe(0);
	expect(await app.db.compactions.count()).toBe(0);
	expect(app.model.bodies).toHaveLength(0);
});

test('a summary asked for by hand never makes a small session larger', async () => {
	await storeSession(app.db, session, gardenTurns(6));
	app.model.next(...Array.from({ length: 9 }, () => either));
	const outcome = await prepareDraft(app, { sessionId: session.id, trigger: 'manual' }, never);
	if (outcome.status === 'drafted')
		expect(outcome.summary.tokensAfter).toBeLessThan(outcome.summary.tokensBefore);
	else expect(outcome).toMatchObject({ status: 'nothing-to-do' });
});
