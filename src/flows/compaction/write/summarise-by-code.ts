import type { PlannedChunk } from '#core/plan/chunks.ts';
import type { Plan } from '#core/plan/planned.ts';
import { onDevice } from '#core/models/model-card.ts';
import { extractiveId, makeExtractive } from '#core/summarise/extractive.ts';
import { learntByCode } from '#core/summarise/memories.ts';
import { partOf } from '#core/summarise/part.ts';
import { passagesOf } from '#core/summarise/passages.ts';
import type { TranscriptRules } from '#core/summarise/transcript.ts';
import { familyOf } from '#core/tokens/family.ts';
import { toTell } from '#flows/compaction/case/compaction-case.ts';
import { keptBy, type PartOutcome, type Work } from '#flows/compaction/job/work.ts';

/** The last rungs of the ladder: a part becomes text without any model. */

/**
 * The tiers that need no model. Real text is taken from all that is left at once, whatever parts it was planned in:
 * made part by part, each would cut the text of those before it to a quarter.
 */
export function withoutModel(
	{ found, plan }: Work,
	{ chunk, soFar }: { readonly chunk: PlannedChunk; readonly soFar: string | null },
	tier: 'extractive' | 'placeholder'
): Extract<PartOutcome, { status: 'summarised' }> {
	const rules: TranscriptRules = { style: 'marked', nonce: '' };
	const through = tier === 'extractive' ? plan.through : chunk.through;
	const stretch = { ...chunk, through, kept: keptBy({ found, plan }) };
	const part = partOf(toTell(found), stretch, rules, found.excluded);
	const text =
		tier === 'placeholder'
			? placeholder(plan.messageCount)
			: makeExtractive(passagesOf(part.exchanges, found.excluded.leftOut), {
					budget: Math.floor((plan.sizes.budget + plan.sizes.cap) / 2),
					family: familyOf(found.answerer),
					language: found.language?.code ?? null,
					soFar: soFar === null ? null : { text: soFar, share: shareBefore(chunk, plan) },
					images: part.images,
					besideAnchors: plan.sizes.anchors > 0
				});
	return {
		status: 'summarised',
		through,
		text,
		memories: tier === 'placeholder' ? [] : learntByCode(part.exchanges, found.excluded),
		tier,
		model: onDevice,
		promptId: tier === 'placeholder' ? 'placeholder-1' : extractiveId,
		cost: 0
	};
}

/** Of what is covered, the share that was told before a part: what tells it keeps as much of the room. */
function shareBefore({ index }: PlannedChunk, { chunks }: Plan): number {
	const sum = (parts: readonly PlannedChunk[]) =>
		parts.reduce((all, { tokens }) => all + tokens, 0);
	return sum(chunks.slice(0, index)) / Math.max(1, sum(chunks));
}

/** Document 000, word for word (checklist 141); it exists in its own preset only. */
const placeholder = (messages: number): string =>
	`[Context contained ${messages} messages that were compacted. Summary unavailable due to size limits.]`;
