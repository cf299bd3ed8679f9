import type { CompactionTrigger } from '#core/jobs.ts';
import { planCompaction } from '#core/plan.ts';
import type { Planned, PlanInput } from '#core/plan/planned.ts';
import { planAgain } from '#core/plan/again.ts';
import { writtenBy } from '#core/summarise/part.ts';
import type { TranscriptRules, TranscriptStyle } from '#core/summarise/transcript.ts';
import type { CompactionCase } from '#flows/compaction/compaction-case.ts';
import type { PromptFacts } from '#flows/ports.ts';
import { summaryPrompts } from '#prompts/summarise-forms.ts';

/** From what was read to a plan: the same for the compaction that is made and for the one that is only looked at. */

const styleOf = ({ policy }: CompactionCase): TranscriptStyle =>
	policy.preset.asked.form === 'rounds' ? 'rounds' : 'marked';

/** The nonce is made of the id of the job, so that a resumed job writes the same transcript. */
export const rulesFor = (found: CompactionCase, jobId: string): TranscriptRules => ({
	style: styleOf(found),
	nonce: jobId.replaceAll('-', '').slice(-12)
});

/** Instructions of the summariser; the first request and what is said about the case come with them. Tokens. */
export const instructionsOf = ({ policy, scale }: CompactionCase): number =>
	scale.text(policy.preset.asked.words ?? summaryPrompts[policy.preset.asked.form].text) + 700;

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
		previous: found.previous,
		leftOut: found.excluded.leftOut,
		policy: found.policy,
		weigh: found.weigh,
		written: writtenBy(styleOf(found), found.excluded.offRecord, found.weigh),
		floor: facts.floor,
		parts: facts.parts,
		carried: found.carried,
		trigger,
		summariser: found.models.first,
		instructions: instructionsOf(found),
		noPlanKey: found.session.noPlanKey
	};
	return found.replaces
		? planAgain(input, { from: found.from, replaces: found.replaces })
		: planCompaction(input);
}
