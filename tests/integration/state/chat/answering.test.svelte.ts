import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import type { UserBlock } from '#core/log/blocks.ts';
import type { LiveReply, SendOutcome } from '#flows/answer/reply/live-reply.ts';
import { Answering } from '#state/chat/answering.svelte.ts';
import { Weighing } from '#state/prompt/weighing.svelte.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { text } from '../../../support/builders/a-turn.ts';

const aReply = (words: string): LiveReply => ({
	sessionId: 's1',
	turnId: 't0',
	branch: 'trunk',
	seq: 0,
	index: 0,
	content: [{ type: 'text', text: words }],
	state: 'calling',
	continues: false,
	retry: null,
	model: 'claude-test-5'
});

/** A flow that ends when it is told how. */
function waiting() {
	let end: (outcome: SendOutcome) => void = () => undefined;
	const ended = new Promise<SendOutcome>((resolve) => (end = resolve));
	return { end: (outcome: SendOutcome) => end(outcome), ended };
}

describe('answering', () => {
	it('shows the reply while it is written and lets go of it when it is stored', async () => {
		const answering = new Answering();
		const flow = waiting();
		const running = answering.run((onReply) => {
			onReply(aReply('Once'));
			return flow.ended;
		});
		expect(answering.reply?.content).toEqual([{ type: 'text', text: 'Once' }]);
		expect(answering.by).toBe('claude-test-5');
		expect(answering.announcement).toBe('answering');
		flow.end({ status: 'answered', turnId: 't0' });
		await running;
		expect(answering.reply).toBeNull();
		expect(answering.isRunning).toBe(false);
		expect(answering.announcement).toBe('complete');
	});

	it('writes one reply at a time', async () => {
		const answering = new Answering();
		const flow = waiting();
		const first = answering.run(() => flow.ended);
		expect(await answering.run(() => flow.ended)).toBeNull();
		flow.end({ status: 'answered', turnId: 't0' });
		await first;
	});

	it('says so where the tab that writes does not stop when it is asked to, until it does', async () => {
		vi.useFakeTimers();
		const answering = new Answering();
		for (const isElsewhere of [true, false]) {
			const flow = waiting();
			const running = answering.run((onReply) => {
				onReply({ ...aReply('Once'), ...(isElsewhere && { isElsewhere }) });
				return flow.ended;
			});
			await vi.advanceTimersByTimeAsync(10_000);
			expect(answering.isDeaf).toBe(false);
			answering.stop();
			expect(answering.isDeaf).toBe(false);
			await vi.advanceTimersByTimeAsync(10_000);
			expect(answering.isDeaf).toBe(isElsewhere);
			flow.end({ status: 'stopped', turnId: 't0' });
			await running;
			expect(answering.isDeaf).toBe(false);
		}
		vi.useRealTimers();
	});

	it('says nothing of a fault where the message was forgotten meanwhile', async () => {
		const answering = new Answering();
		const failure = { kind: 'forgotten' } as const;
		await answering.run(() => Promise.resolve({ status: 'failed', turnId: 't0', failure }));
		expect([answering.announcement, answering.trouble]).toEqual(['stopped', null]);
	});

	it('tells the flow to stop, and says so', async () => {
		const answering = new Answering();
		const running = answering.run(
			(_, signal) =>
				new Promise((resolve) => {
					signal.addEventListener('abort', () => resolve({ status: 'stopped', turnId: 't0' }));
				})
		);
		answering.stop();
		await running;
		expect(answering.announcement).toBe('stopped');
	});

	it('says of a reply that came to a limit that it was cut off, not that it is complete', async () => {
		const answering = new Answering();
		await answering.run(() =>
			Promise.resolve({ status: 'answered', turnId: 't0', isCutOff: true })
		);
		expect(answering.announcement).toBe('cutOff');
	});

	it('keeps what went wrong with a stored message until the next try', async () => {
		const answering = new Answering();
		await answering.run(() =>
			Promise.resolve({ status: 'waiting', turnId: 't0', failure: { kind: 'offline' } })
		);
		expect(answering.trouble).toMatchObject({ turnId: 't0', failure: { kind: 'offline' } });
		await answering.run(() => Promise.resolve({ status: 'answered', turnId: 't0' }));
		expect(answering.trouble).toBeNull();
	});

	it('tells how the answer stands to whoever is elsewhere', async () => {
		const told: unknown[] = [];
		const answering = new Answering((mark) => told.push(mark));
		const failure = { kind: 'overloaded' } as const;
		const review = { summaryId: null, oldest: 3, fits: false };
		const outcomes: SendOutcome[] = [
			{ status: 'answered', turnId: 't0' },
			{ status: 'failed', turnId: 't0', failure },
			{ status: 'stopped', turnId: 't0' },
			{ status: 'needs-review', turnId: 't0', ...review }
		];
		for (const outcome of outcomes) await answering.run(() => Promise.resolve(outcome));
		expect(told.filter((mark) => mark === 'answering')).toHaveLength(4);
		expect(told.filter((_, at) => at % 2 === 1)).toEqual(['answered', 'failed', null, 'asks']);
	});

	it('tells of a reply that waits for room, until it goes on, and holds back whoever goes meanwhile', async () => {
		const told: unknown[] = [];
		const answering = new Answering((mark) => told.push(mark));
		const flow = waiting();
		const unstored = { failure: { kind: 'storage-full' } as const, again: () => undefined };
		let show: (reply: LiveReply) => void = () => undefined;
		/** Whether the browser would ask before the page goes. */
		const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
		const running = answering.run((onReply) => {
			show = onReply;
			return flow.ended;
		});
		show(aReply('Once'));
		for (let times = 0; times < 2; times++) show({ ...aReply('Once'), unstored });
		expect([told.at(-1), answering.announcement, isAsked()]).toEqual(['asks', 'failed', true]);
		show({ ...aReply('Twice'), index: 1 });
		expect([told.at(-1), answering.announcement]).toEqual(['answering', 'answering']);
		expect(isAsked()).toBe(false);
		show({ ...aReply('Twice'), index: 1, unstored });
		flow.end({ status: 'answered', turnId: 't0' });
		await running;
		expect(told).toEqual(['answering', 'asks', 'answering', 'asks', 'answered']);
		expect(isAsked()).toBe(false);
	});

	it('remembers a message that waits for a decision about a draft', async () => {
		const answering = new Answering();
		await answering.run(() =>
			Promise.resolve({
				status: 'needs-review',
				turnId: 't0',
				summaryId: null,
				oldest: 3,
				fits: false
			})
		);
		expect(answering.review).toMatchObject({ turnId: 't0', oldest: 3 });
		answering.forgetReview();
		expect(answering.review).toBeNull();
	});

	it('is free again after a bug in a flow, which is thrown on', async () => {
		const answering = new Answering();
		await expect(answering.run(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
		expect(answering.isRunning).toBe(false);
		expect(answering.announcement).toBe('failed');
	});
});

describe('weighing', () => {
	const prompt = (epochKey: string) => ({
		segments: [],
		body: { model: 'm', max_tokens: 1, messages: [] },
		weight: {
			tokens: 1,
			usable: null,
			window: null,
			maxOutput: 1,
			soft: null,
			hard: null,
			basis: 'estimated' as const
		},
		epochKey,
		summaryId: null
	});

	it('keeps the answer to the newest question, whichever comes last', async () => {
		const answers: ((epochKey: string) => void)[] = [];
		const weighing = new Weighing<ReturnType<typeof prompt>>(
			() => new Promise((resolve) => answers.push((epochKey) => resolve(prompt(epochKey))))
		);
		const ask = { session: aSession(), unsent: [], switchedOff: [] };
		const first = weighing.now(ask);
		const second = weighing.now(ask);
		answers[1]?.('second');
		await second;
		answers[0]?.('first');
		await first;
		expect(weighing.current?.epochKey).toBe('second');
	});

	it('rests once the answer is there, though an effect asked', async () => {
		vi.useFakeTimers();
		let weighed = 0;
		const weighing = new Weighing(() => Promise.resolve(prompt(String(++weighed))));
		const stop = $effect.root(() => {
			$effect(() => weighing.ask({ session: aSession(), unsent: [], switchedOff: [] }));
		});
		flushSync();
		for (let passed = 0; passed < 5; passed++) {
			await vi.advanceTimersByTimeAsync(1000);
			flushSync();
		}
		stop();
		vi.useRealTimers();
		expect(weighing.current?.epochKey).toBe('1');
	});

	it('that was asked for and has not begun is dropped when a message goes out', async () => {
		vi.useFakeTimers();
		let weighed = 0;
		const weighing = new Weighing(() => Promise.resolve(prompt(String(++weighed))));
		const ask = { session: aSession(), unsent: [], switchedOff: [] };
		weighing.ask(ask);
		weighing.rest();
		await vi.advanceTimersByTimeAsync(1000);
		expect(weighed).toBe(0);
		weighing.ask(ask);
		await vi.advanceTimersByTimeAsync(1000);
		vi.useRealTimers();
		expect(weighed).toBe(1);
	});

	it('is done when somebody pauses, and what their message needs is made ready with the first words', async () => {
		vi.useFakeTimers();
		let weighed = 0;
		const begun: string[] = [];
		const weighing = new Weighing(
			() => Promise.resolve(prompt(String(++weighed))),
			({ unsent: [first] }) => begun.push(first?.type === 'text' ? first.text : '')
		);
		const ask = (...unsent: UserBlock[]) => {
			weighing.ask({ session: aSession(), unsent, switchedOff: [] });
		};
		const after = async (ms: number) => {
			await vi.advanceTimersByTimeAsync(ms);
			return weighed;
		};
		ask();
		expect(await after(0), 'opened').toBe(1);
		for (const words of ['W', 'Wo', 'Wor', 'Word']) {
			ask(text(words));
			expect(await after(100), 'while it is written').toBe(1);
		}
		expect(await after(350), 'a pause').toBe(2);
		expect(begun).toEqual(['W']);
		ask();
		ask(text('A'));
		expect(begun, 'the next message').toEqual(['W', 'A']);
		vi.useRealTimers();
	});
});
