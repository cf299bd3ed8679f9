import { linkMemories } from '#core/summarise/memories.ts';
import { checkAnswer, type Rejection } from '#core/summary/text.ts';
import type { Failure } from '#core/failure.ts';
import type { Position } from '#core/log/turn.ts';
import { addPrices } from '#core/models/price.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import type { ApartAnswer } from '#flows/prompt/ask-apart.ts';
import type { CompactionCase } from '#flows/compaction/case/compaction-case.ts';
import { attemptsLeft, spend, type PartOutcome, type Work } from '#flows/compaction/job/work.ts';
import { summaryPrompts } from '#prompts/summarise-forms.ts';

/** Ask for a summary; when the answer is not sound, ask once more and say why (INV-34). */

/** A request for a summary, ready to go. */
export interface Question {
	/** Of its prompt. */
	readonly promptId: string;
	readonly card: ModelCard;
	/** What is asked, where an answer could repeat it. */
	readonly instructions?: string;
	/** `mostCalls`: while nothing is answered. */
	readonly ask: (mostCalls: number) => Promise<ApartAnswer>;
}

/** `Whether` is a question, or null where it cannot be asked this way. */
interface Sought<Whether> {
	/** As far as the summary stands for the messages. */
	readonly through: Position;
	/** Tokens of what the summary stands for, the summary before it included. */
	readonly source: number;
	/** `repair`: why the answer before was not taken. */
	readonly question: (repair: Rejection | null) => Promise<Whether>;
}

/** The first time, and once more. */
const mostTries = 2;

/** It could not be asked this way; no answer is used. */
interface Unfit {
	readonly status: 'unfit';
}

export function askWithRepair(work: Work, sought: Sought<Question>): Promise<PartOutcome>;
export function askWithRepair(
	work: Work,
	sought: Sought<Question | null>
): Promise<PartOutcome | Unfit>;
export async function askWithRepair(
	work: Work,
	{ through, source, question }: Sought<Question | null>
): Promise<PartOutcome | Unfit> {
	const { found, plan } = work;
	let repair: Rejection | null = null;
	let spent: number | null = 0;
	let attempts = 0;
	const inVain = (failure: Failure): PartOutcome => {
		spend(work, spent);
		work.attempts += attempts;
		return { status: 'failed', failure };
	};
	for (let tries = 0; tries < mostTries; tries++) {
		const asked = await question(repair);
		if (!asked) {
			spend(work, spent);
			return { status: 'unfit' };
		}
		work.tried.add(asked.card.id);
		// A repair belongs to the attempt that was not taken.
		const called = await asked.ask(Math.max(1, attemptsLeft(work, asked.card) - attempts));
		if (called.status === 'stopped') return called;
		spent = addPrices(spent, called.cost);
		if (called.status === 'failed') {
			// What was planned for one endpoint was not asked of another.
			if (called.failure.kind !== 'changed-meanwhile') attempts += called.calls;
			return inVain(called.failure);
		}
		const { answer } = called;
		const checked = checkAnswer(answer, {
			form: hasInstructionsOfUser(found) ? null : found.policy.preset.asked.form,
			language: found.language,
			cap: plan.sizes.cap,
			source,
			weigh: (text) => found.scale.text(text),
			...(asked.instructions === undefined ? {} : { instructions: asked.instructions })
		});
		if (checked.status === 'accepted')
			return {
				status: 'summarised',
				through,
				text: checked.answer.text,
				memories: linkMemories(checked.answer.memories, found.exchanges, found.excluded),
				tier: 'full',
				model: asked.card.id,
				promptId: asked.promptId,
				cost: spent
			};
		repair = checked.reason;
		attempts = 1;
		if (answer.stopReason === 'refusal')
			return inVain({ kind: 'refused', category: answer.stopCategory });
	}
	return inVain({ kind: 'summary-rejected', reason: repair ?? 'empty' });
}

/** The user's own instructions may ask for other sections than ours, or none. */
const hasInstructionsOfUser = ({ policy, settings }: CompactionCase): boolean =>
	policy.preset.asked.words !== null ||
	settings.prompts[summaryPrompts[policy.preset.asked.form].id] !== undefined;
