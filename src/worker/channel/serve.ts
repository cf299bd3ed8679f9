import type { Failed } from '#core/failure.ts';
import type { FromWorker, Channel, ToWorker } from '#worker/channel/protocol.ts';

/** The worker's end of a channel: answers every start exactly once, whatever happens. */

export interface Job {
	readonly kind: string;
	readonly ask: unknown;
	readonly signal: AbortSignal;
	/** Say something meanwhile; several at once travel as one message. */
	readonly tell: (...progress: readonly unknown[]) => void;
}

export interface Serving {
	readonly work: (job: Job) => Promise<unknown>;
	/** The port of the other worker has come. */
	readonly connect?: (port: MessagePort) => void;
	/** Words for a bug. The telephone's take the key out. */
	readonly describe?: (error: unknown) => string;
}

/** Serve `channel`: a stop aborts the job it names, a bug becomes a `failed` outcome (the edge, CONTRIBUTING, Failures). */
export function serve(channel: Channel<FromWorker, ToWorker>, serving: Serving): void {
	const running = new Map<number, AbortController>();

	async function start(job: number, kind: string, ask: unknown): Promise<void> {
		const controller = new AbortController();
		running.set(job, controller);
		const tell = (...progress: readonly unknown[]) => {
			if (progress.length > 0) channel.postMessage({ type: 'progress', job, progress });
		};
		const outcome = await Promise.resolve()
			.then(() => serving.work({ kind, ask, signal: controller.signal, tell }))
			.catch((error: unknown) => crashOf(error, serving.describe ?? describe));
		running.delete(job);
		channel.postMessage({ type: 'done', job, outcome });
	}

	channel.addEventListener('message', ({ data }) => {
		switch (data.type) {
			case 'start':
				void start(data.job, data.kind, data.ask);
				break;
			case 'stop':
				running.get(data.job)?.abort();
				break;
			case 'connect':
				serving.connect?.(data.port);
		}
	});
	channel.start?.();
}

/** What everyone who waits is told when a worker meets a bug. */
export const crashOf = (error: unknown, words: (error: unknown) => string): Failed => ({
	status: 'failed',
	failure: { kind: 'crashed', detail: words(error) }
});

export const describe = (error: unknown): string =>
	(error instanceof Error ? `${error.name}: ${error.message}` : typeof error).slice(0, 500);
