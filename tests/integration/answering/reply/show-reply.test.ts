import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { partialOf } from '#db/scratch/unsent.ts';
import { showReply } from '#flows/answer/reply/show-reply.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { text } from '../../../support/builders/a-turn.ts';

let app: TestApp;
withApp((own) => (app = own));
beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
	vi.useRealTimers();
});

const place = { sessionId: 's1', turnId: 't1', branch: 'trunk', seq: 0, model: 'claude-test-5' };
const step = { index: 0, continues: false, epoch: 0, startedAt: 0 };

test('what is stored of a reply that is being written is never more than 500 ms behind', async () => {
	const showing = showReply(app, place, () => undefined);
	const stored = async () => {
		const [block] = (await partialOf(app.scratch, 's1'))?.content ?? [];
		return block?.type === 'text' ? block.text.length : 0;
	};
	const seen: number[] = [];
	// One letter each 100 ms: five of them are half a second.
	for (let letters = 1; letters <= 23; letters++) {
		showing.show(step, { state: 'calling', content: [text('x'.repeat(letters))], retry: null });
		seen.push(await stored());
		expect(letters - (seen.at(-1) ?? 0)).toBeLessThanOrEqual(5);
		vi.advanceTimersByTime(100);
	}
	// Not every letter is written, but the first ones, and what there is twice a second.
	expect([...new Set(seen)]).toEqual([1, 2, 6, 11, 16, 21]);
	vi.advanceTimersByTime(400);
	expect(await stored()).toBe(23);
	await showing.end();
	expect(await stored()).toBe(0);
});

test('what a reply begins with is stored at once, however short ago it was asked for', async () => {
	const showing = showReply(app, place, () => undefined);
	const stored = async () => (await partialOf(app.scratch, 's1'))?.content;
	showing.show(step, { state: 'calling', content: [], retry: null });
	const thought = { type: 'thinking', thinking: 'So', signature: '' } as const;
	showing.show(step, { state: 'calling', content: [thought], retry: null });
	expect(await stored()).toEqual([thought]);
	vi.advanceTimersByTime(100);
	showing.show(step, { state: 'calling', content: [thought, text('Half')], retry: null });
	expect(await stored()).toEqual([thought, text('Half')]);
	await showing.end();
});
