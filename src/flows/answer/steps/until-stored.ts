import { isNotStored, type Failure } from '#core/failure.ts';
import type { Step } from '#core/log/turn.ts';
import type { Showing, StepShown } from '#flows/answer/reply/show-reply.ts';
import type { Heard } from '#flows/answer/steps/call-model.ts';
import { isStep } from '#flows/answer/steps/store-step.ts';

/** What came of a call, or of its tools, and was paid for, stays where it is until the browser takes it. */

/** How long after a write that failed it is tried again, ms. */
const pause = 3000;

/** What is to be stored, as it is shown. */
interface Came {
	readonly showing: Showing;
	readonly step: StepShown;
	readonly heard: Pick<Heard, 'state' | 'content' | 'usage'>;
}

/**
 * Writes until it is stored or refused for good; what the browser could not write stays on screen and in the checkpoint
 * meanwhile, but for results of tools, which wait here alone: where the tab dies their calls count as interrupted.
 * Whoever calls holds the lock of the session, so nobody recovers less of it. A stop ends no wait: it would
 * end what came, too, and only the death of the tab does that. `onWait`: called once, before the first pause.
 */
export async function untilStored(
	{ showing, step, heard }: Came,
	write: () => Promise<Step | Failure>,
	onWait?: () => Promise<unknown>
): Promise<Step | Failure> {
	let stored = await write();
	if (isStep(stored) || !isNotStored(stored)) return stored;
	await onWait?.();
	do {
		const failure = stored;
		await new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, pause);
			const again = () => {
				clearTimeout(timer);
				resolve();
			};
			showing.show(step, { ...heard, retry: null, unstored: { failure, again } });
		});
		stored = await write();
	} while (!isStep(stored) && isNotStored(stored));
	return stored;
}
