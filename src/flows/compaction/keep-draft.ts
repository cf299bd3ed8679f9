import { rankAnchors, type AnchorList } from '#core/anchors/rank.ts';
import type { Passage } from '#core/anchors/passage.ts';
import { branchAt } from '#core/log/path.ts';
import { tailOfStep } from '#core/log/chain.ts';
import type { ChunkMemory, Compaction } from '#core/plan/compaction.ts';
import type { Plan } from '#core/plan/planned.ts';
import { onDevice } from '#core/settings.ts';
import { partOf } from '#core/summarise/part.ts';
import { passagesOf } from '#core/summarise/passages.ts';
import { withStatuses } from '#core/summarise/requests.ts';
import { taintOf, worse } from '#core/lines/taint.ts';
import type { Summary, SummaryTier } from '#core/summary/summary.ts';
import { exchangesAfter } from '#core/summary/tail.ts';
import { familyOf } from '#core/tokens/family.ts';
import type { Exchange, Position } from '#core/log/turn.ts';
import { changeSession } from '#db/sessions.ts';
import { addDraft, changeCompaction, nextRound } from '#db/summaries.ts';
import { noteActivity } from '#flows/activity.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import type { Failure } from '#core/failure.ts';
import type { CompactionCase } from '#flows/compaction/compaction-case.ts';
import { endWithoutPlan } from '#flows/compaction/end-compaction.ts';
import { keptElsewhere, lossOf, rangeOf } from '#flows/compaction/loss-of.ts';
import { countsThrough, rulesFor } from '#flows/compaction/plan-case.ts';
import type { CompactOutcome } from '#flows/ports/workshop.ts';
import { proposeLearnt } from '#flows/memory/propose-learnt.ts';
import { memoryTaint } from '#flows/memory/session-words.ts';
import { toTell } from '#flows/compaction/work.ts';
import type { PromptFacts, StoredJob } from '#core/plan/stored-job.ts';

/** The end of a compaction: memory lines to the desk, anchors, loss report, and the draft that waits for the user. */

export interface Finished {
	readonly job: Compaction;
	readonly found: CompactionCase;
	readonly plan: Plan;
	readonly stored: StoredJob & { readonly facts: PromptFacts };
	/** Not every part could be summarised; the boundary moves back to the last one that was (INV-16). */
	readonly isPartial: boolean;
}

/** The worst tier of the parts names the whole. */
const worst: readonly SummaryTier[] = [
	'full',
	'smaller-chunks',
	'cheaper-model',
	'partial',
	'extractive',
	'placeholder'
];

export async function keepDraft(ports: CompactPorts, finished: Finished): Promise<CompactOutcome> {
	const { db, clock } = ports;
	const { job, found, plan, stored } = finished;
	const last = job.chunks.at(-1);
	if (!last) return { status: 'failed', failure: { kind: 'summary-rejected', reason: 'empty' } };
	const through = finished.isPartial ? last.through : plan.through;
	const covered = rangeOf(found.exchanges, plan.from, through);
	const { turnCount, messageCount, imageCount } = finished.isPartial
		? countsThrough(found, plan, through)
		: plan;
	const said = passagesOf(covered, found.excluded.leftOut);
	const text =
		found.policy.preset.asked.form === 'recommended' && last.model !== onDevice
			? withStatuses(last.text, withoutExcluded(covered, found))
			: last.text;
	const bare =
		stored.facts.floor + found.carried + found.scale.text(text) + tailTokens(found, through);
	// The call is paid, but a summary that makes the prompt larger helps nobody.
	const most = mostFor(job, plan);
	if (bare >= most) {
		const planned = { kind: 'no-op', reason: 'little-to-gain', key: plan.key } as const;
		return endWithoutPlan(ports, { job, found, planned });
	}
	const list = anchorsFor(found, plan, said);
	const anchors = list && bare + found.scale.text(list.text) < most ? list : null;
	const kept = [text, anchors?.text ?? '', ...(await keptElsewhere(ports, found.session))];
	const at = clock.now();
	const tokensAfter = bare + found.scale.text(anchors?.text ?? '');
	const tier = finished.isPartial ? 'partial' : tierOf(job);
	const draft: Summary = {
		id: clock.newId(),
		sessionId: job.sessionId,
		// Before a fork the turns are those of the branch it left: only there can it be found and used.
		branch: branchAt(found.path, through.seq) ?? found.branch,
		round: await nextRound(db, job.sessionId),
		from: plan.from,
		through,
		status: 'draft',
		standsFor: 'text',
		text,
		originalText: text,
		anchors: anchors?.text ?? '',
		editedAt: null,
		taint: taintOf(
			stored.inside ? found.exchanges : covered,
			worse(taintBefore(found), await memoryTaint(db))
		),
		preset: found.policy.preset.id,
		promptId: last.promptId,
		model: last.model,
		tier,
		failure: tier === 'full' || !job.failure ? null : withoutDetail(job.failure),
		tokensBefore: plan.tokensBefore,
		tokensAfter,
		turnCount,
		messageCount,
		imageCount,
		cost: costOf(job),
		loss: lossOf(covered, { said, kept, before: spokenBefore(found) }),
		lossy: stored.inside ? [] : notReadWhole(finished),
		throughHash: linkAt(found.exchanges, through),
		archiveId: null,
		createdAt: at,
		committedAt: null,
		compactionId: job.id
	};
	const lines = job.chunks.flatMap(({ memories }) => memories);
	const learning = { sessionId: job.sessionId, taint: draft.taint };
	const proposals =
		(stored.learnt ?? 0) +
		(await proposeLearnt(ports, { ...learning, source: 'compaction', lines })) +
		(await proposeLearnt(ports, {
			...learning,
			source: 'synthesis',
			lines: synthesisOf(draft.text, withoutExcluded(covered, found), found)
		}));
	const put = await addDraft(db, draft);
	if (put.status === 'failed') return put;
	await changeCompaction(db, job.id, () => ({
		status: 'review',
		summaryId: draft.id,
		plan: { ...stored, anchors },
		leaseUntil: 0,
		updatedAt: clock.now()
	}));
	const isEnough = plan.target === null || tokensAfter <= plan.target;
	if (!isEnough) await changeSession(db, job.sessionId, () => ({ noPlanKey: plan.key }));
	await noteActivity(ports, {
		at,
		kind: 'draft',
		sessionId: job.sessionId,
		details: {
			summaryId: draft.id,
			round: draft.round,
			trigger: job.trigger,
			tier: draft.tier,
			tokensBefore: draft.tokensBefore,
			tokensAfter,
			turns: draft.turnCount,
			model: draft.model,
			cost: draft.cost,
			proposals,
			insufficient: !isEnough
		}
	});
	return { status: 'drafted', summary: draft, proposals };
}

/**
 * The prompt must get smaller than this, tokens. One that is made again may say more than the worn one did; where the
 * endpoint itself says that a prompt is too long, our own weights are no measure.
 */
const mostFor = ({ trigger }: Compaction, plan: Plan): number =>
	trigger === 'again' || trigger === 'overflow' ? Infinity : plan.tokensBefore;

/** The endpoint's own words may quote a message: they stay with the job, which forgetting knows. */
const withoutDetail = (failure: Failure): Failure =>
	'detail' in failure ? { ...failure, detail: '' } : failure;

/** Lines of a synthesis that a note takes; the whole of it is the summary itself. */
const mostLines = 8;

/**
 * Document 001 writes its summary into the journal too (checklist 158): a line a paragraph, for today's note. Not
 * where it may hold what is off the record.
 */
function synthesisOf(
	text: string,
	covered: readonly Exchange[],
	{ policy, excluded, session }: CompactionCase
): readonly ChunkMemory[] {
	if (policy.preset.memory !== 'before' || session.offRecord) return [];
	if (covered.some(({ turn }) => excluded.offRecord.has(turn.turnId))) return [];
	const turnIds = covered.map(({ turn }) => turn.turnId);
	return text
		.split(/\n+/)
		.filter((line) => line.trim() !== '' && !/^#{1,6}\s/.test(line))
		.slice(0, mostLines)
		.map((line) => ({ text: line, turnIds, importance: null, tags: ['synthesis'] }));
}

/** Pieces of which the summariser read head and tail; code that takes real text reads all of them. */
const notReadWhole = ({ job, found, plan }: Finished): readonly string[] =>
	plan.chunks
		.slice(0, job.chunks.length)
		.filter((_, at) => job.chunks[at]?.model !== onDevice)
		.flatMap(
			(chunk) => partOf(toTell(found), chunk, rulesFor(found, job.id), found.excluded).shortened
		)
		.map(({ seq, step }) => `${seq}:${step}`);

/** A summary that stands for nothing was not read by anybody. */
const spokenBefore = ({ previous }: CompactionCase): Summary | null =>
	previous?.standsFor === 'text' ? previous : null;

const taintBefore = (found: CompactionCase): Summary['taint'] =>
	spokenBefore(found)?.taint ?? 'none';

const tierOf = ({ chunks }: Compaction): SummaryTier =>
	worst[Math.max(0, ...chunks.map(({ tier }) => worst.findIndex((known) => known === tier)))] ??
	'full';

/** The sum of the parts; one unknown price makes it unknown. */
const costOf = ({ chunks }: Compaction): number | null =>
	chunks.reduce<number | null>(
		(sum, { cost }) => (sum === null || cost === null ? null : sum + cost),
		0
	);

const withoutExcluded = (
	exchanges: readonly Exchange[],
	{ excluded }: CompactionCase
): readonly Exchange[] => exchanges.filter(({ turn }) => !excluded.leftOut.has(turn.turnId));

/** The list beside the prose, merged with that of the round before (context.md 9). */
function anchorsFor(
	{ policy, previous, previousAnchors, answerer }: CompactionCase,
	{ sizes }: Plan,
	said: readonly Passage[]
): AnchorList | null {
	if (!policy.preset.anchors || sizes.anchors === 0) return null;
	// A list without its counts (an import, an edit by hand) is read again as somebody's words.
	const again: readonly Passage[] =
		previous?.standsFor === 'text' && !previousAnchors && previous.anchors !== ''
			? [{ key: previous.id, by: 'assistant', text: previous.anchors }]
			: [];
	return rankAnchors([...again, ...said], {
		budget: sizes.anchors,
		family: familyOf(answerer),
		...(previousAnchors ? { previous: previousAnchors } : {})
	});
}

/** What stays word for word behind the boundary, tokens. */
function tailTokens({ exchanges, excluded, weigh }: CompactionCase, through: Position): number {
	let sum = 0;
	for (const { turn, steps } of exchangesAfter(exchanges, through)) {
		if (excluded.leftOut.has(turn.turnId) || turn.forgottenAt !== undefined) continue;
		sum += weigh.question(turn) + steps.reduce((all, step) => all + weigh.step(step), 0);
	}
	return sum;
}

/** The hash of the last link that is covered: the commit checks that it is still the same (INV-38). */
function linkAt(exchanges: readonly Exchange[], through: Position): string {
	const last = exchanges.find(({ turn }) => turn.seq === through.seq);
	const step = last?.steps.find(({ index }) => index === through.step);
	return step ? tailOfStep(step) : (last?.turn.hash ?? '');
}
