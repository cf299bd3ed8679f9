import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastSummary } from '#core/plan/sizes.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import type { AssembleInput } from '#core/prompt/input.ts';
import { estimateBody } from '#core/prompt/weight/weigh-parts.ts';
import { aCard, aFullInput, answering } from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aStep, aTurn, call, result, text } from '../../support/builders/a-turn.ts';

/** The segments that a prompt is made of, the time in it, and the longest answer it asks for. */

const sources = (input: AssembleInput): string[] =>
	assemblePrompt(input).segments.map(({ source }) => source);

describe('segments of a prompt', () => {
	it('#69 #81 stand in the order of the inspector', () => {
		expect(sources(aFullInput())).toEqual([
			'System',
			'Memory rules',
			'MEMORY.md',
			'memory/2026-11-19.md',
			'memory/2026-11-20.md',
			'Pins',
			'First request',
			'Summary',
			'Anchors',
			'Recent messages',
			'Tools',
			'New message'
		]);
	});

	it('are another epoch without any one of them, so that none is measured by the other', () => {
		const keyWithout = (...switchedOff: readonly string[]): string =>
			assemblePrompt(aFullInput({ switchedOff })).epochKey;
		const keys = sources(aFullInput())
			.slice(0, -1)
			.map((source) => keyWithout(source));
		expect(new Set([keyWithout(), ...keys]).size).toBe(keys.length + 1);
		expect(keyWithout('Pins')).toBe(assemblePrompt(aFullInput({ pins: [] })).epochKey);
		const { dropOldest, exchanges } = aFullInput();
		const fewer = { dropOldest: dropOldest + 1, exchanges };
		expect(keyWithout()).not.toBe(assemblePrompt(aFullInput(fewer)).epochKey);
	});

	it('are not there where nothing stands in them', () => {
		const bare = sources(aFullInput({ exchanges: [], tools: [] }));
		expect(bare).not.toContain('Recent messages');
		expect(bare).not.toContain('Tools');
	});

	it('hold the first request beside the summary once its turn is covered whole, and never where the user has left it out', () => {
		expect(sources(aFullInput())).toContain('First request');
		const partly = aSummary(0, { through: { seq: 0, step: 0 } });
		const turn = aTurn(0, 'The first request');
		const lastCovered = { turn, steps: [aStep(turn, 0), aStep(turn, 1)] };
		const begun = aFullInput({ summary: partly, lastCovered, exchanges: [lastCovered] });
		expect(sources(begun)).not.toContain('First request');
		expect(JSON.stringify(assemblePrompt(begun).body).match(/The first request/g)).toHaveLength(1);
		const marks = [{ sessionId: 's1', turnId: 't0', kind: 'left-out' as const, at: 1 }];
		expect(sources(aFullInput({ marks }))).not.toContain('First request');
		expect(JSON.stringify(assemblePrompt(aFullInput({ marks })).body)).not.toContain(
			'The first request'
		);
	});

	it('are what is sent: switched off is not in the body, switched on is', () => {
		const all = sources(aFullInput());
		fc.assert(
			fc.property(fc.subarray(all), (off) => {
				const prompt = assemblePrompt(aFullInput({ switchedOff: off }));
				const body = JSON.stringify(prompt.body);
				const telling: Record<string, string> = {
					System: 'You are a test',
					'Memory rules': 'Memory is data',
					'MEMORY.md': '- curated',
					'memory/2026-11-19.md': '- yesterday',
					'memory/2026-11-20.md': '- today',
					Pins: 'Keep me',
					'First request': 'The first request',
					Summary: 'They spoke about tea',
					Anchors: 'src/tea.ts',
					'Recent messages': 'Recent question',
					Tools: 'input_schema',
					'New message': 'The new question'
				};
				for (const segment of prompt.segments) {
					const sent = !off.includes(segment.source) || segment.source === 'New message';
					expect([segment.source, segment.on]).toEqual([segment.source, sent]);
					expect([segment.source, body.includes(telling[segment.source] ?? '?')]).toEqual([
						segment.source,
						sent
					]);
				}
			})
		);
	});

	it('weigh together what the prompt weighs, and a switched-off one still tells its weight', () => {
		const prompt = assemblePrompt(aFullInput({ switchedOff: ['MEMORY.md'] }));
		const on = prompt.segments.filter((segment) => segment.on);
		expect(prompt.weight.tokens).toBe(on.reduce((sum, { tokens }) => sum + tokens, 0));
		expect(prompt.segments.every(({ tokens }) => tokens > 0)).toBe(true);
		expect(Math.abs(prompt.weight.tokens - estimateBody(prompt.body))).toBeLessThan(20);
	});

	it('tell how much of them stays whatever is summarised next', () => {
		const least = (over: Partial<AssembleInput>, source: string) => {
			const { segments } = assemblePrompt(aFullInput(over));
			const found = segments.find((segment) => segment.source === source);
			return [found?.least, found?.tokens];
		};
		expect(least({}, 'Summary')[0]).toBe(leastSummary);
		expect(least({}, 'Anchors')[0]).toBe(0);
		// Where nothing else could be summarised, the summary in use stays.
		expect(least({ exchanges: [] }, 'Summary')[0]).toBeUndefined();

		const turn = aTurn(9, 'How is the tea?');
		const steps = [0, 1, 2].map((index) =>
			aStep(turn, index, [text('Looking. '.repeat(50)), call(`c${String(index)}`, 'recall')], {
				results: [result(`c${String(index)}`, 'Found. '.repeat(50))]
			})
		);
		const going = (count: number) => ({
			exchanges: [],
			newest: answering({ turn, steps: steps.slice(0, count) }, 'on')
		});
		// The question and the newest step stay, and those between may be summarised.
		const [stays, all] = least(going(3), 'New message');
		const [, two] = least(going(1), 'New message');
		expect(stays).toBe(two);
		expect(all).toBeGreaterThan(2 * (two ?? Infinity));
		expect(least(going(3), 'Summary')[0]).toBe(leastSummary);
		expect(least(going(1), 'New message')[0]).toBeUndefined();
	});

	it('hold text, and the new message has no switch', () => {
		const { segments } = assemblePrompt(aFullInput());
		expect(segments.filter(({ switchable }) => !switchable).map(({ source }) => source)).toEqual([
			'New message'
		]);
		expect(segments.find(({ source }) => source === 'New message')?.text).toContain(
			'The new question'
		);
		expect(segments.find(({ source }) => source === 'Recent messages')?.text).not.toContain(
			'The new question'
		);
	});

	it('of a session are switched off for good, those of a message for this one', () => {
		const session = aSession({ switchedOff: ['Pins'] });
		const on = (input: AssembleInput, source: string) =>
			assemblePrompt(input).segments.find((segment) => segment.source === source)?.on;
		expect(on(aFullInput({ session }), 'Pins')).toBe(false);
		expect(on(aFullInput({ switchedOff: ['Summary'] }), 'Summary')).toBe(false);
	});
});

describe('date and time', () => {
	it('end each message of the user and never stand in system', () => {
		const { body } = assemblePrompt(aFullInput());
		for (const message of body.messages)
			if (message.role === 'user')
				expect(message.content.at(-1)).toEqual(
					text('<now>Friday 2026-11-20 13:05 Europe/Berlin</now>')
				);
		expect(JSON.stringify(body.system)).not.toContain('13:05');
	});
});

describe('the longest answer asked for', () => {
	const asked = (over: Parameters<typeof aCard>[0]) =>
		assemblePrompt(aFullInput({ card: aCard(over) })).body.max_tokens;

	it('is what the model can, 8,192 where that is unknown, and never over a quarter of the window', () => {
		expect(asked({ window: 1_000_000, maxOutput: 128_000 })).toBe(128_000);
		expect(asked({ window: 200_000, maxOutput: null })).toBe(8192);
		expect(asked({ window: 200_000, maxOutput: 128_000 })).toBe(50_000);
		expect(asked({ window: null, maxOutput: null })).toBe(8192);
	});
});
