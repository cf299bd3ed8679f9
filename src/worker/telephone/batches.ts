import type { ModelEvent } from '#flows/ports/model.ts';

/** Sends the events of a stream one message a frame, so that a fast model costs the page no more than a slow one. */

interface Batches {
	add(event: ModelEvent): void;
	/** Send what waits, now. */
	flush(): void;
}

const frameMs = 16;

export function batches(tell: (events: readonly ModelEvent[]) => void): Batches {
	let waiting: ModelEvent[] = [];
	let timer: ReturnType<typeof setTimeout> | null = null;
	const flush = () => {
		if (timer !== null) clearTimeout(timer);
		timer = null;
		const events = waiting;
		waiting = [];
		if (events.length > 0) tell(events);
	};
	return {
		add(event) {
			const last = waiting.at(-1);
			const joined = last && join(last, event);
			if (joined) waiting[waiting.length - 1] = joined;
			else waiting.push(event);
			timer ??= setTimeout(flush, frameMs);
		},
		flush
	};
}

/** Two pieces of the same text as one, or null. */
function join(before: ModelEvent, next: ModelEvent): ModelEvent | null {
	if (next.type !== 'text' && next.type !== 'thinking') return null;
	if (before.type !== next.type || before.index !== next.index) return null;
	return { ...before, text: before.text + next.text };
}
