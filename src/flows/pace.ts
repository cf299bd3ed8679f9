/** Work that is asked for often and done seldom: at most once in so many milliseconds, and always the latest. */
export interface Pace<T> {
	/** Ask for `work(value)`. The first is done at once, later ones when their time has come. */
	offer(value: T): void;
	/** Do what still waits now, and nothing after it. */
	finish(): void;
	/** Forget what still waits. */
	cancel(): void;
}

export function paced<T>(ms: number, work: (value: T) => void): Pace<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let waiting: { readonly value: T } | null = null;
	const run = (): void => {
		timer = undefined;
		if (!waiting) return;
		const { value } = waiting;
		waiting = null;
		timer = setTimeout(run, ms);
		work(value);
	};
	const cancel = (): void => {
		clearTimeout(timer);
		timer = undefined;
		waiting = null;
	};
	return {
		offer(value) {
			waiting = { value };
			if (timer === undefined) run();
		},
		finish() {
			const last = waiting;
			cancel();
			if (last) work(last.value);
		},
		cancel
	};
}
