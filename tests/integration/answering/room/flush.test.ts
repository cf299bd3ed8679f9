import { beforeEach, expect, test } from 'vitest';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { Session } from '#core/session/session.ts';
import { chainEnd } from '#core/log/chain.ts';
import type { LiveReply } from '#flows/answer/reply/live-reply.ts';
import { retryReply } from '#flows/answer/answer-turn.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { foreseeCompaction } from '#flows/compaction/foresee-compaction.ts';
import { factsOf, prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { flushPrompt, flushText } from '#prompts/flush.ts';
import { sendWords, logOf, type TestApp, requestKinds } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { compacting } from '../../../support/apps/compacting.ts';
import { ourPrompts } from '#flows/prompt/our-prompts.ts';
import { brokenRules } from '../../../support/scripted/api-rules.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { aCard, aMemoryFile } from '../../../support/builders/a-prompt.ts';
import { call, text, thought } from '../../../support/builders/a-turn.ts';
import { gardenTurns, longGarden } from '../../../support/apps/compactable.ts';
import { never, unseen } from '../../../support/never.ts';
import {
	answer,
	break_,
	say,
	someUsage,
	type Line
} from '../../../support/scripted/scripted-model.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { storeSession } from '../../../support/builders/stored-session.ts';

/** The flush turn of `spec-008` (context.md 6): one chance to say what should be remembered, before it is summarised. */

const card = aCard({ window: 60_000, maxOutput: 1000 });
const mark = 'This message comes from the app';

let app: TestApp;
let session: Session;

withApp((own) => (app = own), { models: { [card.id]: card }, preset: 'spec-008' });
beforeEach(() => {
	session = aSession();
});

const send = (words: string) => sendWords(app, session, words);

const store = (tokens: number) => storeSession(app.db, session, longGarden(tokens));

const kinds = () => requestKinds(app, session);
const last = (body: RequestBody | undefined): string => JSON.stringify(body?.messages.at(-1));
const saves = (line: string): Line =>
	answer([thought('sig-1'), call('a', 'save_memory', { text: line })]);

test('#55 #136 #183 #184 #185 #186 #189 #222 #233 #234 before the threshold the model proposes what to remember, and nothing of that turn stays', async () => {
	await store(51_000);
	app.model.next(saves('The user lives in Porto.'), say('SILENT\n'), say('Rain again.'));
	expect((await send('What next?')).status).toBe('answered');

	expect(await kinds()).toEqual(['flush', 'flush', 'chat']);
	const [asked, went, chat] = app.model.bodies;
	expect(last(asked)).toContain(mark);
	expect(last(asked)).toContain('reply with exactly SILENT and nothing else');
	expect(JSON.stringify(asked)).not.toContain('What next?');
	expect(asked?.tools?.map(({ name }) => name)).toEqual(chat?.tools?.map(({ name }) => name));
	expect(asked?.model).toBe(chat?.model);
	expect(last(went)).toContain('tool_result');
	expect(JSON.stringify(chat)).not.toContain(mark);

	const [proposal] = await app.db.proposals.toArray();
	expect(proposal).toMatchObject({
		text: 'The user lives in Porto.',
		source: 'flush',
		status: 'waiting',
		origin: 'own'
	});
	const log = await logOf(app, session.id);
	expect(log).toHaveLength(11);
	expect(JSON.stringify(log)).not.toContain(mark);
	expect(JSON.stringify(log)).not.toContain('SILENT');
	expect(JSON.stringify(await app.db.activity.toArray())).not.toContain('SILENT');
});

test('a message tells that the call before it waits to be made again', async () => {
	await store(51_000);
	const retry = { failure: { kind: 'overloaded' }, until: 5, pause: 3 } as const;
	app.model.next([{ type: 'retrying', attempt: 2, ...retry }, ...say('SILENT')]);
	app.model.next(say('Rain again.'));
	const shown: (LiveReply | null)[] = [];
	const message = { session, blocks: [text('What next?')] };
	await sendMessage(app, message, (reply) => shown.push(reply), never);
	const compacting = shown.filter((reply) => reply?.state === 'compacting');
	expect(compacting.map((reply) => reply?.retry)).toEqual([null, retry, null]);
});

test('what a tool told the flush taints the lines that come after', async () => {
	await store(51_000);
	app.model.next(answer([call('r', 'recall', { query: 'rain' })]));
	app.model.next(saves('Pays Mallory.'), say('SILENT'), say('Rain again.'));
	expect((await send('What next?')).status).toBe('answered');
	expect(await app.db.proposals.toArray()).toMatchObject([{ source: 'flush', origin: 'tool' }]);
});

test('what stays out of the message stays out of the flush before it', async () => {
	await store(51_000);
	await app.db.memoryFiles.put(aMemoryFile('MEMORY.md', '- Likes strong tea\n'));
	app.model.next(say('SILENT'), say('Rain again.'));
	const switchedOff = ['MEMORY.md'];
	const blocks = [text('What next?')];
	await sendMessage(app, { session, blocks, switchedOff }, unseen, never);
	const [flush, chat] = app.model.bodies.map((body) => JSON.stringify(body));
	expect(flush).toContain(mark);
	expect(flush).not.toContain('strong tea');
	expect(chat).not.toContain('strong tea');
});

test('#188 #235 #236 it is asked once in a cycle', async () => {
	await store(51_000);
	app.model.next(say('SILENT'), say('One'), say('Two'));
	await send('First');
	await send('Second');
	expect(await kinds()).toEqual(['flush', 'chat', 'chat']);
});

const overloaded = break_({ kind: 'overloaded' });

test('#188 one that breaks off when its tools have run is over: what they did stands, and nobody is asked again', async () => {
	await store(51_000);
	app.model.next(saves('The user lives in Porto.'), overloaded, say('One'), say('Two'));
	expect((await send('First')).status).toBe('answered');
	expect((await send('Second')).status).toBe('answered');
	expect(await kinds()).toEqual(['flush', 'flush', 'chat', 'chat']);
	const noted = await app.db.activity.filter(({ kind }) => kind === 'flush').toArray();
	expect(noted).toMatchObject([{ details: { proposals: 1 }, failure: { kind: 'overloaded' } }]);
});

test('#188 one that is stopped when its tools have run is over too', async () => {
	await store(51_000);
	const stop = new AbortController();
	app.model.next(saves('The user lives in Porto.'), async function* () {
		await Promise.resolve();
		stop.abort();
		yield* [];
	});
	const blocks = [text('First')];
	await sendMessage(app, { session, blocks }, () => undefined, stop.signal);
	app.model.next(say('Two'));
	await send('Second');
	expect(await kinds()).toEqual(['flush', 'flush', 'chat']);
	const noted = await app.db.activity.filter(({ kind }) => kind === 'flush').toArray();
	expect(noted).toMatchObject([{ details: { proposals: 1, stopped: true } }]);
});

test('what it wrote into memory, where the user lets own words through, is noted as that', async () => {
	await store(51_000);
	await app.db.settings.put({ key: 'reviewMemories', value: 'own' });
	app.model.next(saves('I live in Porto.'), say('SILENT'), say('One'));
	await send('First');
	const noted = await app.db.activity.filter(({ kind }) => kind === 'flush').toArray();
	expect(noted).toMatchObject([{ details: { proposals: 0, written: 1, said: '' } }]);
	expect(noted[0]?.details).not.toHaveProperty('stopped');
});

test('#188 one that never comes through is tried twice in a cycle', async () => {
	await store(51_000);
	for (const words of ['One', 'Two']) app.model.next(overloaded, say(words));
	app.model.next(say('Three'));
	for (const words of ['First', 'Second', 'Third'])
		expect((await send(words)).status).toBe('answered');
	expect(await kinds()).toEqual(['flush', 'chat', 'flush', 'chat', 'chat']);
});

test('#188 #235 it is asked again in the next cycle, behind a summary', async () => {
	await store(51_000);
	app.model.next(saves('The user lives in Porto.'), overloaded, say('One'));
	await send('First');
	const log = await logOf(app, session.id);
	const covered = log[0];
	if (!covered) throw new Error('nothing is stored');
	const through = { seq: 0, step: covered.steps.at(-1)?.index ?? -1 };
	await app.db.summaries.put(aSummary(0, { through, throughHash: chainEnd(covered) }));
	await app.db.settings.put({ key: 'models', value: { [card.id]: { ...card, window: 52_000 } } });
	app.model.next(say('SILENT'), say('Two'), say('Three'));
	await send('Second');
	await send('Third');
	expect(await kinds()).toEqual(['flush', 'flush', 'chat', 'flush', 'chat', 'chat']);
});

test.each(['Silent', 'SILENT.', 'SILENT, then.'])(
	'#187 a reply that is not the silent word (%s) is noted, and shown to nobody',
	async (reply) => {
		await store(51_000);
		app.model.next(say(reply), say('One'));
		await send('First');
		const noted = await app.db.activity.filter(({ kind }) => kind === 'flush').toArray();
		expect(noted.map(({ details }) => details['said'])).toEqual([reply]);
		const log = await logOf(app, session.id);
		expect(JSON.stringify(log)).not.toContain(reply);
	}
);

test('#222 #243 it comes before the compaction that is due at the same time', async () => {
	await store(55_000);
	const order: string[] = [];
	app.jobs.compact = async () => {
		order.push(`compact, ${String(await app.db.proposals.count())} proposed`);
		return { status: 'nothing-to-do', reason: 'all-recent' };
	};
	app.model.next(saves('The user lives in Porto.'), say('SILENT'), say('One'));
	await send('First');
	expect(order).toEqual(['compact, 1 proposed']);
	expect(await kinds()).toEqual(['flush', 'flush', 'chat']);
});

test('#238 what it proposed outlives the summary of what it was learnt from, and once accepted goes along with it', async () => {
	await store(55_000);
	await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
	compacting(app);
	app.model.next(saves('The user lives in Porto.'), say('SILENT'));
	app.model.next(
		...Array.from(
			{ length: 9 },
			() =>
				async function* (body: RequestBody) {
					await Promise.resolve();
					yield* body.tools ? say('One') : say('The beds are wet.');
				}
		)
	);
	expect((await send('First')).status).toBe('answered');
	expect((await app.db.sessions.get(session.id))?.counters.compactions).toBe(1);
	expect(last(app.model.bodies.at(-1))).toContain('First');
	expect(JSON.stringify(app.model.bodies.at(-1))).not.toContain('Answer 3:');

	const [proposal] = await app.db.proposals.toArray();
	expect(proposal).toMatchObject({ text: 'The user lives in Porto.', status: 'waiting' });
	expect(await acceptProposal(app, proposal!.id)).toEqual({ status: 'done' });
	await send('Second');
	const { system, messages } = app.model.bodies.at(-1)!;
	expect(JSON.stringify(system)).toContain('The user lives in Porto.');
	expect(JSON.stringify(messages)).toContain('The beds are wet.');
});

test('#189 it comes before a compaction between two rounds of tools too', async () => {
	await store(48_500);
	await app.db.memoryFiles.put(aMemoryFile('notes/rain.md', `- ${'the rain '.repeat(4500)}\n`));
	const order: string[] = [];
	app.jobs.compact = async () => {
		order.push(`compact, ${String(await app.db.proposals.count())} proposed`);
		return { status: 'nothing-to-do', reason: 'all-recent' };
	};
	app.model.next(answer([call('b', 'read_memory', { path: 'notes/rain.md' })], { usage: null }));
	app.model.next(saves('The user lives in Porto.'), say('SILENT'), say('One'));
	expect((await send('First')).status).toBe('answered');
	expect(order).toEqual(['compact, 1 proposed']);
	expect(await kinds()).toEqual(['chat', 'flush', 'flush', 'chat']);
});

test('one that fails keeps nobody from being answered, and comes again with the next message', async () => {
	await store(51_000);
	app.model.next(break_({ kind: 'server-error', status: 500 }), say('One'), say('SILENT'));
	app.model.next(say('Two'));
	expect((await send('First')).status).toBe('answered');
	expect((await send('Second')).status).toBe('answered');
	expect(await kinds()).toEqual(['flush', 'chat', 'flush', 'chat']);
});

test('one that breaks off has cost what it cost', async () => {
	await store(51_000);
	const broke = { kind: 'server-error', status: 500 } as const;
	app.model.next([{ type: 'failed', failure: broke, partial: [], usage: someUsage }], say('One'));
	await send('First');
	const { counters } = (await app.db.sessions.get(session.id)) ?? session;
	expect(counters.input).toBe(2 * someUsage.input);
});

test('one that is stopped has cost what it cost', async () => {
	await store(51_000);
	const stop = new AbortController();
	app.model.next(async function* () {
		yield { type: 'usage', usage: someUsage };
		await Promise.resolve();
		stop.abort();
	});
	await sendWords(app, session, 'First', stop.signal);
	const { counters } = (await app.db.sessions.get(session.id)) ?? session;
	expect(counters.input).toBe(someUsage.input);
});

test('one that was stopped before it did anything comes again when the message is tried again', async () => {
	await store(51_000);
	const stop = new AbortController();
	app.model.next(async function* () {
		yield { type: 'usage', usage: someUsage };
		await Promise.resolve();
		stop.abort();
	});
	const { turnId } = await sendWords(app, session, 'What next?', stop.signal);
	app.model.next(saves('The user lives in Porto.'), say('SILENT'), say('Rain again.'));
	const again = { sessionId: session.id, turnId: turnId ?? '' };
	expect((await retryReply(app, again, unseen, never)).status).toBe('answered');
	expect(await kinds()).toEqual(['flush', 'flush', 'flush', 'chat']);
	expect(last(app.model.bodies.at(-1))).toContain('What next?');
	expect(JSON.stringify(app.model.bodies.slice(1, 3))).not.toContain('What next?');
	expect(await app.db.proposals.count()).toBe(1);
});

test('what models say around their calls goes along only as far as the API takes it back', async () => {
	await store(51_000);
	app.model.next(
		answer([
			thought(''),
			text('\n\n'),
			call('a', 'save_memory', { text: 'The user lives in Porto.' }),
			text(' ')
		]),
		say('SILENT'),
		say('Rain again.')
	);
	expect((await send('What next?')).status).toBe('answered');
	expect(await kinds()).toEqual(['flush', 'flush', 'chat']);
	for (const body of app.model.bodies) expect(brokenRules(body)).toEqual([]);
});

/** A workshop that looks as it does, and notes what was there when it was asked for a summary. */
function watchCompactions(): string[] {
	const order: string[] = [];
	app.jobs.foresee = (ask) => foreseeCompaction(app, ask);
	app.jobs.compact = async ({ facts }) => {
		order.push(`${String(await app.db.proposals.count())} proposed, ${facts?.answerer ?? ''}`);
		return { status: 'nothing-to-do', reason: 'all-recent' };
	};
	return order;
}
const byHand = (signal = never) =>
	prepareDraft(app, { sessionId: session.id, trigger: 'manual' }, signal);

test('#188 it comes before a summary by hand too, once in the cycle and behind all that was said', async () => {
	await store(30_000);
	const order = watchCompactions();
	app.model.next(saves('The user lives in Porto.'), say('SILENT'));
	await byHand();
	await byHand();
	expect(await kinds()).toEqual(['flush', 'flush']);
	expect(order).toEqual([`1 proposed, ${card.id}`, `1 proposed, ${card.id}`]);

	const [asked] = app.model.bodies;
	expect(last(asked)).toContain(mark);
	const words = JSON.stringify(asked?.messages);
	for (let seq = 0; seq < 10; seq++) expect(words).toContain(`Answer ${String(seq)}:`);
	for (const body of app.model.bodies) expect(brokenRules(body)).toEqual([]);
	expect(await logOf(app, session.id)).toHaveLength(10);
});

test('what it wrote into memory before a summary by hand is weighed with that', async () => {
	await store(30_000);
	await app.db.settings.put({ key: 'reviewMemories', value: 'own' });
	watchCompactions();
	const floors: number[] = [];
	app.jobs.compact = ({ facts }) => {
		floors.push(facts?.floor ?? 0);
		return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
	};
	app.model.next(saves('I live in Porto.'), say('SILENT'));
	await byHand();
	expect(await app.db.memoryFiles.count()).toBe(1);
	const { floor } = await factsOf(app, session);
	expect(floors).toEqual([floor]);
});

test('of a conversation that has no room for an answer nothing is asked before a summary by hand', async () => {
	await store(51_000);
	await app.db.settings.put({ key: 'models', value: { [card.id]: { ...card, window: 40_000 } } });
	const order = watchCompactions();
	await byHand();
	expect(await kinds()).toEqual([]);
	expect(order).toEqual([`0 proposed, ${card.id}`]);
});

test.each(['soft', 'idle'] as const)(
	'#188 it comes before a summary in the background (%s) too: what that covers is asked about by nobody later',
	async (trigger) => {
		await store(51_000);
		await app.db.settings.put({ key: 'backgroundDrafts', value: 'yes' });
		const order = watchCompactions();
		const prepare = () => prepareDraft(app, { sessionId: session.id, trigger }, never);
		app.model.next(saves('The user lives in Porto.'), say('SILENT'));
		await prepare();
		await prepare();
		expect(await kinds()).toEqual(['flush', 'flush']);
		expect(order).toEqual([`1 proposed, ${card.id}`, `1 proposed, ${card.id}`]);
	}
);

test('a message and a press of the button at the same time ask once', async () => {
	await store(51_000);
	watchCompactions();
	app.model.next(say('SILENT'), say('One'));
	await Promise.all([byHand(), send('First')]);
	expect((await kinds()).toSorted()).toEqual(['chat', 'flush']);
});

test('a message that waits for its answer is no part of what is asked before a summary by hand', async () => {
	const turns = gardenTurns(12);
	const waiting = turns.at(-1)!.turn;
	await storeSession(app.db, session, [...turns.slice(0, -1), { turn: waiting, steps: [] }]);
	watchCompactions();
	app.model.next(say('SILENT'));
	await byHand();
	const [asked] = app.model.bodies;
	expect(last(asked)).toContain(mark);
	const words = JSON.stringify(asked?.messages);
	expect(words).toContain('Answer 10:');
	expect(words).not.toContain(`Request ${String(waiting.seq)} `);
	expect(brokenRules(asked!)).toEqual([]);
});

test('before a summary by hand nobody is asked where nothing would be summarised', async () => {
	await storeSession(app.db, session, gardenTurns(2));
	watchCompactions();
	await byHand();
	expect(await kinds()).toEqual([]);
});

test('one that is stopped before a summary by hand begins none, and one that fails keeps none away', async () => {
	await store(30_000);
	const order = watchCompactions();
	const stop = new AbortController();
	app.model.next(async function* () {
		await Promise.resolve();
		stop.abort();
		yield* [];
	});
	expect(await byHand(stop.signal)).toEqual({ status: 'stopped' });
	expect(order).toEqual([]);
	app.model.next(overloaded);
	await byHand();
	expect(order).toHaveLength(1);
	expect(await kinds()).toEqual(['flush', 'flush']);
});

test('a summary that is made again has none: what it covers was asked about when it was made', async () => {
	await store(30_000);
	const order = watchCompactions();
	await prepareDraft(app, { sessionId: session.id, trigger: 'again' }, never);
	expect(await kinds()).toEqual([]);
	expect(order).toHaveLength(1);
});

test.each([
	['below its threshold', 45_000, {}, 'spec-008'],
	['off the record', 51_000, { offRecord: true }, 'spec-008'],
	['in a preset without one', 51_000, {}, 'gsv']
] as const)('there is none %s', async (_, tokens, over, preset) => {
	session = aSession(over);
	await store(tokens);
	await app.db.settings.put({ key: 'preset', value: preset });
	app.model.next(say('One'));
	await send('First');
	expect(await kinds()).toEqual(['chat']);
});

test('its words can be rewritten, and say how to end: without the silent word ours go out', async () => {
	await store(51_000);
	const words = { [flushPrompt.id]: 'Save what lasts, then say <silent word>.' };
	await app.db.settings.put({ key: 'prompts', value: words });
	app.model.next(say('SILENT'), say('One'));
	await send('First');
	expect(last(app.model.bodies[0])).toContain('Save what lasts, then say SILENT.');
	const [noted] = await app.db.activity.filter(({ kind }) => kind === 'flush').toArray();
	expect(noted?.details['said']).toBe('');

	const shown = ourPrompts.instructions.find(({ id }) => id === flushPrompt.id);
	expect(shown?.missing('Save what lasts.')).toEqual(['<silent word>']);
	expect(flushText('SILENT', { [flushPrompt.id]: 'Save what lasts.' })).toBe(
		flushPrompt.text.replace('<silent word>', 'SILENT')
	);
});
