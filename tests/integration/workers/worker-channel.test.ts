// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ModelEvent } from '#flows/ports/model.ts';
import { client } from '../../../src/worker/channel/client.ts';
import { modelOver, type SpeakingJobs } from '../../../src/worker/channel/model-over.ts';
import type { Job, Serving } from '../../../src/worker/channel/serve.ts';
import { fromTable } from '../../../src/worker/channel/table.ts';
import { workshopClient } from '../../../src/worker/workshop/workshop-client.ts';
import { everyEvent } from '../../support/builders/a-line.ts';
import { say } from '../../support/scripted/scripted-model.ts';
import { staged, type Staged } from '../../support/builders/a-channel.ts';
import { never } from '../../support/never.ts';
import { eventually } from '../../support/eventually.ts';

interface Jobs {
	add: { ask: readonly number[]; progress: number; outcome: { readonly sum: number } };
	wait: { ask: null; progress: never; outcome: { readonly status: 'stopped' } };
	break: { ask: string; progress: never; outcome: { readonly status: 'done' } };
}

const open: Staged[] = [];
afterEach(() => {
	for (const one of open.splice(0)) one.close();
});

function aWorker(serving: Serving): Staged {
	const worker = staged(serving);
	open.push(worker);
	return worker;
}

const work = fromTable<Jobs>({
	add: (numbers, { tell }) => {
		let sum = 0;
		tell(...numbers.map((number) => (sum += number)));
		return Promise.resolve({ sum });
	},
	wait: (_, { signal }) =>
		new Promise((resolve) => {
			signal.addEventListener('abort', () => resolve({ status: 'stopped' }));
		}),
	break: (words) => {
		throw new TypeError(words);
	}
});

describe('a channel between page and worker', () => {
	it('brings every job its own outcome and its own progress, whatever the order', async () => {
		const speaker = client<Jobs>(aWorker({ work }).channel);
		const seen: number[] = [];
		const [first, second] = await Promise.all([
			speaker.run('add', [1, 2], null, (sum) => seen.push(sum)),
			speaker.run('add', [10], null)
		]);
		expect([first, second]).toEqual([{ sum: 3 }, { sum: 10 }]);
		expect(seen).toEqual([1, 3]);
	});

	it('stops the job that is named and no other', async () => {
		const speaker = client<Jobs>(aWorker({ work }).channel);
		const stop = new AbortController();
		const stopped = speaker.run('wait', null, stop.signal);
		const other = speaker.run('wait', null, null);
		stop.abort();
		expect(await stopped).toEqual({ status: 'stopped' });
		expect(await Promise.race([other, speaker.run('add', [1], null)])).toEqual({ sum: 1 });
	});

	it('stops a job whose signal was aborted before it began', async () => {
		const speaker = client<Jobs>(aWorker({ work }).channel);
		expect(await speaker.run('wait', null, AbortSignal.abort())).toEqual({ status: 'stopped' });
	});

	it('answers a bug with a failure, and goes on working', async () => {
		const speaker = client<Jobs>(aWorker({ work }).channel);
		expect(await speaker.run('break', 'oh', null)).toEqual({
			status: 'failed',
			failure: { kind: 'crashed', detail: 'TypeError: oh' }
		});
		expect(await speaker.run('add', [1], null)).toEqual({ sum: 1 });
		const throwing = client<Jobs>(
			aWorker({
				work: () => {
					throw new TypeError('oh');
				}
			}).channel
		);
		expect(await throwing.run('wait', null, null)).toMatchObject({ status: 'failed' });
	});

	it('answers a job it does not know with a failure', async () => {
		const speaker = client<Jobs & { constructor: Jobs['wait'] }>(aWorker({ work }).channel);
		expect(await speaker.run('constructor', null, null)).toMatchObject({ status: 'failed' });
	});

	it('has done with a job that is answered: what it tells later is nobody’s, and no stop is sent for it', async () => {
		const jobs: Job[] = [];
		const worker = aWorker({
			work: (job) => Promise.resolve({ sum: jobs.push(job) })
		});
		const speaker = client<Jobs>(worker.channel);
		const sent = vi.spyOn(worker.channel, 'postMessage');
		const seen: number[] = [];
		const stop = new AbortController();
		await speaker.run('add', [], stop.signal, (sum) => seen.push(sum));
		jobs[0]?.tell(1);
		stop.abort();
		await speaker.run('add', [], null);
		expect(seen).toEqual([]);
		expect(sent.mock.calls.map(([{ type }]) => type)).toEqual(['start', 'start']);
	});

	it('leaves nobody waiting when the worker is gone', async () => {
		const worker = aWorker({ work });
		const speaker = client<Jobs>(worker.channel);
		const waiting = [speaker.run('wait', null, null), speaker.run('wait', null, null)];
		speaker.end({ kind: 'crashed', detail: 'gone' });
		// Nor who comes after that.
		waiting.push(speaker.run('wait', null, null));
		for (const outcome of await Promise.all(waiting))
			expect(outcome).toEqual({ status: 'failed', failure: { kind: 'crashed', detail: 'gone' } });
	});
});

/** A telephone that says what the test says, and notes what it is asked and when it is hung up. */
function aTelephone() {
	const calls: { readonly job: Job; readonly end: (outcome: unknown) => void }[] = [];
	const worker = aWorker({ work: (job) => new Promise((end) => calls.push({ job, end })) });
	const speaker = client<SpeakingJobs>(worker.channel);
	const called = async () => {
		await eventually(() => expect(calls).toHaveLength(1));
		return calls[0]!;
	};
	return { calls, called, model: modelOver(() => Promise.resolve(speaker)) };
}

describe('a model at the other end of a channel', () => {
	const request = {
		body: { model: 'claude-test-5', max_tokens: 10, messages: [] },
		endpoint: 'https://api.anthropic.com'
	};
	const says = (text: string): ModelEvent => ({ type: 'text', index: 0, text });
	const [end] = say('').slice(-1);

	it('is asked nothing for what was stopped before', async () => {
		const { calls, model } = aTelephone();
		const stopped = AbortSignal.abort();
		expect(await everyEvent(model.stream(request, stopped))).toEqual([]);
		expect(await model.count(request, stopped)).toEqual({ status: 'stopped' });
		expect(calls).toEqual([]);
	});

	it('is hung up as soon as it is stopped, whatever its reader is busy with, and nothing that was on its way is told', async () => {
		const { called, model } = aTelephone();
		const stop = new AbortController();
		const events = model.stream(request, stop.signal)[Symbol.asyncIterator]();
		const first = events.next();
		const { job } = await called();
		job.tell(says('a'), says('b'));
		expect(await first).toEqual({ done: false, value: says('a') });
		stop.abort();
		await eventually(() => expect(job.signal.aborted).toBe(true));
		expect(await events.next()).toEqual({ done: true, value: undefined });
	});

	it('is told how often it may be called for this one', async () => {
		const { called, model } = aTelephone();
		const events = model.stream({ ...request, mostCalls: 2 }, never)[Symbol.asyncIterator]();
		const first = events.next();
		const { job, end } = await called();
		expect(job.ask).toMatchObject({ mostCalls: 2, base: request.endpoint });
		end({ status: 'ended' });
		await first;
	});

	it('is hung up when nobody listens any more', async () => {
		const { called, model } = aTelephone();
		const events = model.stream(request, never)[Symbol.asyncIterator]();
		const first = events.next();
		const { job } = await called();
		job.tell(says('a'));
		await first;
		await events.return?.();
		await eventually(() => expect(job.signal.aborted).toBe(true));
	});

	it('has said all with its end, and where it has none it ends with its call', async () => {
		const telling = aTelephone();
		const told = everyEvent(telling.model.stream(request, never));
		(await telling.called()).job.tell(says('a'), end, says('b'));
		expect(await told).toEqual([says('a'), end]);
		const silent = aTelephone();
		const nothing = everyEvent(silent.model.stream(request, never));
		(await silent.called()).end({ status: 'ended' });
		expect(await nothing).toEqual([]);
	});
});

describe('the workshop', () => {
	it('is started with its first job, once', async () => {
		const start = vi.fn(() => Promise.resolve(aWorker({ work: () => Promise.resolve('done') })));
		const workshop = workshopClient({ start, onStart: () => {} });
		expect(start).not.toHaveBeenCalled();
		await Promise.all([
			workshop.run('archive-summary', { summaryId: 'a' }, never),
			workshop.run('archive-summary', { summaryId: 'b' }, never)
		]);
		expect(start).toHaveBeenCalledTimes(1);
	});

	it.each(['crashes', 'is no more'])(
		'that %s tells all who wait and is new for the next job',
		async (end) => {
			const workers: Staged[] = [];
			let begun = 0;
			const workshop = workshopClient({
				start: () => {
					const isFirst = workers.length === 0;
					const worker = aWorker({
						work: () => {
							begun++;
							if (begun === 1) return Promise.resolve({ status: 'archived' });
							return isFirst ? new Promise(() => {}) : Promise.resolve({ status: 'archived' });
						}
					});
					workers.push(worker);
					return Promise.resolve(worker);
				},
				onStart: () => {}
			});
			await workshop.run('archive-session', { sessionId: 'a' }, never);
			const lost = workshop.run('archive-session', { sessionId: 'a' }, never);
			await eventually(() => expect(begun).toBe(2));
			if (end === 'crashes') workers[0]?.crash('out of memory');
			else workers[0]?.vanish();
			expect(await lost).toMatchObject({ status: 'failed', failure: { kind: 'crashed' } });
			expect(workers[0]?.ended).toBe(true);
			expect(await workshop.run('archive-session', { sessionId: 'a' }, never)).toMatchObject({
				status: 'archived'
			});
			expect(workers).toHaveLength(2);
		}
	);

	it('whose script is not there is told as what could not be loaded, and tried again', async () => {
		const workers: Staged[] = [];
		const workshop = workshopClient({
			start: () => {
				const worker = aWorker({ work: () => new Promise(() => {}) });
				workers.push(worker);
				return Promise.resolve(worker);
			},
			onStart: () => {}
		});
		for (const at of [0, 1]) {
			const lost = workshop.run('archive-session', { sessionId: 'a' }, never);
			await eventually(() => expect(workers).toHaveLength(at + 1));
			workers[at]?.crash('An error nobody caught.');
			expect(await lost).toEqual({ status: 'failed', failure: { kind: 'not-loaded' } });
		}
	});

	it('that is ended for a newer version fails what it does and what is asked later, and is not started again', async () => {
		const closed = { status: 'failed', failure: { kind: 'storage-closed' } };
		const start = vi.fn(() => Promise.resolve(aWorker({ work: () => new Promise(() => {}) })));
		const workshop = workshopClient({ start, onStart: () => {} });
		const waiting = workshop.run('archive-session', { sessionId: 'a' }, never);
		await eventually(() => expect(start).toHaveBeenCalledOnce());
		workshop.end();
		expect(await waiting).toEqual(closed);
		expect(await workshop.run('archive-session', { sessionId: 'a' }, never)).toEqual(closed);

		const unused = workshopClient({ start, onStart: () => {} });
		unused.end();
		expect(await unused.run('archive-session', { sessionId: 'a' }, never)).toEqual(closed);
		expect(start).toHaveBeenCalledOnce();
	});

	it('that cannot be started fails the job instead of throwing, and is tried again', async () => {
		const start = vi
			.fn(() => Promise.resolve(aWorker({ work: () => Promise.resolve({ status: 'archived' }) })))
			.mockRejectedValueOnce(new TypeError('blocked'));
		const workshop = workshopClient({ start, onStart: () => {} });
		const archive = () => workshop.run('archive-session', { sessionId: 'a' }, never);
		expect(await archive()).toMatchObject({ status: 'failed', failure: { kind: 'crashed' } });
		expect(await archive()).toEqual({ status: 'archived' });
	});
});
