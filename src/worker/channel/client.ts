import type { Failed, Failure } from '#core/failure.ts';
import type { ProgressOf } from '#flows/ports/workshop.ts';
import type { FromWorker, JobShape, Channel, ToWorker } from '#worker/channel/protocol.ts';

/** The page's end of a channel: starts jobs, matches answers by number, and leaves nobody waiting. */

export interface Client<Jobs extends Record<keyof Jobs, JobShape>> {
	/** Resolves with the outcome, or with a `failed` one when the worker crashed. Rejects only where `ask` cannot be sent. */
	run<Kind extends keyof Jobs & string>(
		kind: Kind,
		ask: Jobs[Kind]['ask'],
		signal: AbortSignal | null,
		onProgress?: (progress: ProgressOf<Jobs[Kind]>) => void
	): Promise<Jobs[Kind]['outcome'] | Failed>;
	/** Hand the other worker's port over. */
	connect(port: MessagePort): void;
	/** Answer all who wait with a failure. */
	settle(failure: Failure): void;
	/** The same, and at once all who come later: the worker is gone. */
	end(failure: Failure): void;
}

interface Waiting {
	readonly progress: (items: readonly unknown[]) => void;
	readonly done: (outcome: unknown) => void;
}

export function client<Jobs extends Record<keyof Jobs, JobShape>>(
	channel: Channel<ToWorker, FromWorker>
): Client<Jobs> {
	const waiting = new Map<number, Waiting>();
	let jobs = 0;
	let ended: Failed | null = null;

	channel.addEventListener('message', ({ data }) => {
		if (data.type === 'alive') return;
		const waiter = waiting.get(data.job);
		if (data.type === 'progress') waiter?.progress(data.progress);
		else waiter?.done(data.outcome);
	});
	channel.start?.();

	const settle = (failure: Failure): void => {
		for (const waiter of [...waiting.values()]) waiter.done({ status: 'failed', failure });
	};

	return {
		run: (kind, ask, signal, onProgress) =>
			new Promise((resolve) => {
				if (ended) {
					resolve(ended);
					return;
				}
				const job = ++jobs;
				const stop = () => channel.postMessage({ type: 'stop', job });
				waiting.set(job, {
					progress: (items) => {
						// The other end says of a job what one of its kind says.
						for (const item of items) onProgress?.(item as never);
					},
					done: (outcome) => {
						waiting.delete(job);
						signal?.removeEventListener('abort', stop);
						resolve(outcome);
					}
				});
				channel.postMessage({ type: 'start', job, kind, ask });
				if (signal?.aborted) stop();
				else signal?.addEventListener('abort', stop, { once: true });
			}),
		connect(port) {
			channel.postMessage({ type: 'connect', port }, [port]);
		},
		settle,
		end(failure) {
			ended = { status: 'failed', failure };
			settle(failure);
		}
	};
}
