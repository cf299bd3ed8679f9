/** What runs inside the measured page: clocks that start with an event of the browser and end with what is on screen. */

/** Milliseconds of the page's clock. */
interface Typing {
	/** Times of frames. */
	readonly frames: readonly number[];
	/** Lengths of tasks over 50 ms. */
	readonly longTasks: readonly number[];
	/** From each key to the frame that shows it; as the browser tells it, in steps of 8. */
	readonly keys: readonly number[];
}

interface Probe {
	/** When the composer was on screen, ms after the navigation began; 0 before. */
	composerAt: number;
	/** Files that had been read until then. */
	files: readonly string[];
	/** Tasks of more than 50 ms since the page began. */
	readonly longTasks: number[];
	/** From the next click on to the frame behind the one in which the last message holds `mark`. */
	opened(mark: string): Promise<number>;
	/** From the next change of a field on to the element at `selector` holding `mark`, laid out; and to the frame behind it. */
	answered(selector: string, mark: string): Promise<{ there: number; painted: number }>;
	/** Resolves with the time since 1970 at which the last message on screen holds `mark`. */
	shown(mark: string): Promise<number>;
	/** When Enter was pressed last, ms since 1970. */
	enterAt: number;
	record(): () => Typing;
	stop: () => Typing;
	settled(): Promise<void>;
}

declare global {
	interface Window {
		bench: Probe;
	}
}

/** What the probe says when the composer is on screen. */
export const composerThere = 'bench: composer there';

/** Runs before the scripts of each page; must not refer to anything outside itself. */
export function probe(): void {
	// Workers and frames of the page need none.
	if (window.top !== window) return;
	const longTasks: number[] = [];
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) longTasks.push(entry.duration);
	}).observe({ type: 'longtask', buffered: true });

	const frame = (): Promise<number> =>
		new Promise((resolve) => {
			requestAnimationFrame(resolve);
		});
	const inView = (mark: string): boolean => {
		const last = [...document.querySelectorAll('[role=log] article')].at(-1);
		if (!last?.textContent.includes(mark)) return false;
		const { top, bottom } = last.getBoundingClientRect();
		return bottom > 0 && top < innerHeight && last.querySelector('.plain') === null;
	};
	async function untilInView(mark: string): Promise<void> {
		while (!inView(mark)) await frame();
		// What was written before this frame is painted at its end.
		await frame();
	}

	const bench: Probe = {
		composerAt: 0,
		files: [],
		longTasks,
		enterAt: 0,
		opened: (mark) =>
			new Promise((resolve) => {
				const begin = (event: Event): void =>
					void untilInView(mark).then(() => resolve(performance.now() - event.timeStamp));
				addEventListener('click', begin, { capture: true, once: true });
			}),
		answered: (selector, mark) =>
			new Promise((resolve) => {
				const begin = async (event: Event): Promise<void> => {
					const found = () => document.querySelector(selector);
					await new Promise<void>((there) => {
						const look = (): void => {
							if (!found()?.textContent.includes(mark)) return;
							watching.disconnect();
							there();
						};
						const watching = new MutationObserver(look);
						watching.observe(document, {
							attributes: true,
							childList: true,
							characterData: true,
							subtree: true
						});
						look();
					});
					found()?.getBoundingClientRect();
					const there = performance.now() - event.timeStamp;
					await frame();
					await frame();
					resolve({ there, painted: performance.now() - event.timeStamp });
				};
				addEventListener('input', (event) => void begin(event), { capture: true, once: true });
			}),
		shown: (mark) => untilInView(mark).then(() => performance.timeOrigin + performance.now()),
		record: () => {
			const frames: number[] = [];
			const keys: number[] = [];
			const before = longTasks.length;
			let running = true;
			const tick = (now: number): void => {
				frames.push(now);
				if (running) requestAnimationFrame(tick);
			};
			requestAnimationFrame(tick);
			const observer = new PerformanceObserver((list) => {
				for (const entry of list.getEntries())
					if (entry.name === 'keydown') keys.push(entry.duration);
			});
			observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
			bench.stop = () => {
				running = false;
				observer.disconnect();
				return { frames, keys, longTasks: longTasks.slice(before) };
			};
			return bench.stop;
		},
		stop: () => ({ frames: [], keys: [], longTasks: [] }),
		settled: () =>
			new Promise((resolve) => {
				// Without a limit the second one may never come: a page at rest draws no frames.
				const idle = (then: () => void) => requestIdleCallback(then, { timeout: 1000 });
				idle(() => idle(resolve));
			})
	};
	window.bench = bench;

	addEventListener(
		'keydown',
		(event) => {
			if (event.key === 'Enter') bench.enterAt = performance.timeOrigin + event.timeStamp;
		},
		{ capture: true }
	);
	const look = (): void => {
		const composer = document.querySelector('textarea[aria-label="Message"]');
		if (!composer || composer.getBoundingClientRect().height === 0) {
			requestAnimationFrame(look);
			return;
		}
		bench.composerAt = performance.now();
		bench.files = performance.getEntriesByType('resource').map((entry) => entry.name);
		console.debug('bench: composer there');
	};
	requestAnimationFrame(look);
}
