// @vitest-environment node
import { beforeEach, describe, expect, it } from 'vitest';
import { chainEnd } from '#core/log/chain.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { Session } from '#core/session/session.ts';
import { addDraft } from '#db/summaries/drafts.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { continueReply, retryReply } from '#flows/answer/answer-turn.ts';
import { editMessage, regenerateReply } from '#flows/answer/edit-message.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { fetchModels } from '#flows/house/fetch-models.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { undoCompaction } from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { aModel } from '../../support/anthropic/models.ts';
import { startAnthropic, type AnthropicServer } from '../../support/anthropic/server.ts';
import { withAnthropic } from '../../support/anthropic/with-anthropic.ts';
import { aLine } from '../../support/builders/a-line.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { text } from '../../support/builders/a-turn.ts';
import { calling, sendWords, logOf, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { never, unseen } from '../../support/never.ts';

/** The whole way of a message over a real socket, against a server that holds every request to the rules of the API. */

let server: AnthropicServer;
let app: TestApp;
/** The app before its line was laid; it holds the state of the key. */
let base: TestApp;
let session: Session;

withAnthropic((own) => (server = own));

withApp((own) => (base = own), { model: 'claude-sonnet-5-5' });
beforeEach(() => {
	app = calling(base, aLine(server));
	app.jobs['archive-summary'] = () => Promise.resolve({ status: 'archived', archiveId: 'a1' });
	session = newSession(app, { kind: 'main', offRecord: false });
});

const send = (words: string) => sendWords(app, session, words);

it('INV-25 what the endpoint took out of a request stands with it, and is told once as long as it is the same', async () => {
	const dropped = (at: number) => ({
		type: 'thinking_dropped',
		path: `messages.${String(at)}.content.0`,
		reason: 'organization_binding_mismatch'
	});
	const tells = async (...transformations: ReturnType<typeof dropped>[]) => {
		server.script((_, { byDefault }) => ({ ...byDefault(), transformations }));
		expect((await send('And the tea?')).status).toBe('answered');
	};
	await tells();
	await tells(dropped(1));
	await tells(dropped(1));
	await tells(dropped(1), dropped(3));
	const sent = (await ledgerOf(app.db, session.id)).filter(({ kind }) => kind === 'chat');
	expect(sent.map(({ transformations }) => transformations)).toEqual([
		undefined,
		[dropped(1)],
		[dropped(1)],
		[dropped(1), dropped(3)]
	]);
	const told = await app.db.activity.filter(({ kind }) => kind === 'transformed').toArray();
	expect(told.map(({ details }) => details['dropped'])).toEqual([1, 2]);
});

const withTools = '[[tool:recall {"query":"tea"}]] [[then]] [[tool:open_turns {"from":1,"to":1}]]';
const lastBody = () => server.messages().at(-1)?.body as RequestBody;
const thoughts = () =>
	lastBody().messages.flatMap((message) =>
		message.content.filter((block) => block.type === 'thinking')
	).length;
const log = () => logOf(app, session.id);

describe('against the rules of the API', () => {
	it('#87 thinking, tools and everything a user may change go through without one refusal', async () => {
		const first = await send(`First ${withTools}`);
		expect(first.status).toBe('answered');
		await send('Second');
		expect(thoughts()).toBeGreaterThan(2);

		await saveMemoryFile(app, { path: 'MEMORY.md', text: '- Likes tea\n', expectedRev: null });
		await send(`Third ${withTools}`);
		await send('Fourth');
		const place = { sessionId: session.id, turnId: first.turnId ?? '' };
		await setMark(app, { ...place, kind: 'left-out', on: true });
		await send('Fifth');
		await setMark(app, { ...place, kind: 'left-out', on: false });
		await setMark(app, { ...place, kind: 'pinned', on: true });
		await send(`Sixth ${withTools}`);
		await regenerateReply(app, place, unseen, never);
		await editMessage(app, { ...place, blocks: [text(`Anew ${withTools}`)] }, unseen, never);
		await send('And on');
		await app.db.settings.put({ key: 'model', value: 'claude-opus-5-5' });
		await send(`With another model ${withTools}`);
		await app.db.settings.put({ key: 'model', value: 'claude-sonnet-5-5' });
		await send('And back');
		await app.db.sessions.update(session.id, { switchedOff: ['Tools'] });
		await send('Without tools');
		await app.db.sessions.update(session.id, { switchedOff: [] });
		expect((await send('With tools again')).status).toBe('answered');
		expect(server.refusals).toEqual([]);
	});

	it('a model that thinks by itself does not think where thinking is switched off', async () => {
		const model = aModel({ id: 'claude-thinker-6', alwaysThinks: true });
		const thinker = await startAnthropic({ models: [model] });
		const line = aLine(thinker);
		app.telephone.stream = (asked, signal) => line.stream(asked, signal);
		app.telephone.models = (signal) => line.models(signal);
		for (const [key, value] of Object.entries({ model: model.id, thinking: 'off' }))
			await app.db.settings.put({ key, value });
		await fetchModels(app, never);
		expect((await send('Hello')).status).toBe('answered');
		const said = (await log()).flatMap(({ steps }) => steps.flatMap(({ content }) => content));
		expect(said.map(({ type }) => type)).toEqual(['text']);
		expect(thinker.refusals).toEqual([]);
		await thinker.close();
	});

	const switches: readonly (readonly [string, () => unknown])[] = [
		['the model', () => app.db.settings.put({ key: 'model', value: 'claude-opus-5-5' })],
		['the key', () => (base.key = { ...base.key, fingerprint: 'key-2' })],
		['the tools', () => app.db.sessions.update(session.id, { switchedOff: ['Tools'] })],
		['the system text', () => app.db.settings.put({ key: 'systemText', value: 'Be brief.' })],
		[
			'the memory',
			() => saveMemoryFile(app, { path: 'MEMORY.md', text: '- Likes tea\n', expectedRev: null })
		]
	];

	it.each(switches)(
		'INV-24 INV-25 a switch of %s begins a new epoch: no older thinking goes along, and what is thought then does',
		async (_, change) => {
			await send(`First ${withTools}`);
			await send('Second');
			expect(thoughts()).toBeGreaterThan(2);
			const before = (await sessionOf(app.db, session.id))?.epoch ?? 0;
			await change();
			await send('Third');
			expect(thoughts()).toBe(0);
			expect((await sessionOf(app.db, session.id))?.epoch).toBe(before + 1);
			const thought = (await log())[2]?.steps.flatMap(({ content }) =>
				content.filter(({ type }) => type === 'thinking')
			);
			await send('Fourth');
			expect(thoughts()).toBe(thought?.length);
			expect((await sessionOf(app.db, session.id))?.epoch).toBe(before + 1);
			expect(server.refusals).toEqual([]);
		}
	);

	it('INV-25 where the key changes inside an open tool call the reply goes on without what was thought before', async () => {
		let isOpen = false;
		server.when(
			() => true,
			(_body, { byDefault }) => {
				if (!isOpen) base.key = { ...base.key, fingerprint: 'key-2' };
				isOpen = true;
				return byDefault();
			}
		);
		expect((await send(`First ${withTools}`)).status).toBe('answered');
		const [, second] = server.messages().map(({ body }) => body as RequestBody);
		const said = second?.messages.flatMap(({ content }) => content.map(({ type }) => type));
		expect(said).toContain('tool_result');
		expect(said).not.toContain('thinking');
		expect(server.refusals).toEqual([]);
	});

	it.each(switches.filter(([what]) => what !== 'the key'))(
		'INV-24 %s may change inside an open tool call: the reply ends as it began',
		async (_, change) => {
			await send('First');
			const asked = server.messages().length;
			let isOpen = false;
			server.when(
				() => true,
				async (_body, { byDefault }) => {
					if (!isOpen) {
						isOpen = true;
						await change();
					}
					return byDefault();
				}
			);
			expect((await send(`Second ${withTools}`)).status).toBe('answered');
			const bodies = server
				.messages()
				.slice(asked)
				.map(({ body }) => body as RequestBody);
			expect(bodies.length).toBeGreaterThan(2);
			for (const [at, body] of bodies.entries()) {
				const next = bodies[at + 1];
				if (!next) continue;
				expect([next.model, next.system, next.tools]).toEqual([
					body.model,
					body.system,
					body.tools
				]);
				expect(next.messages.slice(0, body.messages.length)).toEqual(body.messages);
			}
			expect(server.refusals).toEqual([]);
		}
	);

	it('a reply that broke, was retried and was continued goes through', async () => {
		server.fault('eof-in-event', { times: 1 });
		const broken = await send('First, in many words that are cut off somewhere in the middle');
		expect(broken).toMatchObject({ status: 'failed', failure: { kind: 'interrupted' } });
		const place = { sessionId: session.id, turnId: broken.turnId ?? '' };
		await continueReply(app, place, unseen, never);
		await retryReply(app, place, unseen, never);
		expect((await send(`Second ${withTools}`)).status).toBe('answered');
		expect(server.refusals).toEqual([]);
	});

	it.each([
		'max-tokens-in-tool',
		'broken-arguments',
		'refusal',
		'pause-turn',
		'window-exceeded',
		'unknown-stop-reason',
		'empty-200',
		'socket-dies',
		'malformed-event'
	] as const)('the next message goes through after %s', async (fault) => {
		server.fault(fault, { times: 1, path: '/v1/messages' });
		await send(`First ${withTools}`);
		expect((await send('Second')).status).toBe('answered');
		expect(server.refusals).toEqual([]);
	});

	it('a call whose arguments are no JSON is told so, and the model makes it again', async () => {
		server.fault('broken-arguments', { times: 1, path: '/v1/messages' });
		server.queue({ toolCalls: [{ name: 'recall', input: { query: 'the tea of Monday' } }] });
		server.queue({ toolCalls: [{ name: 'recall', input: { query: 'tea' } }] });
		expect((await send('Which tea?')).status).toBe('answered');
		const steps = (await log()).flatMap((exchange) => exchange.steps);
		expect(steps.map(({ state }) => state)).toEqual(['complete', 'complete', 'complete']);
		const [broken, again] = steps.map(({ results }) => results?.[0]);
		expect(broken?.content).toContain('no JSON object');
		expect([broken?.is_error, again?.is_error]).toEqual([true, undefined]);
		// The model reads what it wrote, and nothing of it was run.
		expect(steps[0]?.content.at(-1)).toMatchObject({
			input: { INVALID_JSON: '{"query":"the t' }
		});
		expect(server.refusals).toEqual([]);
	});

	it('a summary, its undo and what follows go through, and thinking comes back after each', async () => {
		for (const words of ['First', `Second ${withTools}`, 'Third']) await send(words);
		const [, covered] = await log();
		if (!covered) throw new Error('There are three turns');
		await addDraft(
			app.db,
			aSummary(1, {
				sessionId: session.id,
				status: 'draft',
				through: { seq: 1, step: covered.steps.at(-1)?.index ?? -1 },
				throughHash: chainEnd(covered)
			})
		);
		expect((await useSummary(app, 'm1')).status).toBe('used');
		await send('Fourth');
		expect(JSON.stringify(lastBody())).toContain('They spoke about tea');
		expect(thoughts()).toBe(0);
		await send('Fifth');
		expect(thoughts()).toBe(1);
		await undoCompaction(app, session.id, 'm1');
		await send('Sixth');
		expect(JSON.stringify(lastBody())).not.toContain('They spoke about tea');
		expect((await send('Seventh')).status).toBe('answered');
		expect(server.refusals).toEqual([]);
	});

	const half = 'Half a smile: \ud83d';
	it.each([
		['a typed message', () => Promise.resolve()],
		[
			'a pin',
			() => app.db.pins.put({ id: 'p1', sessionId: session.id, text: half, turnId: null, at: 1 })
		],
		['the system text', () => app.db.settings.put({ key: 'systemText', value: half })],
		[
			'a memory line',
			() => saveMemoryFile(app, { path: 'MEMORY.md', text: `- ${half}\n`, expectedRev: null })
		],
		[
			'what a tool was asked, and its result',
			() => {
				server.queue({ toolCalls: [{ name: 'recall', input: { query: half, [half]: [half] } }] });
				return Promise.resolve();
			}
		]
	] as const)(
		'%s with half a character in it goes through, and the ledger tells what went',
		async (_, put) => {
			await put();
			await send('First');
			expect((await send(half)).status).toBe('answered');
			expect((await send('And on')).status).toBe('answered');
			expect(server.refusals).toEqual([]);
			const stored = await log();
			expect(stored[1]?.turn.asked).toEqual([text(half)]);
			const filed = (await ledgerOf(app.db, session.id)).at(-1);
			const body = filed && (await bodyOf(app, filed));
			expect(`${JSON.stringify(body).slice(0, -1)},"stream":true}`).toBe(
				server.messages().at(-1)?.bodyText
			);
		}
	);

	it('what is copied before it is sent is what is sent, half a character and all', async () => {
		const copied = await previewPrompt(app, { session, unsent: [text(half)] });
		expect(JSON.stringify(copied.body)).toContain('Half a smile: \ufffd');
		await send(half);
		expect(lastBody().messages).toEqual(copied.body.messages);
	});

	it('the ledger holds what went over the wire, byte for byte', async () => {
		await send(`First ${withTools}`);
		await send('Second');
		const entries = await ledgerOf(app.db, session.id);
		const filed = await Promise.all(entries.map((entry) => bodyOf(app, entry)));
		const posted = server.requests.map(({ bodyText }) =>
			bodyText.replace(/,"stream":true\}$/, '}')
		);
		expect(filed.map((body) => JSON.stringify(body))).toEqual(posted);
	});

	it('#53 #57 what the server reports is summed up for the session, from nothing on', async () => {
		expect(Object.values(session.counters)).toEqual(Object.values(session.counters).fill(0));
		expect(session.lastUsage).toBeNull();
		for (const words of ['First', 'Second', 'Third']) await send(words);
		const stored = await sessionOf(app.db, session.id);
		const { input = 0, cacheRead = 0, cacheWrite = 0, output } = stored?.counters ?? {};
		const read = server.messages().map(({ inputTokens }) => inputTokens ?? 0);
		expect(read).toHaveLength(3);
		expect(input + cacheRead + cacheWrite).toBe(read.reduce((sum, tokens) => sum + tokens, 0));
		expect(output).toBeGreaterThan(2 * (stored?.lastUsage?.usage.output ?? 0));
		expect(stored?.lastUsage?.usage.output).toBeGreaterThan(0);
	});
});
