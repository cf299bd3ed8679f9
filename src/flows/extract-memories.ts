import type { ChunkMemory } from '#core/jobs.ts';
import { chunksOf } from '#core/plan/chunks.ts';
import { itemsOf } from '#core/plan/items.ts';
import { sizesOf } from '#core/plan/sizes.ts';
import { answererOf, onDevice } from '#core/settings.ts';
import { learntByCode, linkMemories } from '#core/summarise/memories.ts';
import { partOf, writtenBy } from '#core/summarise/part.ts';
import { taintOf } from '#core/lines/taint.ts';
import { readAnswer } from '#core/summary-text.ts';
import { exchangesAfter } from '#core/tail.ts';
import type { TranscriptRules } from '#core/transcript.ts';
import type { Exchange } from '#core/turn.ts';
import { sessionOf } from '#db/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { askSummariser } from '#flows/ask-summariser.ts';
import type { CompactPorts } from '#flows/compact-ports.ts';
import { readCase, type CompactionCase } from '#flows/compaction-case.ts';
import { failed } from '#flows/done.ts';
import type { CompactProgress, WorkshopJobs } from '#flows/ports.ts';
import { proposeLearnt } from '#flows/propose-learnt.ts';
import { extractPrompt } from '#prompts/summarise.ts';

/** The last extraction before a reset: what was said since the last summary, as memory lines for the desk. */

type Outcome = WorkshopJobs['extract']['outcome'];

/** Room for the lines, and for some thinking, tokens. */
const answerRoom = 3000;

/**
 * Ask once for each part; where no sound answer comes, the user's own sentences are found by code. What earlier
 * summaries cover was extracted when they were made (checklist 177).
 */
export async function extractMemories(
	ports: CompactPorts,
	{ sessionId }: WorkshopJobs['extract']['ask'],
	signal: AbortSignal,
	onProgress: (progress: CompactProgress) => void
): Promise<Outcome> {
	const { db } = ports;
	const session = await sessionOf(db, sessionId);
	if (!session) return failed({ kind: 'changed-meanwhile' });
	// The workshop does not know whether there is a key: without one the first call says so.
	const answerer = answererOf(await readSettings(db), session, 'set');
	const found = await readCase(db, { sessionId, branch: null, answerer });
	if (!found) return failed({ kind: 'changed-meanwhile' });
	const exchanges = exchangesAfter(found.exchanges, found.previous?.through ?? null);
	const reading: Reading = { found, exchanges, what: 'reset', onProgress };
	const lines = await learnLines(ports, reading, signal);
	if (lines === 'stopped' || signal.aborted) return { status: 'stopped' };
	const taint = taintOf(exchanges, 'none');
	const proposals = await proposeLearnt(ports, { sessionId, source: 'reset', taint, lines });
	return { status: 'extracted', proposals };
}

export interface Reading {
	readonly found: CompactionCase;
	readonly exchanges: readonly Exchange[];
	/** The journal of document 001 gives each line an importance and tags. */
	readonly what: 'reset' | 'journal';
	readonly onProgress: (progress: CompactProgress) => void;
}

/** Memory lines of some exchanges: by the model, or by code where no sound answer comes. */
export async function learnLines(
	ports: CompactPorts,
	{ found, exchanges, what, onProgress }: Reading,
	signal: AbortSignal
): Promise<readonly ChunkMemory[] | 'stopped'> {
	const { excluded } = found;
	const byCode = () => learntByCode(exchanges, excluded);
	const card = found.models.first;
	if (!card || found.answerer === onDevice) return byCode();
	const rules: TranscriptRules = { style: 'marked', nonce: ports.clock.newId().slice(-12) };
	const written = writtenBy(rules.style, excluded.offRecord, found.weigh);
	// Nothing of what must not be remembered is shown at all.
	const hidden = { ...excluded, leftOut: new Set([...excluded.leftOut, ...excluded.offRecord]) };
	const items = itemsOf(exchanges, { weigh: found.weigh, written, leftOut: hidden.leftOut });
	if (items.every(({ input }) => input === 0)) return [];
	const chunks = chunksOf(items, chunkSize(found, card));
	const lines: ChunkMemory[] = [];
	for (const chunk of chunks) {
		onProgress({ stage: 'summarising', done: chunk.index, of: chunks.length });
		const part = partOf(exchanges, chunk, rules, hidden);
		const prompt = extractPrompt(
			{ nonce: rules.nonce, transcript: part.transcript, language: found.language },
			found.settings.prompts,
			what
		);
		const called = await askSummariser(
			ports,
			{
				sessionId: found.session.id,
				endpoint: found.settings.endpoint,
				kind: 'extraction',
				prompt,
				card,
				maxTokens: Math.min(answerRoom, card.maxOutput ?? answerRoom),
				temperature: null,
				weigh: (text) => found.scale.text(text)
			},
			() => Promise.resolve(true),
			signal
		);
		if (called.status === 'stopped') return 'stopped';
		if (called.status === 'failed' || called.answer.stopReason !== 'end_turn') return byCode();
		const said = called.answer.content
			.map((block) => (block.type === 'text' ? block.text : ''))
			.join('');
		lines.push(...linkMemories(readAnswer(said).memories, exchanges, hidden));
	}
	return lines;
}

const chunkSize = (found: CompactionCase, card: NonNullable<CompactionCase['models']['first']>) =>
	sizesOf({
		policy: found.policy,
		summariser: card,
		instructions: 1000,
		usable: found.policy.usable ?? 0,
		content: Infinity
	}).chunk;
