/** A trace of the page's main thread: which tasks ran between two marks, and how long each had the processor. */
import type { Bench } from './browser.ts';

export interface Task {
	/** Processor time, ms: a machine that is busy with other things does not make a task longer. */
	readonly cpu: number;
	/** By the clock, ms. */
	readonly wall: number;
	/** Ms after the first mark. */
	readonly at: number;
	/** What ran inside for longest, as the trace names it; only of the longest tasks. */
	readonly what: string;
}

interface TraceEvent {
	readonly name: string;
	readonly ph: string;
	readonly ts: number;
	readonly dur?: number;
	readonly tdur?: number;
	readonly pid: number;
	readonly tid: number;
	readonly args?: { readonly data?: { readonly url?: string; readonly functionName?: string } };
}

const categories = [
	'toplevel',
	'devtools.timeline',
	'disabled-by-default-devtools.timeline',
	'blink.user_timing',
	'v8'
];

/** Parts of a task that can give it its name, microseconds; and how many tasks get one. */
const named = 500;
const mostNamed = 20;

/** Records while `work` runs; `work` sets the marks `begin` and `end` with `mark`. */
export async function trace(
	{ cdp, page }: Bench,
	work: (mark: (name: 'begin' | 'end') => Promise<void>) => Promise<void>
): Promise<readonly Task[]> {
	const events: TraceEvent[] = [];
	const collect = ({ value }: { readonly value: readonly unknown[] }): void => {
		// Of a long recording most events are short ones inside a task, and nobody asks about them.
		for (const event of value as TraceEvent[])
			if (event.name === 'RunTask' || event.name.startsWith('bench ') || (event.dur ?? 0) >= named)
				events.push(event);
	};
	cdp.on('Tracing.dataCollected', collect);
	await cdp.send('Tracing.start', {
		transferMode: 'ReportEvents',
		traceConfig: { includedCategories: categories, recordMode: 'recordAsMuchAsPossible' }
	});
	await work((name) => page.evaluate((what) => void performance.mark(`bench ${what}`), name));
	const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
	await cdp.send('Tracing.end');
	await complete;
	cdp.off('Tracing.dataCollected', collect);
	return tasksBetweenMarks(events);
}

function tasksBetweenMarks(events: readonly TraceEvent[]): readonly Task[] {
	const begin = events.find(({ name }) => name === 'bench begin');
	const end = events.find(({ name }) => name === 'bench end');
	if (!begin || !end) throw new Error('The trace holds no marks.');
	const here = events.filter(
		(event) =>
			event.pid === begin.pid &&
			event.tid === begin.tid &&
			event.ts + (event.dur ?? 0) >= begin.ts &&
			event.ts <= end.ts
	);
	const tasks = here.filter(({ name, dur }) => name === 'RunTask' && dur !== undefined);
	if (tasks.length === 0) throw new Error('The trace holds no tasks of the main thread.');
	return tasks
		.map((event) => ({ event, cpu: (event.tdur ?? event.dur ?? 0) / 1000 }))
		.toSorted((one, other) => other.cpu - one.cpu)
		.map(({ event, cpu }, index) => ({
			cpu,
			wall: (event.dur ?? 0) / 1000,
			at: (event.ts - begin.ts) / 1000,
			what: index < mostNamed ? longestInside(event, here) : ''
		}));
}

function longestInside(task: TraceEvent, events: readonly TraceEvent[]): string {
	const until = task.ts + (task.dur ?? 0);
	const longest = events
		.filter(
			(event) =>
				!event.name.endsWith('RunTask') &&
				event.ts >= task.ts &&
				event.ts + (event.dur ?? 0) <= until
		)
		.reduce<TraceEvent | null>(
			(most, event) => ((event.dur ?? 0) > (most?.dur ?? 0) ? event : most),
			null
		);
	const file = longest?.args?.data?.url?.split('/').at(-1) ?? '';
	return `${longest?.name ?? 'nothing'} ${file}`.trim();
}
