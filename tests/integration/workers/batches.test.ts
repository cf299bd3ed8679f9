// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ModelEvent } from '#flows/ports/model.ts';
import { batches } from '#worker/telephone/batches.ts';

/** What the telephone hears goes to the page one message a frame: nothing twice, nothing late, nothing in another's text. */

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
	vi.useRealTimers();
});

function aBatch() {
	const told: (readonly ModelEvent[])[] = [];
	return { told, sending: batches((events) => told.push(events)) };
}
const text = (words: string, index = 0): ModelEvent => ({ type: 'text', index, text: words });

test('pieces of one block are one, those of another and thoughts stay apart', () => {
	const { told, sending } = aBatch();
	const thought: ModelEvent = { type: 'thinking', index: 1, text: 'Hm.' };
	for (const event of [text('One '), text('two.'), text('Three.', 1), thought]) sending.add(event);
	expect(told).toEqual([]);
	vi.runAllTimers();
	expect(told).toEqual([[text('One two.'), text('Three.', 1), thought]]);
});

test('what comes after a frame goes out with the next one, alone', () => {
	const { told, sending } = aBatch();
	sending.add(text('One.'));
	vi.runAllTimers();
	sending.add(text('Two.'));
	vi.runAllTimers();
	expect(told).toEqual([[text('One.')], [text('Two.')]]);
});

test('what is sent at the end is sent once, and nothing where nothing waits', () => {
	const { told, sending } = aBatch();
	sending.add(text('One.'));
	sending.flush();
	sending.flush();
	vi.runAllTimers();
	expect(told).toEqual([[text('One.')]]);
});
