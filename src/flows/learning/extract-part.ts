import type { ChunkMemory } from '#core/compaction/compaction.ts';
import type { Language } from '#core/text/language.ts';
import { textOf } from '#core/log/blocks.ts';
import { chunksOf, type PlannedChunk } from '#core/plan/chunks.ts';
import { itemsOf } from '#core/plan/items.ts';
import { sizesOf } from '#core/plan/sizes.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import { linkMemories } from '#core/summarise/memories.ts';
import type { Excluded } from '#core/summarise/excluded.ts';
import { partOf, writtenBy } from '#core/summarise/part.ts';
import { readAnswer } from '#core/summary/text.ts';
import type { TranscriptRules } from '#core/summarise/transcript.ts';
import type { Exchange } from '#core/log/turn.ts';
import { askWithPrompt, weightOf, type ApartAnswer } from '#flows/prompt/ask-apart.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import type { CompactionCase } from '#flows/compaction/case/compaction-case.ts';
import { stillSo } from '#flows/prompt/still-so.ts';
import { noBeat, type Beat } from '#flows/compaction/job/work.ts';
import { extractPrompt } from '#prompts/summarise.ts';

/** Exchanges that are read for memories alone: cut into parts, one call a part. */

/** Room for the lines, and for some thinking, tokens. */
const answerRoom = 3000;

/** What one call reads, and how it is written down. */
export interface Extraction {
	readonly found: CompactionCase;
	readonly exchanges: readonly Exchange[];
	/** The journal of document 001 gives each line an importance and tags. */
	readonly what: 'reset' | 'journal';
	readonly card: ModelCard;
	readonly rules: TranscriptRules;
	/** What must not be remembered is not shown at all. */
	readonly hidden: Excluded;
	readonly language: Language | null;
	readonly beat: Beat;
	/** None where nothing is left to be read. */
	readonly chunks: readonly PlannedChunk[];
}

export function planExtraction(
	told: Pick<Extraction, 'found' | 'exchanges' | 'what' | 'card'> & {
		readonly nonce: string;
		readonly language?: Language | null;
		readonly beat?: Beat;
	}
): Extraction {
	const { found, exchanges, what, card, nonce } = told;
	const { language = found.language, beat = noBeat } = told;
	const { excluded } = found;
	const rules: TranscriptRules = { style: 'marked', nonce };
	const hidden = { ...excluded, leftOut: new Set([...excluded.leftOut, ...excluded.offRecord]) };
	const written = writtenBy(rules.style, excluded.offRecord, found.weigh);
	const items = itemsOf(exchanges, { weigh: found.weigh, written, leftOut: hidden.leftOut });
	const isEmpty = items.every(({ input }) => input === 0);
	const chunks = isEmpty ? [] : chunksOf(items, chunkSize(found, card));
	return { found, exchanges, what, card, rules, hidden, language, beat, chunks };
}

/** What is asked of the model and said about the case, tokens. */
const roomForInstructions = 1000;

const chunkSize = (found: CompactionCase, summariser: ModelCard): number =>
	sizesOf({
		policy: found.policy,
		summariser,
		instructions: roomForInstructions,
		usable: found.policy.usable,
		content: Infinity
	}).chunk;

/** `max_tokens` of each call. */
export const outputOf = ({ card }: Pick<Extraction, 'card'>): number =>
	Math.min(answerRoom, card.maxOutput ?? answerRoom);

/** What a call reads beside its transcript, tokens. */
export const instructionsOf = (extraction: Extraction): number =>
	weightOf(promptOf(extraction, ''), (text) => extraction.found.scale.text(text));

const promptOf = ({ found, rules, language, what }: Extraction, transcript: string) =>
	extractPrompt({ nonce: rules.nonce, transcript, language }, found.settings.prompts, what);

export type Extracted =
	| {
			readonly status: 'learnt';
			readonly lines: readonly ChunkMemory[];
			readonly cost: number | null;
	  }
	/** It answered, but not to its end. */
	| { readonly status: 'unsound'; readonly cost: number | null }
	| Exclude<ApartAnswer, { readonly status: 'answered' }>;

/** Ask for the memories of one part. */
export async function extractPart(
	ports: CompactPorts,
	extraction: Extraction,
	chunk: PlannedChunk,
	signal: AbortSignal
): Promise<Extracted> {
	const { found, exchanges, card, rules, hidden, beat } = extraction;
	const { transcript } = partOf(exchanges, chunk, rules, hidden);
	const called = await askWithPrompt(
		ports,
		{
			sessionId: found.session.id,
			endpoint: found.settings.endpoint,
			kind: 'extraction',
			prompt: promptOf(extraction, transcript),
			card,
			maxTokens: outputOf(extraction),
			temperature: null,
			weigh: (text) => found.scale.text(text),
			stillSo: () => stillSo(ports.db, found)
		},
		beat,
		signal
	);
	if (called.status !== 'answered') return called;
	const { answer, cost } = called;
	if (answer.stopReason !== 'end_turn') return { status: 'unsound', cost };
	const said = textOf(answer.content, '');
	return {
		status: 'learnt',
		lines: linkMemories(readAnswer(said).memories, exchanges, hidden),
		cost
	};
}
