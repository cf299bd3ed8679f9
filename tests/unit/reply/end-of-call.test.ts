import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Failure } from '#core/failure.ts';
import type { AssistantBlock } from '#core/log/blocks.ts';
import { afterAnswer, afterBroken } from '#core/reply/end-of-call.ts';
import { keptOfBroken } from '#core/reply/reply.ts';
import { call, text, thought } from '../../support/builders/a-turn.ts';

const blocks = fc.array(
	fc.constantFrom<AssistantBlock>(text('Words'), text(''), call('c1'), thought('s')),
	{ maxLength: 4 }
);
const overflow: Failure = { kind: 'overflow', tokens: 9000, window: 8000 };
const offline: Failure = { kind: 'offline' };
const failures = fc.constantFrom<Failure>(
	overflow,
	offline,
	{ kind: 'empty-answer' },
	{ kind: 'interrupted' },
	{ kind: 'refused', category: null }
);

describe('a call that breaks off', () => {
	it('keeps all that may be kept, whatever broke it', () => {
		fc.assert(
			fc.property(blocks, failures, fc.nat(3), (came, failure, rounds) => {
				const kept = keptOfBroken(came);
				const after = afterBroken(failure, { came, rounds });
				if (kept.length > 0) expect(after).toMatchObject({ next: 'fail', kept: { content: kept } });
				else if (after.next === 'fail')
					expect(after.kept).toEqual({ content: [], state: 'failed' });
			})
		);
	});

	it('of which nothing came makes room where the request was too long', () => {
		const after = (failure: Failure) => afterBroken(failure, { came: [], rounds: 2 }).next;
		expect(after(overflow)).toBe('make-room');
		expect(after({ kind: 'empty-answer' })).toBe('fail');
	});

	it('of which nothing came waits for the endpoint, but not in the middle of a reply', () => {
		const after = (rounds: number) => afterBroken(offline, { came: [], rounds }).next;
		expect(after(0)).toBe('wait');
		expect(after(1)).toBe('fail');
	});

	it('of which nothing came stores nothing where what answers could not be loaded', () => {
		const failure = { kind: 'not-loaded' } as const;
		expect(afterBroken(failure, { came: [], rounds: 0 }).next).toBe('wait');
	});
});

describe('a call that is answered', () => {
	const answer = (content: readonly AssistantBlock[], stopReason: string | null) => ({
		content,
		stopReason,
		stopCategory: null
	});
	const reasons = fc.option(
		fc.constantFrom(
			...['end_turn', 'tool_use', 'stop_sequence', 'pause_turn', 'max_tokens', 'refusal'],
			...['model_context_window_exceeded', 'something_new']
		),
		{ nil: null }
	);

	it('has its calls run only where the model ended to have them run, and keeps none where it failed', () => {
		fc.assert(
			fc.property(blocks, reasons, fc.nat(6), (content, reason, pauses) => {
				const after = afterAnswer(answer(content, reason), { pauses });
				const calls = content.filter(({ type }) => type === 'tool_use');
				if (after.next === 'use-tools') {
					expect(calls).not.toEqual([]);
					expect(['end_turn', 'tool_use', 'stop_sequence', 'pause_turn']).toContain(reason);
				}
				if (after.next === 'fail') expect(after.kept.content).toEqual(keptOfBroken(content));
				else if (after.next !== 'make-room') expect(after.kept.content).toEqual(content);
				if (after.next === 'finish' && calls.length > 0) expect(after.kept.state).toBe('cut-off');
			})
		);
	});

	it('is asked to go on after each pause but the last, which cuts it off', () => {
		const after = (pauses: number) =>
			afterAnswer(answer([text('So far')], 'pause_turn'), { pauses });
		expect([0, 1, 2, 3].map((pauses) => after(pauses).next)).toEqual(Array(4).fill('go-on'));
		expect(after(4)).toMatchObject({ next: 'finish', kept: { state: 'cut-off' } });
	});

	it('makes room where the prompt alone filled the window', () => {
		const full = 'model_context_window_exceeded';
		expect(afterAnswer(answer([], full), { pauses: 0 })).toEqual({ next: 'make-room' });
		expect(afterAnswer(answer([text('Some')], full), { pauses: 0 })).toMatchObject({
			next: 'finish',
			kept: { state: 'cut-off' }
		});
	});
});
