// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest';
import { client } from '../../../src/worker/channel/client.ts';
import type { Serving } from '../../../src/worker/channel/serve.ts';
import { fromTable } from '../../../src/worker/channel/table.ts';
import { workshopClient } from '../../../src/worker/workshop/workshop-client.ts';
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
	});

	it('answers a job it does not know with a failure', async () => {
		const speaker = client<Jobs & { constructor: Jobs['wait'] }>(aWorker({ work }).channel);
		expect(await speaker.run('constructor', null, null)).toMatchObject({ status: 'failed' });
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

	it('that cannot be started fails the job instead of throwing', async () => {
		const workshop = workshopClient({
			start: () => Promise.reject(new TypeError('blocked')),
			onStart: () => {}
		});
		expect(await workshop.run('archive-session', { sessionId: 'a' }, never)).toMatchObject({
			status: 'failed',
			failure: { kind: 'crashed' }
		});
	});
});
