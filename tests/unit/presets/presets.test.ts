import { expect, test } from 'vitest';
import { checkPreset } from '#core/presets/check.ts';
import { builtInPresets, recommended } from '#core/presets/built-in.ts';
import { countMessages, quarterUp } from '#core/presets/counters.ts';
import { withOverrides } from '#core/presets/overrides.ts';
import { policyFor, presetOf, usableOf, type Policy } from '#core/presets/policy.ts';
import type { Threshold } from '#core/presets/preset.ts';
import type { Message } from '#core/log/blocks.ts';
import type { Weight } from '#core/prompt/prompt.ts';
import { defaultSettings } from '#core/settings.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';

const policy = (preset: string, window: number, maxOutput = 8192): Policy =>
	policyFor({ ...defaultSettings, preset }, null, aCard({ window, maxOutput }));

/** A session whose preset has another threshold. */
const withThreshold = (preset: string, threshold: Threshold) =>
	aSession({ policy: { preset, automatic: null, review: null, overrides: { threshold } } });

test('the six presets are the ones of the settings page', () => {
	expect(builtInPresets.map(({ id }) => id)).toEqual([
		'recommended',
		'gsv',
		'two-phase',
		'rounds',
		'spec-008',
		'single-shot'
	]);
});

test('#14 recommended prepares a draft at 0.70 of usable, applies at 0.85 and aims at 0.45', () => {
	const found = policy('recommended', 200_000, 20_000);
	expect(found).toMatchObject({ usable: 180_000, soft: 126_000, hard: 153_000, target: 81_000 });
});

test('#6 gsv compacts at the window minus its reserve: 20,000, or what is set', () => {
	expect(policy('gsv', 200_000).hard).toBe(180_000);
	const set = (reserve: number) => withThreshold('gsv', { kind: 'window-minus', reserve });
	expect(policyFor(defaultSettings, set(12_000), aCard()).hard).toBe(188_000);
	expect(policyFor(defaultSettings, set(16_500), aCard()).hard).toBe(183_500);
	expect(policy('gsv', 200_000).preset.comparison).toBe('>');
});

test('#16 #17 #18 two-phase knows both idle shares and the emergency share', () => {
	expect(policy('two-phase', 200_000)).toMatchObject({ soft: 140_000, hard: 160_000 });
	const half = aSession({
		policy: {
			preset: 'two-phase',
			automatic: null,
			review: null,
			overrides: { threshold: { kind: 'of-window', idle: 0.5, emergency: 0.8 } }
		}
	});
	expect(policyFor(defaultSettings, half, aCard())).toMatchObject({ soft: 100_000, hard: 160_000 });
});

test('#29–#35 the threshold of rounds is 93,600 at 128,000', () => {
	expect(policy('rounds', 128_000).hard).toBe(93_600);
	// Four fifths of one token more are no token.
	expect(policy('rounds', 128_001).hard).toBe(93_600);
	expect(policy('rounds', 128_000).preset.comparison).toBe('>=');
	// Smaller windows are held against its own 128,000, not against those of the others.
	expect(policy('rounds', 16_000).corrections).toContainEqual({
		field: 'output reserve',
		written: 4000,
		used: 500,
		because: 'scaled'
	});
});

test.each([
	['gpt-4o', 128_000, 93_600],
	['gpt-4-turbo', 128_000, 93_600],
	// Its reserves of 11,000 are more than this window: scaled to it they are 128 + 256 + 320.
	['gpt-4', 8192, 5990],
	['claude-3-5-sonnet', 200_000, 151_200],
	['claude-3-haiku', 200_000, 151_200]
])('#36 with the window of %s rounds compacts where document 002 says', (_, window, threshold) => {
	expect(policy('rounds', window, Math.min(2000, window / 8)).hard).toBe(threshold);
});

test('#43 #44 #45 #55 #56 spec-008 flushes 4,000 tokens before it compacts at 180,000', () => {
	expect(policy('spec-008', 200_000)).toMatchObject({ hard: 180_000, flush: 176_000 });
});

test('#46–#50 the other numbers of spec-008 are those of its document', () => {
	const { preset } = policy('spec-008', 200_000);
	expect(preset.keep).toEqual({ kind: 'assistant-turns', turns: 5 });
	expect(preset.pruning).toMatchObject({ keepLast: 3, over: 4000, head: 1500, tail: 1500 });
	expect(preset.summariser).toBe('cheap');
});

test('#58 single-shot compacts at an absolute number of tokens, and 0 switches it off', () => {
	expect(policy('single-shot', 1_000_000).hard).toBe(200_000);
	const off = withThreshold('single-shot', { kind: 'absolute', tokens: 0 });
	expect(policyFor(defaultSettings, off, aCard())).toMatchObject({ hard: null, automatic: false });
	const wished = { ...off, policy: { ...off.policy, automatic: true } };
	expect(policyFor(defaultSettings, wished, aCard()).automatic).toBe(false);
});

test('an absolute threshold above usable counts as usable, and the correction is listed', () => {
	const found = policy('single-shot', 100_000, 10_000);
	expect(found.hard).toBe(90_000);
	expect(found.corrections).toContainEqual({
		field: 'threshold',
		written: 200_000,
		used: 90_000,
		because: 'above-usable'
	});
});

test('two points above usable are two corrections, each with a name of its own', () => {
	const { corrections } = policy('two-phase', 200_000, 100_000);
	expect(corrections.map(({ field }) => field)).toEqual(['threshold', 'draft']);
});

test('reserves that take the whole window are said, and half of usable counts', () => {
	const greedy = withThreshold('gsv', { kind: 'window-minus', reserve: 260_000 });
	const found = policyFor(defaultSettings, greedy, aCard({ window: 100_000, maxOutput: 10_000 }));
	expect(found.hard).toBe(45_000);
	expect(found.corrections).toContainEqual({
		field: 'threshold',
		written: -30_000,
		used: 45_000,
		because: 'no-room'
	});
});

test('absolute sizes above a tenth of the window are scaled to it, each by the window of its document', () => {
	expect(policy('gsv', 100_000).preset.threshold).toMatchObject({ reserve: 10_000 });
	expect(policy('gsv', 100_000).preset.keep).toMatchObject({ tokens: 10_000 });
	expect(policy('gsv', 400_000).preset.threshold).toMatchObject({ reserve: 20_000 });
	// 32,000: a tenth is 3,200, so 4,000 and 5,000 are scaled by a quarter and 2,000 is not.
	expect(policy('rounds', 32_000, 2000).preset.threshold).toMatchObject({
		system: 2000,
		output: 1000,
		safety: 1250
	});
	expect(policy('gsv', 100_000).corrections.map(({ because }) => because)).toContain('scaled');
	expect(policy('gsv', 200_000).corrections).toEqual([]);
	// A tenth is not above it.
	expect(policy('spec-008', 40_000, 2000).preset.flush).toMatchObject({ distance: 4000 });
	expect(policy('spec-008', 39_000, 2000).preset.flush).toMatchObject({ distance: 780 });
});

test('what a larger window holds as written is not scaled up', () => {
	const own = {
		...recommended,
		id: 'own',
		threshold: { kind: 'window-minus', reserve: 128_000 },
		keep: { kind: 'tokens', tokens: 150_000 }
	} as const;
	const settings = { ...defaultSettings, preset: 'own', customPresets: { own } };
	expect(presetOf(settings, null).id).toBe('own');
	const used = policyFor(settings, null, aCard({ window: 1_000_000, maxOutput: 8000 }));
	expect(used.preset).toMatchObject({ threshold: { reserve: 128_000 }, keep: { tokens: 150_000 } });
	expect(used.corrections).toEqual([]);
});

test('a price step and the cap of the user count as the window', () => {
	expect(usableOf({ window: 200_000, priceStep: 100_000, maxOutput: 8000 }, null).usable).toBe(
		92_000
	);
	expect(usableOf({ window: 200_000, priceStep: null, maxOutput: 8000 }, 50_000).usable).toBe(
		42_000
	);
});

test('INV-4 a custom preset whose target is above 0.7 of its threshold is refused, and says why', () => {
	const checked = checkPreset({ ...recommended, id: 'mine', target: 0.6 });
	expect(checked).toMatchObject({
		status: 'invalid',
		reasons: [{ path: 'target', of: 'threshold.apply', target: 0.6, limit: 0.85 }]
	});
	expect(checkPreset({ ...recommended, id: 'mine', target: 0.59 }).status).toBe('valid');
	const phases = (target: number) =>
		checkPreset({ ...builtInPresets.find(({ id }) => id === 'two-phase'), id: 'mine', target });
	expect(phases(0.57)).toMatchObject({
		status: 'invalid',
		reasons: [{ path: 'target', of: 'threshold.emergency', target: 0.57, limit: 0.8 }]
	});
});

test('INV-4 a target of 0.7 of its threshold is taken, whatever fractions make of it', () => {
	for (const [apply, target] of [
		[0.8, 0.56],
		[0.7, 0.49],
		[0.9, 0.63],
		[0.5, 0.35]
	] as const) {
		const threshold = { kind: 'of-usable', draft: apply, apply } as const;
		expect(checkPreset({ ...recommended, id: 'mine', threshold, target }).status).toBe('valid');
		expect(
			checkPreset({ ...recommended, id: 'mine', threshold, target: target + 0.001 }).status
		).toBe('invalid');
	}
});

test('INV-4 a threshold far below usable, or one for drafts, bounds the target too', () => {
	const low = withThreshold('single-shot', { kind: 'absolute', tokens: 20_000 });
	expect(policyFor(defaultSettings, low, aCard({ window: 200_000 })).target).toBe(14_000);
	const early = withThreshold('two-phase', {
		kind: 'of-window',
		idle: 0.5,
		emergency: 0.8,
		minutes: 5
	});
	expect(policyFor(defaultSettings, early, aCard({ window: 100_000 })).target).toBe(35_000);
});

test('INV-4 every preset that comes with the app is valid', () => {
	for (const preset of builtInPresets)
		expect(checkPreset(preset)).toEqual({ status: 'valid', preset });
});

test.each([
	['no object', 3],
	['a share above 1', { ...recommended, threshold: { kind: 'of-usable', draft: 0.7, apply: 1.2 } }],
	['an unknown kind', { ...recommended, keep: { kind: 'everything' } }],
	['a step of the ladder that does not exist', { ...recommended, ladder: ['full', 'magic'] }],
	['no ladder', { ...recommended, ladder: [] }],
	// Names that every object inherits are no kinds: such a file would be taken and break every page that reads it.
	['a kind nobody made', { ...recommended, threshold: { kind: 'constructor' } }],
	['another such kind', { ...recommended, keep: { kind: 'toString' } }],
	['a kind that is no text', { ...recommended, keep: { kind: { toString: 1 } } }],
	['an answer of no tokens', { ...recommended, asked: { ...recommended.asked, maxTokens: 0 } }],
	['a missing field', { ...recommended, form: undefined }],
	[
		'a draft above the limit',
		{ ...recommended, threshold: { kind: 'of-usable', draft: 0.9, apply: 0.85 } }
	],
	[
		'head and tail that do not fit',
		{ ...recommended, pruning: { ...recommended.pruning, head: 4000 } }
	]
])('a custom preset with %s is refused', (_, value) => {
	expect(checkPreset(value).status).toBe('invalid');
});

test('a custom preset is used by its id; a broken or unknown one is replaced by recommended', () => {
	const mine = { ...recommended, id: 'mine', target: 0.4 };
	const settings = { preset: 'mine', customPresets: { mine } };
	expect(presetOf(settings, null).target).toBe(0.4);
	expect(
		presetOf({ preset: 'mine', customPresets: { mine: { ...mine, target: 3 } } }, null).id
	).toBe('recommended');
	expect(presetOf({ preset: 'nobody', customPresets: {} }, null).id).toBe('recommended');
	const posing = { ...mine, id: 'recommended' };
	expect(presetOf({ preset: 'recommended', customPresets: { recommended: posing } }, null)).toEqual(
		recommended
	);
});

test('what is not part of a preset is not taken over from a file', () => {
	const checked = checkPreset({ ...recommended, script: 'alert(1)' });
	expect(checked.status === 'valid' && 'script' in checked.preset).toBe(false);
});

test('a session overrides single fields; an override that makes the preset invalid is ignored', () => {
	const with_ = (overrides: Record<string, unknown>) =>
		presetOf(
			defaultSettings,
			aSession({ policy: { preset: null, automatic: null, review: null, overrides } })
		);
	expect(with_({ keep: { kind: 'messages', messages: 4 } }).keep).toEqual({
		kind: 'messages',
		messages: 4
	});
	expect(with_({ target: 0.84 }).target).toBe(0.45);
	// Of several the others stay, whatever order they came in; those that go together only all at once are taken so.
	const early = { kind: 'of-usable', draft: 0.4, apply: 0.6 };
	expect(with_({ target: 0.4, threshold: early })).toMatchObject({ target: 0.4, threshold: early });
	const keep = { kind: 'messages', messages: 4 };
	const { leftOut, preset, reasons } = withOverrides(recommended, { threshold: early, keep });
	expect(leftOut).toEqual(['threshold']);
	expect(preset).toMatchObject({ keep, threshold: recommended.threshold });
	expect(reasons).toMatchObject([{ path: 'target', of: 'threshold.apply' }]);
	expect(withOverrides(recommended, { keep }).reasons).toEqual([]);
});

const estimated: Weight = {
	tokens: 777,
	usable: 1000,
	window: 2000,
	maxOutput: 1000,
	soft: null,
	hard: null,
	turns: null,
	basis: 'estimated'
};
const messages: readonly Message[] = [
	{ role: 'user', content: [{ type: 'text', text: 'abcde' }] },
	{
		role: 'assistant',
		content: [{ type: 'tool_use', id: 'x', name: 'read', input: { path: 'a' } }]
	},
	{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: 'done' }] }
];

test('#24 #25 a token is four characters, rounded up; what is no text is none', () => {
	expect(quarterUp('abcde')).toBe(2);
	expect(quarterUp('')).toBe(0);
	expect(quarterUp(undefined)).toBe(0);
});

test('#26 #27 document 002 counts 2 a message, texts, names with arguments, and results', () => {
	// 2+2, 2+ceil((4+12)/4), 2+1
	expect(countMessages('quarter-rounded-up', messages, estimated)).toBe(4 + 6 + 3);
});

test('#51 document 003 divides all characters by 4, rounded down', () => {
	expect(countMessages('quarter-rounded-down', messages, estimated)).toBe(
		Math.floor((5 + 16 + 4) / 4)
	);
});

test('#218 no messages are no tokens', () => {
	expect(countMessages('quarter-rounded-down', [], estimated)).toBe(0);
});

test('#219 twice the content is twice the tokens', () => {
	const text = (length: number): Message => ({
		role: 'user',
		content: [{ type: 'text', text: 'x'.repeat(length) }]
	});
	const of = (length: number) => countMessages('quarter-rounded-down', [text(length)], estimated);
	expect(of(8000)).toBe(2 * of(4000));
});

test('#2 #4 #5 gsv takes the reported count, and before the first call the JSON length / 4 × 1.2', () => {
	expect(countMessages('reported-or-json', messages, { ...estimated, basis: 'reported' })).toBe(
		777
	);
	const length = messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0);
	expect(countMessages('reported-or-json', messages, estimated)).toBe(
		Math.ceil((length / 4) * 1.2)
	);
});

test('INV-27 base64 is never counted as text', () => {
	const image: Message = {
		role: 'user',
		content: [
			{
				type: 'image',
				source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(100_000) }
			}
		]
	};
	for (const counter of ['reported-or-json', 'quarter-rounded-up', 'quarter-rounded-down'] as const)
		expect(countMessages(counter, [image], estimated)).toBeLessThan(100);
});

test('the key of a policy changes with everything that decides a plan, and with nothing else', () => {
	const key = policy('recommended', 200_000).key;
	expect(policy('recommended', 200_000).key).toBe(key);
	expect(policy('recommended', 100_000).key).not.toBe(key);
	expect(policy('gsv', 200_000).key).not.toBe(key);
	const review = policyFor(
		{ ...defaultSettings, reviewSummaries: 'auto' },
		null,
		aCard({ window: 200_000, maxOutput: 8192 })
	);
	expect(review.key).toBe(key);
});
