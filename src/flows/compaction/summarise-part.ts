import type { Failure } from '#core/failure.ts';
import type { ChunkMemory } from '#core/jobs.ts';
import type { Plan } from '#core/plan/planned.ts';
import type { PlannedChunk } from '#core/plan/chunks.ts';
import { extractiveId, makeExtractive } from '#core/summarise/extractive.ts';
import { learntByCode, linkMemories } from '#core/summarise/memories.ts';
import { partOf, type Part } from '#core/summarise/part.ts';
import { passagesOf } from '#core/summarise/passages.ts';
import { splitPart } from '#core/summarise/split.ts';
import { checkAnswer, type Rejection } from '#core/summary/text.ts';
import { exchangesAfter } from '#core/summary/tail.ts';
import type { SummaryTier } from '#core/summary/summary.ts';
import { onDevice, type ModelCard } from '#core/settings.ts';
import { familyOf } from '#core/tokens/family.ts';
import { textOf } from '#core/log/blocks.ts';
import { headOf } from '#core/excerpt.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { TranscriptRules } from '#core/summarise/transcript.ts';
import { askSummariser } from '#flows/compaction/ask-summariser.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import type { CompactionCase } from '#flows/compaction/compaction-case.ts';
import { summarisePrompt } from '#prompts/summarise.ts';
import { summaryPrompts } from '#prompts/summarise-forms.ts';

/** One part of the covered range becomes text: down the ladder of the preset until something sound comes of it. */

/** What all parts of a compaction share; `rung` and `attempts` only ever go up. */
export interface Work {
	readonly found: CompactionCase;
	readonly plan: Plan;
	readonly rules: TranscriptRules;
	readonly round: number;
	readonly focus: string | null;
	/** Notes of today, where the preset wants them told. */
	readonly notes: string | null;
	/** A job in the background waits for a model that cannot be reached; one that somebody waits for goes on without. */
	readonly canWait: boolean;
	/** Steps of the ladder that came to nothing. */
	rung: number;
	attempts: number;
	/** Keeps the lease alive; false: somebody has cancelled the job. */
	readonly beat: () => Promise<boolean>;
}

export type PartOutcome =
	| {
			readonly status: 'summarised';
			readonly text: string;
			readonly memories: readonly ChunkMemory[];
			readonly tier: SummaryTier;
			readonly model: string;
			readonly promptId: string;
			readonly cost: number | null;
	  }
	/** Nothing came of it; what was summarised before may stand (checklist 140: partial). */
	| { readonly status: 'partial' }
	| { readonly status: 'failed'; readonly failure: Failure }
	| { readonly status: 'stopped' };

type Ports = Pick<CompactPorts, 'db' | 'model' | 'clock'>;

/** What a try is given. */
interface Try {
	readonly chunk: PlannedChunk;
	readonly of: number;
	readonly soFar: string | null;
	readonly card: ModelCard;
	/** Tokens of a part. */
	readonly most: number;
}

/** Failed calls of a cycle; after these only real text by code (INV-5). */
const mostAttempts = 3;

const failedTry = (failure: Failure): PartOutcome => ({ status: 'failed', failure });

/** No other model and no smaller part helps against these. */
const isDeadLine = ({ kind }: Failure): boolean =>
	kind === 'no-key' ||
	kind === 'key-locked' ||
	kind === 'key-refused' ||
	kind === 'forbidden' ||
	kind === 'offline' ||
	kind === 'unreachable' ||
	kind === 'redirected' ||
	kind === 'not-an-api' ||
	kind === 'spend-limit' ||
	kind === 'storage-full' ||
	kind === 'storage-closed';

/** Ladder of tiers; on this device there is but one. */
const ladderOf = ({ found }: Work): readonly SummaryTier[] =>
	found.models.first ? found.policy.preset.ladder : ['extractive'];

/** Summarise a part. At most one repair a step, and each step of the ladder once in a cycle (INV-5). */
export async function summarisePart(
	ports: Ports,
	work: Work,
	part: { readonly chunk: PlannedChunk; readonly of: number; readonly soFar: string | null },
	signal: AbortSignal
): Promise<PartOutcome> {
	let last: Failure = { kind: 'summary-rejected', reason: 'no model' };
	let dead = false;
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
			if (text.text !== '') return text;
			continue;
		}
		if (dead || work.attempts >= mostAttempts) continue;
		const tried = modelOf(tier, work);
		if (!tried) continue;
		const outcome = await attempt(ports, work, { ...part, ...tried }, { tier, signal });
		if (outcome.status !== 'failed') return outcome;
		last = outcome.failure;
		// What was planned for one endpoint is not asked of another: neither this step of the ladder nor a further one.
		if (last.kind === 'changed-meanwhile') return outcome;
		work.attempts++;
		dead = isDeadLine(last);
		if (dead && work.canWait) return outcome;
	}
	return failedTry(last);
}

/** Who is asked on a step of the ladder, and in what portions; null when there is nobody. */
function modelOf(
	tier: 'full' | 'smaller-chunks' | 'cheaper-model',
	{ found, plan }: Work
): Pick<Try, 'card' | 'most'> | null {
	const { first, other } = found.models;
	const half = Math.max(400, Math.floor(plan.sizes.chunk / 2));
	if (tier === 'full') return first && { card: first, most: plan.sizes.chunk };
	if (tier === 'smaller-chunks') return first && { card: first, most: half };
	return other && { card: other, most: Math.min(half, Math.floor((other.window ?? half * 4) / 4)) };
}

/** What no summary stands for yet: of a turn that was covered in part, the steps that are left. */
const toTell = ({ exchanges, previous }: CompactionCase): readonly Exchange[] =>
	exchangesAfter(exchanges, previous?.through ?? null);

/** All portions of a part with one model; one that fails fails the step. */
async function attempt(
	ports: Ports,
	work: Work,
	tried: Try,
	{ tier, signal }: { readonly tier: SummaryTier; readonly signal: AbortSignal }
): Promise<PartOutcome> {
	const { found } = work;
	const { chunk } = tried;
	const portions =
		tier === 'full'
			? [chunk]
			: splitPart(toTell(found), chunk, {
					most: tried.most,
					weigh: found.weigh,
					style: work.rules.style,
					excluded: found.excluded
				});
	let soFar = tried.soFar;
	let cost: number | null = 0;
	let promptId = '';
	const memories: ChunkMemory[] = [];
	for (const portion of portions) {
		const outcome = await askWithRepair(ports, work, { ...tried, chunk: portion, soFar }, signal);
		if (outcome.status !== 'summarised') return outcome;
		soFar = outcome.text;
		promptId = outcome.promptId;
		cost = cost === null || outcome.cost === null ? null : cost + outcome.cost;
		memories.push(...outcome.memories);
	}
	const { id: model } = tried.card;
	return { status: 'summarised', text: soFar ?? '', memories, tier, model, promptId, cost };
}

/** Ask; when the answer is not sound, ask once more and say why (INV-34). */
async function askWithRepair(
	ports: Ports,
	work: Work,
	tried: Try,
	signal: AbortSignal
): Promise<PartOutcome> {
	const { found, plan } = work;
	const part = partOf(toTell(found), tried.chunk, work.rules, found.excluded);
	const { asked } = found.policy.preset;
	let repair: Rejection | null = null;
	let spent: number | null = 0;
	for (let turn = 0; turn < 2; turn++) {
		const prompt = promptFor(work, tried, part, repair);
		const called = await askSummariser(
			ports,
			{
				sessionId: found.session.id,
				endpoint: found.settings.endpoint,
				kind: 'summary',
				prompt,
				card: tried.card,
				maxTokens: plan.sizes.output,
				temperature: asked.temperature,
				weigh: (text) => found.scale.text(text)
			},
			work.beat,
			signal
		);
		if (called.status === 'stopped') return called;
		spent = spent === null || called.cost === null ? null : spent + called.cost;
		if (called.status === 'failed') return failedTry(called.failure);
		const checked = checkAnswer(called.answer, {
			form: isOwnWords(found) ? null : asked.form,
			language: found.language,
			cap: plan.sizes.cap,
			source: found.scale.text(part.transcript) + found.scale.text(tried.soFar ?? ''),
			weigh: (text) => found.scale.text(text)
		});
		if (checked.status === 'accepted')
			return {
				status: 'summarised',
				text: checked.answer.text,
				memories: linkMemories(checked.answer.memories, found.exchanges, found.excluded),
				tier: 'full',
				model: tried.card.id,
				promptId: prompt.id,
				cost: spent
			};
		repair = checked.reason;
		if (called.answer.stopReason === 'refusal')
			return failedTry({ kind: 'refused', category: called.answer.stopCategory });
	}
	return failedTry({ kind: 'summary-rejected', reason: repair ?? 'empty' });
}

/** The user's own instructions may ask for other sections than ours, or none. */
export const isOwnWords = ({ policy, settings }: CompactionCase): boolean =>
	policy.preset.asked.words !== null ||
	settings.prompts[summaryPrompts[policy.preset.asked.form].id] !== undefined;

function promptFor(work: Work, tried: Try, part: Part, repair: Rejection | null) {
	const { found, plan } = work;
	const first = found.first ? headOf(textOf(found.first.turn.asked), 1500).trim() : '';
	return summarisePrompt(
		{
			form: found.policy.preset.asked.form,
			words: found.policy.preset.asked.words,
			nonce: work.rules.nonce,
			transcript: part.transcript,
			fromTurn: part.fromTurn,
			throughTurn: part.throughTurn,
			part: { at: tried.chunk.index + 1, of: tried.of },
			round: work.round,
			soFar: tried.soFar,
			originalTask: first === '' ? null : first,
			language: found.language,
			budget: plan.sizes.budget,
			focus: work.focus,
			images: part.images,
			cutPieces: tried.chunk.lossy.length,
			notes: work.notes,
			repair
		},
		found.settings.prompts
	);
}

/** The tiers that need no model. */
function withoutModel(
	{ found, plan }: Work,
	{ chunk, soFar }: { readonly chunk: PlannedChunk; readonly soFar: string | null },
	tier: 'extractive' | 'placeholder'
): Extract<PartOutcome, { status: 'summarised' }> {
	const rules: TranscriptRules = { style: 'marked', nonce: '' };
	const part = partOf(toTell(found), chunk, rules, found.excluded);
	const text =
		tier === 'placeholder'
			? placeholder(plan.messageCount)
			: makeExtractive(passagesOf(part.exchanges, found.excluded.leftOut), {
					budget: Math.floor((plan.sizes.budget + plan.sizes.cap) / 2),
					family: familyOf(found.answerer),
					language: found.language?.code ?? null,
					soFar,
					images: part.images,
					besideAnchors: plan.sizes.anchors > 0
				});
	return {
		status: 'summarised',
		text,
		memories: tier === 'placeholder' ? [] : learntByCode(part.exchanges, found.excluded),
		tier,
		model: onDevice,
		promptId: tier === 'placeholder' ? 'placeholder-1' : extractiveId,
		cost: 0
	};
}

/** Document 000, word for word (checklist 141); it exists in its own preset only. */
const placeholder = (messages: number): string =>
	`[Context contained ${messages} messages that were compacted. Summary unavailable due to size limits.]`;
