import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import { startOfText } from '#core/text/excerpt.ts';
import { textOf } from '#core/log/blocks.ts';
import { planCompaction } from '#core/plan/plan.ts';
import { countsOf, itemsOf, itemsWithin } from '#core/plan/items.ts';
import type { Plan, Planned, PlanInput } from '#core/plan/planned.ts';
import { planAgain } from '#core/plan/again.ts';
import { callSizes } from '#core/plan/sizes.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import { writtenBy } from '#core/summarise/part.ts';
import type { TranscriptRules, TranscriptStyle } from '#core/summarise/transcript.ts';
import { spoken, textsSent, type Summary } from '#core/summary/summary.ts';
import { questionKept } from '#core/log/coverage.ts';
import type { Position } from '#core/log/turn.ts';
import { toTell, type CompactionCase } from '#flows/compaction/case/compaction-case.ts';
import type { PromptFacts } from '#core/compaction/stored-job.ts';
import { instructionsFor, summaryPrompts, transcriptReading } from '#prompts/summarise-forms.ts';

/** From what was read to a plan: the same for the compaction that is made and for the one that is only looked at. */

const styleOf = ({ policy }: CompactionCase): TranscriptStyle =>
	policy.preset.asked.form === 'rounds' ? 'rounds' : 'marked';

/** The nonce is made of the id of the job, so that a resumed job writes the same transcript. */
export const rulesFor = (found: CompactionCase, jobId: string): TranscriptRules => ({
	style: styleOf(found),
	nonce: jobId.replaceAll('-', '').slice(-12)
});

/** What is said about the case, and the lines around what is told; room for them, tokens. */
const besideInstructions = 400;

/** Characters of the first request that each part is told. */
const longestTask = 1500;

/** The first request of the session as each part is told it; null: there is none. */
export const originalTask = ({ first }: CompactionCase): string | null =>
	(first && startOfText(textOf(first.turn.asked), longestTask).trim()) || null;

/** Instructions of the summariser with what comes along with every part, tokens. */
export const instructionsOf = (found: CompactionCase): number => {
	const { policy, scale, settings } = found;
	const { words, form } = policy.preset.asked;
	const asked = instructionsFor(summaryPrompts[form], transcriptReading, settings.prompts, words);
	const beside = scale.text(originalTask(found) ?? '') + scale.text(found.notes ?? '');
	return scale.text(asked) + beside + besideInstructions;
};

/** The summary it goes on from, as whoever writes is told it, tokens. */
export const toldBefore = ({ previous, scale }: CompactionCase): number =>
	scale.text(spoken(previous)?.text ?? '');

/** What one call of a model may read and say: the one planned with, or another that is asked in its place. */
export const callSizesFor = (
	found: CompactionCase,
	{ sizes }: Pick<Plan, 'sizes'>,
	summariser: ModelCard
): ReturnType<typeof callSizes> =>
	callSizes({
		policy: found.policy,
		summariser,
		instructions: instructionsOf(found),
		held: toldBefore(found),
		usable: found.policy.usable,
		cap: sizes.cap
	});

const writtenFor = (found: CompactionCase): PlanInput['written'] =>
	writtenBy(styleOf(found), found.excluded.offRecord, found.weigh);

/** A summary without the anchors that do not go along. */
const asSent = ({ session, policy }: CompactionCase, summary: Summary): Summary => ({
	...summary,
	anchors: textsSent(summary, session, policy.preset)[1] ?? ''
});

export function planCase({
	found,
	facts,
	trigger
}: {
	readonly found: CompactionCase;
	readonly facts: PromptFacts;
	readonly trigger: CompactionTrigger;
}): Planned {
	const input: PlanInput = {
		exchanges: found.exchanges,
		previous: found.previous && asSent(found, found.previous),
		leftOut: found.excluded.leftOut,
		policy: found.policy,
		weigh: found.weigh,
		written: writtenFor(found),
		floor: facts.floor,
		parts: facts.parts,
		carried: found.carried,
		trigger,
		summariser: found.models.first,
		instructions: instructionsOf(found),
		noPlanKey: found.session.noPlanKey,
		saidBefore: found.session.saidBefore
	};
	return found.replaces
		? planAgain(input, { from: found.from, replaces: asSent(found, found.replaces) })
		: planCompaction(input);
}

/**
 * Whether a summary can be written inside the conversation: turns off the record are marked in a transcript, but not
 * where they were said, and parts that are switched off are not there.
 */
export const mayBeInside = ({
	session,
	excluded,
	branch,
	models,
	replaces
}: CompactionCase): boolean =>
	models.first !== null &&
	replaces === null &&
	branch === session.branch &&
	session.switchedOff.length === 0 &&
	excluded.offRecord.size === 0;

/** What a plan covers as far as `through`, where its later parts came to nothing; counted as the plan counts all of it. */
export function countsThrough(
	found: CompactionCase,
	plan: Plan,
	through: Position
): ReturnType<typeof countsOf> {
	const { exchanges, weigh, excluded } = found;
	const rules = { weigh, written: writtenFor(found), leftOut: excluded.leftOut };
	const from = plan.chunks[0]?.from ?? plan.from;
	const kept = questionKept(exchanges, through);
	const items = itemsOf(toTell(found), rules);
	return countsOf(itemsWithin(items, { from, through, kept }));
}
