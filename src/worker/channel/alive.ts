import type { Failure } from '#core/failure.ts';
import type { Channel, FromWorker, ToWorker } from '#worker/channel/protocol.ts';

/**
 * A worker that ends by itself, or that the browser ends for its memory, ends without a word. So it holds a lock for as
 * long as it lives, under the name the page gave it, and the page waits for that. Where there are no locks nobody knows.
 */
export function sayAlive(scope: Channel<FromWorker, ToWorker> & { readonly name: string }): void {
	if (!('locks' in navigator)) return;
	void navigator.locks.request(scope.name, () => {
		scope.postMessage({ type: 'alive' });
		return new Promise<never>(() => undefined);
	});
}

/** What everyone is told who waits for one that is no more. */
export const gone: Failure = { kind: 'crashed', detail: 'It ended without a word.' };
