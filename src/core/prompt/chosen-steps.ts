import type { Step } from '#core/log/turn.ts';
import { stepFormOf, type StepForm } from '#core/wire/wire-rows.ts';

/** Which steps of an exchange stand in a request: the ones that count, without the attempts they replaced. */

interface ChosenStep {
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
