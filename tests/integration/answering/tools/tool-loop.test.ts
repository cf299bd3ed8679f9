import { describe, expect, it } from 'vitest';
import { textOfResult } from '#core/log/blocks.ts';
import { partialOf } from '#db/scratch/unsent.ts';
import { readSettings, writeSetting } from '#db/settings.ts';
import { continueReply } from '#flows/answer/answer-turn.ts';
import { recoverReplies } from '#flows/answer/reply/recover-replies.ts';
import { anotherTab, locksInMemory, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { call, text, thought } from '../../../support/builders/a-turn.ts';
import { never, unseen } from '../../../support/never.ts';
import { answer, break_, say } from '../../../support/scripted/scripted-model.ts';
import { usingTools } from '../../../support/apps/talking.ts';

/** How the calls of a model are run, answered, and sent back to it. */

let app: TestApp;
withApp((own) => (app = own));

const { begin, send, stepsOf, use } = usingTools(() => app);

describe('the tool loop', () => {
	it('#151 stores each step with its results and sends them in pairs', async () => {
		const session = begin();
		app.model.next(
			answer([
				text('Looking.'),
				call('a', 'recall', { query: 'tea' }),
				call('b', 'open_turns', { from: 1, to: 1 })
			]),
			answer([call('c', 'read_memory', { path: 'MEMORY.md' })]),
			say('There')
		);
		expect((await send('Find it', session)).status).toBe('answered');
		const steps = await stepsOf(session);
		expect(steps.map((step) => step.results?.map((one) => one.tool_use_id) ?? null)).toEqual([
			['a', 'b'],
			['c'],
			null
		]);
		const [first, second, third] = app.model.bodies;
		const stored = steps.flatMap(({ results }) => results ?? []);
		for (const one of stored) expect(textOfResult(one).length).toBeGreaterThan(10);
		const sent = third?.messages.flatMap(({ content }) =>
			content.flatMap((block) => (block.type === 'tool_result' ? [block] : []))
		);
		expect(sent).toEqual(stored);
		expect(second?.messages.slice(0, 1)).toEqual(first?.messages);
		expect(third?.messages.slice(0, 3)).toEqual(second?.messages);
		expect(third?.system).toEqual(first?.system);
		expect(third?.tools).toEqual(first?.tools);
	});

	it('runs so many calls of one answer and no more, and answers every one', async () => {
		const session = begin();
		const calls = Array.from({ length: 500 }, (_, at) =>
			call(`c${String(at)}`, 'read_memory', { path: 'MEMORY.md' })
		);
		app.model.next(answer(calls), say('That was too much'));
		expect((await send('Look', session)).status).toBe('answered');
		const results = (await stepsOf(session))[0]?.results ?? [];
		expect(results).toHaveLength(500);
		const notRun = results.filter((one) => textOfResult(one).startsWith('Not run: at most'));
		expect(notRun).toHaveLength(500 - 32);
	});

	it('does not run calls of an answer that was cut off', async () => {
		const session = begin();
		const cut = answer([call('a', 'save_memory', {})], { stopReason: 'max_tokens' });
		app.model.next(cut, say('Next'));
		await send('Remember that', session);
		expect(await stepsOf(session)).toMatchObject([
			{ state: 'cut-off', results: [{ tool_use_id: 'a', is_error: true }] }
		]);
		await send('And now?', session);
		expect(app.model.bodies).toHaveLength(2);
	});

	it('begins a sentence of its own behind what tools said, also where it had paused before', async () => {
		const session = begin();
		app.model.next(
			answer([text('Let me ')], { stopReason: 'pause_turn' }),
			answer([text('look.'), call('a', 'recall', { query: 'tea' })]),
			say('There')
		);
		await send('Find it', session);
		const steps = await stepsOf(session);
		expect(steps.map(({ continues }) => continues)).toEqual([false, true, false]);
	});

	it('ends after 16 rounds, says so, and can be continued', async () => {
		const session = begin();
		for (let round = 0; round < 16; round++)
			app.model.next(answer([call(`c${String(round)}`, 'recall', { query: 'tea' })]));
		const outcome = await send('Search for ever', session);
		expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'tool-limit', limit: 16 } });
		app.model.next(say('Here it is'));
		const turnId = outcome.turnId ?? '';
		await continueReply(app, { sessionId: session.id, turnId }, unseen, never);
		expect((await stepsOf(session)).map(({ state }) => state).slice(-2)).toEqual([
			'failed',
			'complete'
		]);
	});

	it('answers calls that the user stopped, and stops', async () => {
		const session = begin();
		const stop = new AbortController();
		app.jobs.search = () => {
			stop.abort();
			return Promise.resolve({ status: 'found', hits: [] });
		};
		app.model.next(
			answer([call('a', 'recall', { query: 'x' }), call('b', 'recall', { query: 'y' })])
		);
		expect((await send('Find', session, stop.signal)).status).toBe('stopped');
		expect(await stepsOf(session)).toMatchObject([
			{ results: [{ tool_use_id: 'a' }, { tool_use_id: 'b', is_error: true }] },
			{ state: 'stopped', content: [], cost: 0 }
		]);
	});

	it('is asked of the endpoint its first call went to, whatever the settings say meanwhile', async () => {
		const session = begin();
		const before = (await readSettings(app.db)).endpoint;
		app.jobs.search = async () => {
			await writeSetting(app.db, 'endpoint', 'http://localhost:1');
			return { status: 'found', hits: [] };
		};
		app.model.next(answer([call('a', 'recall', { query: 'x' })]), say('Found'));
		const asked: string[] = [];
		app.telephone.stream = (one, signal) => {
			asked.push(one.endpoint);
			return app.model.stream(one, signal);
		};
		await send('Find', session);
		expect(asked).toEqual([before, before]);
	});

	it.each([
		[
			'goes on without what was thought under the key before, where another is in use by now',
			false
		],
		[
			'stays with the endpoint and the key of its first call, where the endpoint is another one by now',
			true
		]
	])('%s (INV-25)', async (_, isElsewhere) => {
		const session = begin();
		app.jobs.search = async () => {
			app.key = { ...app.key, fingerprint: 'key-2' };
			if (isElsewhere) await writeSetting(app.db, 'endpoint', 'http://localhost:1');
			return { status: 'found', hits: [] };
		};
		app.model.next(
			answer([thought('sig-1'), call('a', 'recall', { query: 'x' })]),
			answer([thought('sig-2'), text('Found')]),
			say('More')
		);
		const asked: string[] = [];
		app.telephone.stream = (one, signal) => {
			asked.push(one.endpoint);
			return app.model.stream(one, signal);
		};
		await send('Find', session);
		expect(new Set(asked).size).toBe(1);
		const second = JSON.stringify(app.model.bodies[1]);
		expect(second).toContain('tool_result');
		expect(second.includes('sig-1')).toBe(isElsewhere);
		const [first, last] = await stepsOf(session);
		expect(first?.basis?.key === last?.basis?.key).toBe(isElsewhere);
		if (isElsewhere) return;
		expect(last?.epoch).toBe((first?.epoch ?? 0) + 1);
		await send('And then', session);
		const third = JSON.stringify(app.model.bodies[2]);
		expect([third.includes('sig-1'), third.includes('sig-2')]).toEqual([false, true]);
	});

	it('#85 closed in the middle of a call has a result that says so after the next start (INV-22)', async () => {
		const session = begin();
		let searching = false;
		app.jobs.search = () => {
			searching = true;
			return new Promise(() => undefined);
		};
		app.model.next(answer([call('a', 'recall', { query: 'x' })]), say('Found'));
		void send('Find', session);
		await expect.poll(() => searching).toBe(true);
		await expect.poll(() => partialOf(app.scratch, session.id)).toBeDefined();
		const again = anotherTab({ ...app, locks: locksInMemory() });
		expect(await recoverReplies(again)).toBe(1);
		expect(await stepsOf(session)).toMatchObject([
			{
				state: 'complete',
				results: [
					{
						tool_use_id: 'a',
						is_error: true,
						content: 'Interrupted: the app was closed before this call had a result.'
					}
				]
			},
			{ state: 'interrupted', content: [] }
		]);
		expect(await recoverReplies(again)).toBe(0);
	});

	it('#151 keeps what was done when a later call breaks', async () => {
		const session = begin();
		app.model.next(
			answer([call('a', 'recall', { query: 'x' })]),
			break_({ kind: 'offline' }),
			say('Fine')
		);
		expect(await send('Find', session)).toMatchObject({ status: 'failed' });
		await send('Go on', session);
		const [done] = await stepsOf(session);
		expect(done?.results?.map(textOfResult).join('')).toMatch(/\w{4}/);
		expect(app.model.bodies[2]?.messages.map(({ content }) => content)).toContainEqual(
			expect.arrayContaining([...(done?.results ?? [])])
		);
	});

	it('gives an unknown tool and bad input an error that the model can read (INV-37)', async () => {
		expect(await use('rm_rf', {})).toMatchObject({ is_error: true });
		for (const [name, input] of [
			['recall', {}],
			['recall', { query: 7 }],
			['recall', { query: 'x', from: 'yesterday' }],
			['save_memory', { text: '' }],
			['save_memory', { text: 'x', file: '../evil' }],
			['open_turns', { from: 3, to: 1 }],
			['open_turns', { from: 0, to: 1 }],
			['edit_memory', { path: 'MEMORY.md' }],
			['constructor', {}]
		] as const)
			expect([name, (await use(name, input)).is_error]).toEqual([name, true]);
	});

	it.each([
		['rm_rf', {}, 'There is no tool rm_rf. There are: save_memory, recall, read_memory'],
		['recall', { query: ' ' }, 'query must be a text that is not empty.'],
		['recall', { query: 'x', from: 'yesterday' }, 'from must be a day written YYYY-MM-DD.'],
		['recall', { query: 'x', to: '2026-02-31' }, 'to: the calendar has no 2026-02-31.'],
		['recall', { query: 'x', from: '2026-13-01' }, 'from: the calendar has no 2026-13-01.'],
		['recall', { query: 'x', limit: 0 }, 'limit must be a whole number from 1 on.'],
		['save_memory', { text: 7 }, 'text must be a text that is not empty.'],
		['save_memory', { text: 'x', file: '../evil' }, 'file must be MEMORY.md or memory/'],
		['edit_memory', { path: 'MEMORY.md' }, 'find must be a text that is not empty.'],
		['edit_memory', { path: 'a.md', find: 'x', replace: 'y' }, 'There is no file a.md'],
		['open_turns', { from: 'one', to: 2 }, 'from must be a whole number from 1 on.'],
		['open_turns', { from: 1, to: 1, skip: -1 }, 'skip must be a whole number from 0 on.'],
		['open_turns', { from: 1, to: 1, skip: 'far' }, 'skip must be a whole number from 0 on.']
	] as const)('tells the model of %s %j what is wrong with it', async (name, input, why) => {
		const { content, is_error } = await use(name, input);
		expect(is_error).toBe(true);
		expect(content).toContain(why);
	});

	it.each([
		['recall', { query: 'lantern', limit: '50', from: null, to: null }],
		['recall', { query: 'lantern', limit: null, order: 'newest' }],
		['open_turns', { from: '1', to: '1', skip: '0' }]
	] as const)(
		'takes %s %j: numbers written as text, null for what is missing, more than it knows',
		async (name, input) => {
			expect((await use(name, input)).is_error).toBeUndefined();
		}
	);
});
