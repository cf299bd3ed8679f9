/** Work that is asked for often and done seldom: at most once in so many milliseconds, with the latest value. */
interface Pace<T> {
	/** Ask for `work(value)`. The first is done at once; of later ones the latest, when the time has come. */
	offer(value: T): void;
	/** Do now what still waits. */
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
