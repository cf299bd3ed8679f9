import type { Failure } from '#core/failure.ts';
import type { Model, ModelEvent, Posted } from '#flows/ports/model.ts';
import type { Client } from '#worker/channel/client.ts';
import { postedToAnswer, postedToCount } from '#worker/channel/posted.ts';
import { crashOf, describe } from '#worker/channel/serve.ts';
import type { TelephoneJobs } from '#worker/channel/protocol.ts';

/** A model at the other end of a channel: what the page and the workshop talk to instead of the network. */

export type SpeakingJobs = Pick<TelephoneJobs, 'stream' | 'count'>;

/** `find` gives the telephone as it is now; it may have to be opened first. */
export function modelOver(find: () => Promise<Client<SpeakingJobs>>): Model {
	async function* sent(posted: Posted, signal: AbortSignal): AsyncGenerator<ModelEvent> {
		if (signal.aborted) return;
		const telephone = await found(find);
		if ('kind' in telephone) {
			yield failed(telephone);
			return;
		}
		const events = new Waiting<ModelEvent>();
		const hangUp = new AbortController();
		const isStopped = () => signal.aborted;
		// After a stop the stream just ends, whatever is still on its way.
		const stop = () => events.end();
		signal.addEventListener('abort', stop, { once: true });
		void telephone
			.run('stream', posted, AbortSignal.any([signal, hangUp.signal]), (event) => events.add(event))
			.then((outcome) => {
				if (outcome.status === 'failed') events.add(failed(outcome.failure));
				events.end();
			});
		try {
			for await (const event of events) {
				if (isStopped()) return;
				yield event;
				if (event.type === 'end' || event.type === 'failed') return;
			}
		} finally {
			signal.removeEventListener('abort', stop);
			hangUp.abort();
		}
	}

	return {
		// Written at once, sent when its first event is asked for.
		stream: (request, signal) => sent(postedToAnswer(request), signal),
		async count(request, signal) {
			if (signal.aborted) return { status: 'stopped' };
			const telephone = await found(find);
			if ('kind' in telephone) return { status: 'failed', failure: telephone };
			return telephone.run('count', postedToCount(request), signal);
		}
	};
}

/** The telephone, or why there is none: a model never throws. */
export const found = <Found extends object>(find: () => Promise<Found>): Promise<Found | Failure> =>
	find().catch((error: unknown) => crashOf(error, describe).failure);

const failed = (failure: Failure): ModelEvent => ({
	type: 'failed',
	failure,
	partial: [],
	usage: null
});

/** Items that come when they come, read one after the other. */
class Waiting<T> implements AsyncIterable<T> {
	readonly #items: T[] = [];
	#ended = false;
	#wake: (() => void) | null = null;

	add(item: T): void {
		if (this.#ended) return;
		this.#items.push(item);
		this.#wake?.();
	}

	end(): void {
		this.#ended = true;
		this.#wake?.();
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<T> {
		for (;;) {
			const item = this.#items.shift();
			if (item !== undefined) yield item;
			else if (this.#ended) return;
			else
				await new Promise<void>((resolve) => {
					this.#wake = resolve;
				});
		}
	}
}
