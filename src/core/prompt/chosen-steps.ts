import type { Summary } from '#core/summary/summary.ts';
import type { Exchange, Mark, Step } from '#core/log/turn.ts';
import { stepFormOf, type StepForm } from '#core/wire/wire-rows.ts';

/** Which steps of an exchange stand in a request: the ones that count, without the attempts they replaced. */

export interface ChosenStep {
	readonly step: Step;
	readonly form: StepForm;
}

/**
 * `next`: whether what comes behind the last step goes on where it broke off (`on`), replaces it (`anew`), or is
 * another turn (`null`). Failures and silence are never sent; a broken step is sent when the next one goes on from
 * it, or when the user went on talking without a retry. `after`: index of the last step that a summary covers.
 */
export function chooseSteps(
	steps: readonly Step[],
	next: 'on' | 'anew' | null,
	after = -1
): readonly ChosenStep[] {
	const chosen: ChosenStep[] = [];
	let follower = next;
	for (let at = steps.length - 1; at >= 0; at--) {
		const step = steps[at];
		if (!step || step.index <= after) break;
		const form = stepFormOf(step);
		if (!form) continue;
		if (step.state !== 'complete' && follower === 'anew') continue;
		chosen.push({ step, form });
		follower = step.continues ? 'on' : 'anew';
	}
	return chosen.reverse();
}

/** Index of the last step of a turn that a summary covers; -1: none, or only the question. */
export const coveredStep = (summary: Summary | null, exchange: Exchange): number =>
	summary && exchange.turn.seq === summary.through.seq ? summary.through.step : -1;

/** Whether a summary covers all of an exchange. */
export function isCovered(summary: Summary | null, exchange: Exchange): boolean {
	if (!summary || exchange.turn.seq > summary.through.seq) return false;
	if (exchange.turn.seq < summary.through.seq) return true;
	return (exchange.steps.at(-1)?.index ?? -1) <= summary.through.step;
}

/** Turns that the user keeps out of the prompt. */
export function leftOutTurns(marks: readonly Mark[]): ReadonlySet<string> {
	const out = new Set<string>();
	for (const mark of marks)
		if (mark.kind === 'left-out' || mark.kind === 'deleted') out.add(mark.turnId);
	return out;
}

/** Turns that the user has deleted: gone from what is shown, sent and handed on, until that is undone. */
export const deletedTurns = (marks: readonly Mark[]): ReadonlySet<string> =>
	new Set(marks.flatMap(({ kind, turnId }) => (kind === 'deleted' ? [turnId] : [])));
