import type { Retry } from '#core/reply/retry.ts';
import type { Model } from '#flows/ports/model.ts';

/** A model of which each call has to be made a second time, after a pause. */
export const waitingModel = (model: Model, retry: Retry): Model => ({
	...model,
	async *stream(asked, signal) {
		yield { type: 'retrying', attempt: 2, ...retry };
		yield* model.stream(asked, signal);
	}
});

export const aRetry: Retry = { failure: { kind: 'overloaded' }, until: 5_000, pause: 3 };
