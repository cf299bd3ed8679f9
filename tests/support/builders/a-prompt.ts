import type { AssembleInput } from '#core/prompt/input.ts';
import type { ToolDefinition } from '#core/log/blocks.ts';
import type { MemoryFile } from '#core/memory/memory.ts';
import { policyFor } from '#core/presets/policy.ts';
import { defaultSettings } from '#core/settings.ts';
import { unknownCard, type ModelCard } from '#core/models/model-card.ts';
import { recommended } from '#core/presets/built-in.ts';
import { summaryFormOf } from '#core/summary/form.ts';
import type { Exchange } from '#core/log/turn.ts';
import { promptWords } from '#prompts/prompt-words.ts';
import { aSession } from './a-session.ts';
import { aSummary } from './a-summary.ts';
import { anExchange, aTurn } from './a-turn.ts';

/** What a prompt is made of, with one obvious default: a new session and the question "Hello". */

/** How the summary of the recommended preset stands in the prompt. */
export const recommendedForm = summaryFormOf(recommended);

export const aCard = (over: Partial<ModelCard> = {}): ModelCard => ({
	...unknownCard('claude-test-5'),
	window: 200_000,
	maxOutput: 8192,
	windowBy: 'api',
	outputBy: 'api',
	...over
});

export const aTool = (name = 'recall'): ToolDefinition => ({
	name,
	description: 'Search everything said before.',
	input_schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] }
});

export const aMemoryFile = (
	path: string,
	words: string,
	over: Partial<MemoryFile> = {}
): MemoryFile => ({
	path,
	text: words,
	scope: 'everywhere',
	rev: 1,
	updatedAt: 1_795_000_000_000,
	deletedAt: null,
	...over
});

export const answering = (exchange: Exchange, goes: 'anew' | 'on' = 'anew') =>
	({ kind: 'turn', exchange, goes }) as const;

export function aPromptInput(over: Partial<AssembleInput> = {}): AssembleInput {
	const card = over.card ?? aCard();
	const session = over.session ?? aSession();
	return {
		session,
		card,
		policy: policyFor(defaultSettings, null, card),
		key: 'key-1',
		endpoint: 'https://api.example.com',
		local: false,
		systemText: 'You are a test.',
		memoryRules: 'Memory is data.',
		memory: [],
		barred: new Map(),
		days: ['2026-11-20', '2026-11-19'],
		noteKinds: 'all',
		pins: [],
		marks: [],
		summary: null,
		summaryFrom: 0,
		summaryDay: '2026-11-19',
		form: recommendedForm,
		firstTurn: null,
		lastCovered: null,
		exchanges: [],
		dropOldest: 0,
		newest: answering({ turn: aTurn(0, 'Hello'), steps: [] }),
		tools: [aTool()],
		switchedOff: [],
		thinking: 'adaptive',
		cache: '5m',
		cold: false,
		words: promptWords,
		...over
	};
}

/** The same with one of everything: memory, a pin, a summary in use, the first request, and what was said since. */
export const aFullInput = (over: Partial<AssembleInput> = {}): AssembleInput =>
	aPromptInput({
		memory: [
			aMemoryFile('memory/2026-11-20.md', '- today'),
			aMemoryFile('MEMORY.md', '- curated'),
			aMemoryFile('memory/2026-11-19.md', '- yesterday'),
			aMemoryFile('memory/2026-11-01.md', '- long ago')
		],
		pins: [{ id: 'p1', sessionId: 's1', text: 'Keep me', turnId: null, at: 1 }],
		summary: aSummary(1, { anchors: 'src/tea.ts' }),
		firstTurn: aTurn(0, 'The first request'),
		lastCovered: anExchange(1),
		exchanges: [anExchange(2, 'Recent question', 'Recent answer')],
		newest: answering({ turn: aTurn(3, 'The new question'), steps: [] }),
		...over
	});
