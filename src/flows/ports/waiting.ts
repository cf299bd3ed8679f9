/**
 * Waiting that a signal ends, and that leaves nothing behind on a signal that lives as long as its tab. It stands with
 * the ports because both ends of one wait like this, and the model's end sees no more of the flows than its ports.
 */

/**
 * Resolves when what `begin` waits for is met, or as soon as the signal says stop; rejects when `begin` says it failed.
 * What `begin` gives back is called once, however it ends.
 */
export const waitFor = (
	signal: AbortSignal,
	begin: (met: () => void, failed: (reason: unknown) => void) => () => void
): Promise<void> =>
	new Promise((resolve, reject) => {
		if (signal.aborted) {
			resolve();
			return;
		}
		// It may be met before there is anything to end.
		const wait = { isOver: false, end: (): void => undefined };
		const settle = <T>(say: (value: T) => void, value: T) => {
			if (wait.isOver) return;
			wait.isOver = true;
			signal.removeEventListener('abort', met);
			wait.end();
			say(value);
		};
		const met = () => {
			settle(resolve, undefined);
		};
		signal.addEventListener('abort', met);
		wait.end = begin(met, (reason) => {
			settle(reject, reason);
		});
		if (wait.isOver) wait.end();
	});

/** Resolves after `ms` milliseconds, or as soon as the signal says stop. */
export const waitOrStop = (ms: number, signal: AbortSignal): Promise<void> =>
	waitFor(signal, (met) => {
		const timer = setTimeout(met, ms);
		return () => {
			clearTimeout(timer);
		};
	});

/** Resolves when a promise is settled, or as soon as the signal says stop. */
export const settledOrStop = (promise: Promise<unknown>, signal: AbortSignal): Promise<void> =>
	waitFor(signal, (met) => {
		void promise.then(met, met);
		return () => undefined;
	});

/** A signal for what nobody means to stop. A new one each time, so that nothing gathers on it. */
export const neverStops = (): AbortSignal => new AbortController().signal;
