import type { Failure } from '#core/failure.ts';
import type { AssistantBlock } from '#core/log/blocks.ts';
import type { StepState } from '#core/log/turn.ts';
import { endingOf, keptOfBroken, stateOfBroken } from '#core/reply/reply.ts';

/** What becomes of a call when it ends: what is kept of it as a step, and how the reply goes on from there. */

/** How often a reply that pauses by itself is asked to go on. */
const mostPauses = 4;

/** What a step says of the end of its call. */
interface Kept {
	readonly content: readonly AssistantBlock[];
	readonly state: StepState;
}

/** Nothing came because the request was too long: whoever asked may make room. Nothing is kept. */
interface MakeRoom {
	readonly next: 'make-room';
}

type AfterBroken =
	| MakeRoom
	/** Nothing was heard of the endpoint, or of what asks it: the message waits until it is reached. Nothing is kept. */
	| { readonly next: 'wait' }
	| { readonly next: 'fail'; readonly kept: Kept };

/** A call that broke off after `came`; `rounds`: how often tools were used in the reply before. */
export function afterBroken(
	failure: Failure,
	{ came, rounds }: { readonly came: readonly AssistantBlock[]; readonly rounds: number }
): AfterBroken {
	const content = keptOfBroken(came);
	if (content.length === 0) {
		// What a summary cannot make smaller goes as notes in the next request.
		const isTooLong =
			failure.kind === 'overflow' || (failure.kind === 'too-large' && failure.about === undefined);
		if (isTooLong) return { next: 'make-room' };
		const isUnheard = ['offline', 'unreachable', 'not-loaded'].includes(failure.kind);
		if (isUnheard && rounds === 0) return { next: 'wait' };
	}
	return { next: 'fail', kept: { content, state: stateOfBroken(failure, content) } };
}

type AfterAnswer =
	| MakeRoom
	| { readonly next: 'fail'; readonly kept: Kept; readonly failure: Failure }
	/** Its calls are run only under `use-tools`; else they are answered as not run. */
	| { readonly next: 'use-tools' | 'go-on' | 'finish'; readonly kept: Kept };

/** A call that was answered to its end; `pauses`: how often the reply has paused by itself before. */
export function afterAnswer(
	answer: Parameters<typeof endingOf>[0],
	{ pauses }: { readonly pauses: number }
): AfterAnswer {
	const { content } = answer;
	const ending = endingOf(answer);
	switch (ending.kind) {
		case 'overflow':
			return { next: 'make-room' };
		case 'failed': {
			const kept: Kept = { content: keptOfBroken(content), state: 'failed' };
			return { next: 'fail', kept, failure: ending.failure };
		}
		case 'tools':
			return { next: 'use-tools', kept: { content, state: 'complete' } };
		case 'paused':
			return pauses < mostPauses
				? { next: 'go-on', kept: { content, state: 'complete' } }
				: { next: 'finish', kept: { content, state: 'cut-off' } };
		case 'cut-off':
		case 'complete':
			return { next: 'finish', kept: { content, state: ending.kind } };
	}
}
