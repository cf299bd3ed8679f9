import { isBusy, isDeadLine } from '#core/compaction/attempts.ts';
import type { Failure } from '#core/failure.ts';
import type { ChunkMemory } from '#core/compaction/compaction.ts';
import type { PlannedChunk } from '#core/plan/chunks.ts';
import { partOf, type TranscriptPart } from '#core/summarise/part.ts';
import { splitPart } from '#core/summarise/split.ts';
import type { Rejection } from '#core/summary/text.ts';
import type { Position } from '#core/log/turn.ts';
import { addPrices } from '#core/models/price.ts';
import type { SummaryTier } from '#core/summary/summary.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import { askWithPrompt, weightOf, type PromptCall } from '#flows/prompt/ask-apart.ts';
import { askWithRepair } from '#flows/compaction/write/ask-with-repair.ts';
import { toTell } from '#flows/compaction/case/compaction-case.ts';
import { callSizesFor, originalTask } from '#flows/compaction/case/plan-case.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { withoutModel } from '#flows/compaction/write/summarise-by-code.ts';
import {
	keptBy,
	attemptsLeft,
	settled,
	spend,
	type PartOutcome,
	type Work
} from '#flows/compaction/job/work.ts';
import { failed } from '#flows/done.ts';
import { stillSo } from '#flows/prompt/still-so.ts';
import type { RequestText } from '#prompts/prompt-text.ts';
import { summarisePrompt } from '#prompts/summarise.ts';

/** One part of the covered range becomes text: down the ladder of the preset until something sound comes of it. */

/** What a try is given. */
interface Try {
	readonly chunk: PlannedChunk;
	readonly of: number;
	readonly soFar: string | null;
	readonly card: ModelCard;
	/** It in one piece or several, one asked for after the other. */
	readonly portions: readonly PlannedChunk[];
}

/** A part is not divided into smaller ones than this, tokens. */
const smallestPart = 400;

/** Of the window of another model the transcript takes a quarter at most. */
const shareOfWindow = 4;

/** Ladder of tiers; on this device there is but one. */
const ladderOf = ({ found }: Work): readonly SummaryTier[] =>
	found.models.first ? found.policy.preset.ladder : ['extractive'];

/** Summarise a part. At most one repair a rung, and each rung of the ladder once in a cycle (INV-5). */
export async function summarisePart(
	ports: CompactPorts,
	work: Work,
	part: { readonly chunk: PlannedChunk; readonly of: number; readonly soFar: string | null },
	signal: AbortSignal
): Promise<PartOutcome> {
	// Where an earlier part has used up the tries, theirs is the reason.
	let last: Failure = work.failure ?? { kind: 'summary-rejected', reason: 'no model' };
	let dead = false;
	let before: Approach | null = null;
	const { first } = work.found.models;
	if (work.canWait && isBusy(last) && first && attemptsLeft(work, first) <= 0) return failed(last);
	for (const ladder = ladderOf(work); work.rung < ladder.length; work.rung++) {
		const tier = ladder[work.rung];
		if (tier === undefined) break;
		if (tier === 'partial') {
			// One that is made again takes the whole place of another, or none of it.
			if (part.chunk.index > 0 && !work.found.replaces) return { status: 'partial' };
			continue;
		}
		if (tier === 'extractive' || tier === 'placeholder') {
			const text = withoutModel(work, part, tier);
			if (text.text !== '') return settled(work, text);
			continue;
		}
		if (dead) continue;
		const asked = askedOn(tier, work, part.chunk);
		// A part that is small already is not paid for twice.
		if (!asked || isSame(before, asked) || attemptsLeft(work, asked.card) <= 0) continue;
		before = asked;
		const outcome = await attempt(ports, work, { ...part, ...asked }, { tier, signal });
		if (outcome.status !== 'failed') return settled(work, outcome);
		last = outcome.failure;
		// What was planned for one endpoint is not asked of another: neither on this rung of the ladder nor on a further one.
		if (last.kind === 'changed-meanwhile') return outcome;
		work.failure = last;
		dead = isDeadLine(last);
		if (work.canWait && (dead || isBusy(last))) return outcome;
	}
	return failed(last);
}

/** Who is asked on a rung of the ladder, and in what portions. */
type Approach = Pick<Try, 'card' | 'portions'>;

/** Null when there is nobody to ask. */
function askedOn(
	tier: 'full' | 'smaller-chunks' | 'cheaper-model',
	work: Work,
	chunk: PlannedChunk
): Approach | null {
	const { first, other } = work.found.models;
	const half = Math.max(smallestPart, Math.floor(work.plan.sizes.chunk / 2));
	if (tier === 'full') return first && { card: first, portions: [chunk] };
	if (tier === 'smaller-chunks')
		return first && { card: first, portions: portionsOf(work, chunk, half) };
	if (!other) return null;
	const quarter = Math.floor((other.window ?? half * shareOfWindow) / shareOfWindow);
	const most = Math.min(half, quarter, callSizesFor(work.found, work.plan, other).chunk);
	return { card: other, portions: portionsOf(work, chunk, most) };
}

/** They are told as the part they are of. */
const portionsOf = (work: Work, chunk: PlannedChunk, most: number): readonly PlannedChunk[] =>
	splitPart(toTell(work.found), chunk, {
		most,
		weigh: work.found.weigh,
		style: work.rules.style,
		excluded: work.found.excluded,
		kept: keptBy(work)
	}).map((portion) => ({ ...portion, index: chunk.index }));

/** Whether the same model would read the same in one piece, as it has just done in vain. */
function isSame(before: Approach | null, { card, portions }: Approach): boolean {
	if (before?.card.id !== card.id || before.portions.length !== portions.length) return false;
	const read = ({ from, through, lossy }: PlannedChunk) => JSON.stringify([from, through, lossy]);
	return portions.every((portion, at) => {
		const old = before.portions[at];
		return old !== undefined && read(old) === read(portion);
	});
}

/** All portions of a part with one model; one that fails fails the rung. */
async function attempt(
	ports: CompactPorts,
	work: Work,
	tried: Try,
	{ tier, signal }: { readonly tier: SummaryTier; readonly signal: AbortSignal }
): Promise<PartOutcome> {
	let soFar = tried.soFar;
	let cost: number | null = 0;
	let promptId = '';
	const memories: ChunkMemory[] = [];
	const shortened: Position[] = [];
	for (const portion of tried.portions) {
		const outcome = await askFor(ports, work, { ...tried, chunk: portion, soFar }, signal);
		if (outcome.status !== 'summarised') {
			spend(work, cost);
			return outcome;
		}
		soFar = outcome.text;
		promptId = outcome.promptId;
		cost = addPrices(cost, outcome.cost);
		memories.push(...outcome.memories);
		shortened.push(...(outcome.shortened ?? []));
	}
	const { id: model } = tried.card;
	const text = soFar ?? '';
	const { through } = tried.chunk;
	return { status: 'summarised', through, text, memories, tier, model, promptId, cost, shortened };
}

/** A portion in a request of its own. */
async function askFor(
	ports: CompactPorts,
	work: Work,
	tried: Try,
	signal: AbortSignal
): Promise<PartOutcome> {
	const { found, plan, beat } = work;
	const stretch = { ...tried.chunk, kept: keptBy(work) };
	const part = partOf(toTell(found), stretch, work.rules, found.excluded);
	const weigh = (text: string) => found.scale.text(text);
	const { output: maxTokens } = callSizesFor(found, plan, tried.card);
	// However it was planned: what cannot fit is not sent (INV-40), and the next rung of the ladder may do with less.
	const tooLong = lacksRoom(promptFor(work, tried, part, null), {
		weigh,
		maxTokens,
		window: tried.card.window
	});
	if (tooLong) return failed(tooLong);
	const outcome = await askWithRepair(work, {
		through: tried.chunk.through,
		source: weigh(part.transcript) + weigh(tried.soFar ?? ''),
		question: (repair) => {
			const prompt = promptFor(work, tried, part, repair);
			const call: PromptCall = {
				sessionId: found.session.id,
				endpoint: found.settings.endpoint,
				kind: 'summary',
				prompt,
				card: tried.card,
				maxTokens,
				temperature: found.policy.preset.asked.temperature,
				weigh,
				stillSo: () => stillSo(ports.db, found)
			};
			return Promise.resolve({
				promptId: prompt.id,
				card: tried.card,
				ask: (mostCalls) => askWithPrompt(ports, { ...call, mostCalls }, beat, signal)
			});
		}
	});
	return outcome.status === 'summarised' ? { ...outcome, shortened: part.shortened } : outcome;
}

/** More than a request may weigh beside its answer (INV-40), as a failure; null: it fits. */
function lacksRoom(
	prompt: RequestText,
	{
		weigh,
		maxTokens,
		window
	}: {
		readonly weigh: (text: string) => number;
		readonly maxTokens: number;
		readonly window: number | null;
	}
): Failure | null {
	const tokens = weightOf(prompt, weigh);
	return window !== null && tokens > 0.9 * window - maxTokens
		? { kind: 'overflow', tokens: tokens + maxTokens, window }
		: null;
}

function promptFor(work: Work, tried: Try, part: TranscriptPart, repair: Rejection | null) {
	const { found, plan } = work;
	return summarisePrompt(
		{
			form: found.policy.preset.asked.form,
			words: found.policy.preset.asked.words,
			nonce: work.rules.nonce,
			transcript: part.transcript,
			fromTurn: part.fromTurn,
			throughTurn: part.throughTurn,
			part: { at: tried.chunk.index + 1, of: tried.of },
			round: found.rounds + 1,
			soFar: tried.soFar,
			originalTask: originalTask(found),
			language: found.language,
			budget: plan.sizes.budget,
			focus: work.focus,
			images: part.images,
			cutPieces: part.shortened.length,
			notes: found.notes,
			repair
		},
		found.settings.prompts
	);
}
