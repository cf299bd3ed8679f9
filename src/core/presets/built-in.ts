import type { Preset, Pruning } from '#core/presets/preset.ts';

/** The six presets that come with the app: five systems from documents, and the one we recommend. People see them under other names, which say what they do. */

/** Document 003: whole for 3 assistant messages, 1,500 + 1,500 characters to the 10th, then cleared. */
const trimmed: Extract<Pruning, { kind: 'trim' }> = {
	kind: 'trim',
	keepLast: 3,
	over: 4000,
	head: 1500,
	tail: 1500,
	clearAfter: 10,
	when: 'always'
};

export const recommended: Preset = {
	id: 'recommended',
	name: 'Recommended',
	threshold: { kind: 'of-usable', draft: 0.7, apply: 0.85 },
	afterTurns: null,
	comparison: '>=',
	counter: 'calibrated',
	target: 0.45,
	keep: { kind: 'messages-or-usable', messages: 8, share: 0.15, atMost: 0.25 },
	guard: { kind: 'gain' },
	chunks: { kind: 'rolling', share: 0.25, tokens: 90_000 },
	asked: { form: 'recommended', words: null, budget: null, maxTokens: null, temperature: null },
	summariser: 'cheap',
	reading: 'inside-when-warm',
	form: { role: 'user', mark: '', lastRequest: 'unanswered' },
	ladder: ['full', 'smaller-chunks', 'cheaper-model', 'extractive'],
	memory: 'same-call',
	anchors: true,
	pruning: { ...trimmed, when: 'epoch' },
	recount: 'count-tokens',
	flush: null,
	madeFor: 200_000
};

/** Document 000. */
const gsv: Preset = {
	id: 'gsv',
	name: 'GSV',
	threshold: { kind: 'window-minus', reserve: 20_000 },
	afterTurns: null,
	comparison: '>',
	counter: 'reported-or-json',
	target: 0.45,
	keep: { kind: 'tokens', tokens: 20_000 },
	guard: { kind: 'messages', atMost: 2 },
	chunks: { kind: 'rolling', share: 0.25, tokens: null },
	asked: { form: 'gsv', words: null, budget: null, maxTokens: null, temperature: null },
	summariser: 'session',
	reading: 'transcript',
	form: {
		role: 'user',
		mark: '[Conversation summary from automatic context compaction]',
		lastRequest: 'never'
	},
	ladder: ['full', 'partial', 'placeholder'],
	memory: 'same-call',
	anchors: false,
	pruning: { kind: 'none' },
	recount: 'next-usage',
	flush: null,
	madeFor: 200_000
};

/** Document 001; the idle share may be 0.5 or 0.7 (checklist 16 and 17). */
const twoPhase: Preset = {
	id: 'two-phase',
	name: 'Two phases',
	threshold: { kind: 'of-window', idle: 0.7, emergency: 0.8, minutes: 5 },
	afterTurns: null,
	comparison: '>',
	counter: 'calibrated',
	target: 0.45,
	keep: { kind: 'messages-or-window', messages: 20, share: 0.2 },
	guard: { kind: 'gain' },
	chunks: { kind: 'one' },
	asked: { form: 'two-phase', words: null, budget: null, maxTokens: null, temperature: null },
	summariser: 'session',
	reading: 'transcript',
	form: { role: 'system', mark: '[CONTEXT SUMMARY]', lastRequest: 'never' },
	ladder: ['full'],
	memory: 'before',
	anchors: false,
	pruning: { kind: 'mask', keepLast: 10, over: 500 },
	recount: 'estimate',
	flush: null,
	madeFor: 200_000
};

/** Document 002. */
const rounds: Preset = {
	id: 'rounds',
	name: 'Rounds',
	threshold: { kind: 'of-rest', system: 2000, output: 4000, safety: 5000, share: 0.8 },
	afterTurns: null,
	comparison: '>=',
	counter: 'quarter-rounded-up',
	target: 0.45,
	keep: { kind: 'messages', messages: 10 },
	guard: { kind: 'messages', atMost: 11 },
	chunks: { kind: 'one' },
	asked: { form: 'rounds', words: null, budget: 800, maxTokens: 1000, temperature: 0.3 },
	summariser: 'session',
	reading: 'transcript',
	form: { role: 'assistant', mark: '## Session Summary', lastRequest: 'never' },
	ladder: ['full'],
	memory: 'none',
	anchors: false,
	pruning: { kind: 'none' },
	recount: 'estimate',
	flush: null,
	madeFor: 128_000
};

/** Document 003. */
const spec008: Preset = {
	id: 'spec-008',
	name: 'SPEC-008',
	threshold: { kind: 'window-minus', reserve: 20_000 },
	afterTurns: null,
	comparison: '>',
	counter: 'quarter-rounded-down',
	target: 0.45,
	keep: { kind: 'assistant-turns', turns: 5 },
	guard: { kind: 'messages', atMost: 10 },
	chunks: { kind: 'one' },
	asked: { form: 'spec-008', words: null, budget: 1000, maxTokens: null, temperature: null },
	summariser: 'cheap',
	reading: 'transcript',
	form: {
		role: 'system',
		mark: '[Session compacted. Summary of prior conversation:]',
		lastRequest: 'never'
	},
	ladder: ['full'],
	memory: 'flush',
	anchors: false,
	pruning: trimmed,
	recount: 'estimate',
	flush: { distance: 4000, silentWord: 'SILENT' },
	madeFor: 200_000
};

/** Document 004. */
const singleShot: Preset = {
	id: 'single-shot',
	name: 'Single shot',
	threshold: { kind: 'absolute', tokens: 200_000 },
	afterTurns: null,
	comparison: '>=',
	counter: 'calibrated',
	target: 0.45,
	keep: { kind: 'nothing' },
	guard: { kind: 'gain' },
	chunks: { kind: 'one' },
	asked: { form: 'single-shot', words: null, budget: null, maxTokens: null, temperature: null },
	summariser: 'session',
	reading: 'inside',
	form: { role: 'user', mark: '', lastRequest: 'always' },
	ladder: ['full'],
	memory: 'none',
	anchors: false,
	pruning: { kind: 'none' },
	recount: 'count-tokens',
	flush: null,
	madeFor: 200_000
};

/** In the order of the settings page. */
export const builtInPresets: readonly Preset[] = [
	recommended,
	gsv,
	twoPhase,
	rounds,
	spec008,
	singleShot
];

export const isBuiltIn = (id: string): boolean => builtInPresets.some((preset) => preset.id === id);
