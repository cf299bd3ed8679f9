import { expect, test } from 'vitest';
import type { Message } from '#core/log/blocks.ts';
import { policyFor } from '#core/presets/policy.ts';
import type { Segment, Weight } from '#core/prompt/prompt.ts';
import { defaultSettings, type Settings } from '#core/settings.ts';
import { isFlushDue, roomForResult, verdictOf } from '#core/prompt/weight/verdict.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Summary } from '#core/summary/summary.ts';
import { weightOf } from '#core/prompt/weight/weigh.ts';
import { scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import { aCard, aFullInput } from '../../../support/builders/a-prompt.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { anExchange } from '../../../support/builders/a-turn.ts';

const segment = (source: Segment['source'], tokens: number, on = true): Segment => ({
	source,
	tokens,
	on,
	text: '',
	switchable: true,
	absent: null
});

const light = [segment('System', 100), segment('New message', 10)];

function judge(
	tokens: number,
	{
		preset = 'recommended',
		segments = light,
		settings = {},
		messages = [],
		said = null,
		basis = 'estimated'
	}: {
		readonly preset?: string;
		readonly segments?: readonly Segment[];
		readonly settings?: Partial<Settings>;
		readonly messages?: readonly Message[];
		/** Turns since the last summary, of three that the preset allows. */
		readonly said?: number | null;
		readonly basis?: Weight['basis'];
	} = {}
) {
	const card = aCard({ window: 200_000, maxOutput: 20_000 });
	const policy = policyFor({ ...defaultSettings, preset, ...settings }, null, card);
	const weight: Weight = {
		tokens,
		usable: policy.usable,
		window: card.window,
		maxOutput: policy.maxOutput,
		soft: policy.soft,
		hard: policy.hard,
		turns: said === null ? null : { said, limit: 3 },
		basis
	};
	return verdictOf({ weight, segments, body: { messages } }, policy);
}

test.each([
	[125_999, 'ok'],
	[126_000, 'soft'],
	[152_999, 'soft'],
	[153_000, 'hard'],
	[500_000, 'hard']
])('recommended finds %i tokens of 180,000 usable %s', (tokens, kind) => {
	expect(judge(tokens).kind).toBe(kind);
});

test('#7 gsv fires when the weight exceeds the threshold, not when it reaches it', () => {
	const found = (tokens: number) => judge(tokens, { preset: 'gsv', basis: 'reported' }).kind;
	expect(found(180_000)).toBe('ok');
	expect(found(180_001)).toBe('hard');
});

test('turns since the last summary call for one as the size does: prepared at the last allowed, needed before the next', () => {
	expect(judge(1000, { said: 2 }).kind).toBe('ok');
	expect(judge(1000, { said: 3 }).kind).toBe('soft');
	expect(judge(1000, { said: 4 }).kind).toBe('hard');
	// A preset that prepares nothing has no soft limit by turns either.
	expect(judge(1000, { said: 3, preset: 'gsv' }).kind).toBe('ok');
	expect(judge(1000, { said: 4, settings: { automaticCompaction: false } }).kind).toBe('ok');
});

const of = (tokens: number): readonly Message[] => [
	{ role: 'user', content: [{ type: 'text', text: 'x'.repeat((tokens - 2) * 4) }] }
];

test('#4 #5 gsv compares the length of the JSON while nothing was reported, and what was reported then', () => {
	// With its braces and names one message of so many characters is over 180,000, by a fifth on top.
	const long: readonly Message[] = [
		{ role: 'user', content: [{ type: 'text', text: 'x'.repeat(600_000) }] }
	];
	const short = of(100);
	expect(judge(1000, { preset: 'gsv', messages: long }).kind).toBe('hard');
	expect(judge(1000, { preset: 'gsv', messages: long, basis: 'reported' }).kind).toBe('ok');
	expect(judge(179_999, { preset: 'gsv', messages: short }).kind).toBe('ok');
	expect(judge(180_001, { preset: 'gsv', messages: short, basis: 'reported' }).kind).toBe('hard');
});

test('#39 rounds fires when its own count reaches the threshold', () => {
	// 200,000: floor((200,000 − 11,000) × 0.8) = 151,200
	expect(judge(1000, { preset: 'rounds', messages: of(151_199) }).kind).toBe('ok');
	expect(judge(1000, { preset: 'rounds', messages: of(151_200) }).kind).toBe('hard');
});

test('#28 rounds counts the system text with what was said', () => {
	const card = aCard({ window: 200_000, maxOutput: 20_000 });
	const policy = policyFor({ ...defaultSettings, preset: 'rounds' }, null, card);
	const weight = weightOf(1000, null, { card, policy, turns: null });
	// 2 for its role, and 10,000.
	const system = [{ type: 'text' as const, text: 'x'.repeat(40_000) }];
	const found = (tokens: number) => {
		const body = { system, messages: of(tokens - 10_002) };
		return verdictOf({ weight, segments: light, body }, policy).kind;
	};
	expect([151_199, 151_200].map(found)).toEqual(['ok', 'hard']);
});

test('#56 #220 #221 spec-008 compacts above its threshold, and neither below nor at it', () => {
	// Its own count has nothing for a role: two tokens less than the messages were made for.
	const said = (tokens: number) => judge(1000, { preset: 'spec-008', messages: of(tokens + 2) });
	expect(said(179_999).kind).toBe('ok');
	expect(said(180_000).kind).toBe('ok');
	expect(said(180_001).kind).toBe('hard');
});

test('#55 spec-008 flushes above 176,000 of its own tokens, and neither below nor at them', () => {
	const card = aCard({ window: 200_000, maxOutput: 20_000 });
	const isDue = (said: number, settings: Partial<Settings> = {}, tokens = 1000) => {
		const policy = policyFor({ ...defaultSettings, preset: 'spec-008', ...settings }, null, card);
		const measured = { reported: tokens, after: 0 };
		const weight = weightOf(0, measured, { card, policy, turns: null });
		return isFlushDue(weight, policy, { messages: of(said + 2) });
	};
	expect([175_999, 176_000, 176_001].map((said) => isDue(said))).toEqual([false, false, true]);
	expect(isDue(176_001, { automaticCompaction: false })).toBe(false);
	expect(isDue(176_001, { preset: 'recommended' })).toBe(false);
	// By a better count the wall is reached before; beyond the window nobody can be asked any more.
	const byWeight = (tokens: number) => isDue(1000, {}, tokens);
	expect([180_000, 180_001, 200_000, 200_001].map(byWeight)).toEqual([false, true, true, false]);
});

test('#16 #17 #18 two-phase is idle above 0.70 of the window and in an emergency above 0.80', () => {
	const found = (tokens: number) => judge(tokens, { preset: 'two-phase' }).kind;
	expect([140_000, 140_001, 160_000, 160_001].map(found)).toEqual(['ok', 'soft', 'soft', 'hard']);
});

test('a preset that counts too little is stopped at usable all the same', () => {
	expect(judge(180_001, { preset: 'rounds', messages: of(50_000) }).kind).toBe('hard');
});

test('#59 single-shot compacts at its threshold, reached', () => {
	expect(judge(179_999, { preset: 'single-shot' }).kind).toBe('ok');
	expect(judge(180_000, { preset: 'single-shot' }).kind).toBe('hard');
});

test('#15 with automatic compaction off nothing happens below usable', () => {
	const settings = { automaticCompaction: false };
	expect(judge(179_000, { settings }).kind).toBe('ok');
	expect(judge(180_001, { settings }).kind).toBe('hard');
});

test('INV-1 what cannot be compacted reaches the threshold: infeasible, with the largest parts named', () => {
	const segments = [
		segment('System', 3000),
		segment('MEMORY.md', 120_000),
		segment('Pins', 20_000),
		segment('Recent messages', 30_000),
		segment('memory/2026-11-20.md', 9000, false),
		segment('New message', 15_000)
	];
	const verdict = judge(188_000, { segments });
	expect(verdict).toMatchObject({ kind: 'infeasible', floor: 158_000, threshold: 153_000 });
	if (verdict.kind === 'infeasible')
		expect(verdict.largest.map(({ source }) => source)).toEqual([
			'MEMORY.md',
			'Pins',
			'New message',
			'System'
		]);
});

test('#10 with sixty tool schemas the tools are counted, and named where they take the room', () => {
	const tools = Array.from({ length: 60 }, (_, at) => ({
		name: `tool_${String(at)}`,
		description: 'Reads a file of the project and says what stands in it, line by line.',
		input_schema: { type: 'object' as const, properties: { path: { type: 'string' } } }
	}));
	const tokens = scaleOf({ calibration: {} }, 'claude-test-5').tools(tools);
	expect(tokens).toBeGreaterThan(60 * 30);
	const segments = [segment('System', 3000), segment('Tools', 100 * tokens)];
	expect(judge(100 * tokens + 3000, { segments })).toMatchObject({
		kind: 'infeasible',
		largest: [{ source: 'Tools' }, { source: 'System' }]
	});
});

test('INV-1 inside a turn the question and the newest step must stay, and nothing else of it', () => {
	const asked = { ...segment('New message', 120_000), least: 9000 };
	const recent = segment('Recent messages', 900);
	const judged = (system: number) =>
		judge(160_900, { segments: [segment('System', system), recent, asked] });
	expect(judged(40_000).kind).toBe('hard');
	expect(judged(144_000)).toMatchObject({
		kind: 'infeasible',
		floor: 153_000,
		largest: [
			{ source: 'System', tokens: 144_000 },
			{ source: 'New message', tokens: 9000 }
		]
	});
});

/** What becomes of so many tokens where the window of the model is not known. */
function judgeUnknown(tokens: number, settings: Partial<Settings>): string {
	const card = aCard({ window: null, maxOutput: null });
	const policy = policyFor({ ...defaultSettings, ...settings }, null, card);
	const measured = { reported: tokens, after: 0 };
	const weight = weightOf(0, measured, { card, policy, turns: null });
	expect(weight).toMatchObject({ window: null, usable: null });
	// The count of each preset for so many tokens: spec-008 has nothing for a role.
	const messages = of(settings.preset === 'spec-008' ? tokens + 2 : tokens);
	return verdictOf({ weight, segments: light, body: { messages } }, policy).kind;
}

test.each([
	['rounds', 93_600],
	['gsv', 180_001],
	['spec-008', 180_001],
	['recommended', 163_036]
])(
	'INV-11 #37 where no window is known %s compacts as with the one it was written for, at %i tokens',
	(preset, threshold) => {
		expect(judgeUnknown(threshold, { preset })).toBe('hard');
		expect(judgeUnknown(threshold - 1, { preset })).not.toBe('hard');
	}
);

test('INV-11 where no window is known and nothing is to happen by itself, nothing does', () => {
	expect(judgeUnknown(1e6, { automaticCompaction: false })).toBe('ok');
});

test('INV-30 a request that a summary repeats is not what no compaction makes smaller, as long as another can reach further', () => {
	const long = 'Tell me more about the garden. '.repeat(4000);
	const verdictWith = (recent: readonly Exchange[]) => {
		const input = aFullInput({
			card: aCard({ window: 40_000, maxOutput: 4000 }),
			lastCovered: anExchange(1, long, null),
			exchanges: recent,
			summary: aSummary(1)
		});
		const policy = policyFor(defaultSettings, null, input.card);
		const prompt = assemblePrompt({ ...input, policy });
		expect(prompt.segments.find(({ source }) => source === 'Summary')?.text).toContain(long.trim());
		return verdictOf(prompt, policy);
	};
	expect(verdictWith([anExchange(2, 'And the trees?')]).kind).toBe('hard');
	// Nothing else could be summarised: it stays, and is named.
	const alone = verdictWith([]);
	expect(alone.kind === 'infeasible' && alone.largest[0]?.source).toBe('Summary');
});

test('INV-1 a summary and its anchors, too large for another model, are not what no compaction makes smaller', () => {
	const long = 'The fence behind bed nine is made of cedar. '.repeat(800);
	const verdictWith = (recent: readonly Exchange[], over: Partial<Summary>) => {
		const input = aFullInput({
			card: aCard({ window: 8192, maxOutput: 2048 }),
			exchanges: recent,
			summary: aSummary(1, over)
		});
		const policy = policyFor(defaultSettings, null, input.card);
		return verdictOf(assemblePrompt({ ...input, policy }), policy).kind;
	};
	for (const over of [{ text: long }, { anchors: long }]) {
		expect(verdictWith([anExchange(2, 'And the trees?')], over)).toBe('hard');
		expect(verdictWith([], over)).toBe('infeasible');
	}
});

test('an answer of a tool may hold what a summary of all else would leave, and something in any window', () => {
	const room = (window: number, system: number) => {
		const card = aCard({ window, maxOutput: 1000 });
		const policy = policyFor(defaultSettings, null, card);
		const segments = [segment('System', system), segment('Recent messages', 5000)];
		const weight = weightOf(system + 5000, null, { card, policy, turns: null });
		return roomForResult({ segments, weight, body: { messages: [] } }, policy);
	};
	expect(room(200_000, 1000)).toBe(24_000);
	expect(room(12_000, 6000)).toBe(Math.floor(11_000 * 0.85) - 6000);
	expect(room(12_000, 9300)).toBe(2000);
});
