import type { Failure } from '#core/failure.ts';
import { settledOrStop } from '#flows/ports/waiting.ts';
import type { OnReply, SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { Answering } from '#state/chat/answering.svelte.ts';
import type { SessionChoices } from '#state/chat/session-choices.svelte.ts';
import { onAsked } from '#state/chat/ask-elsewhere.ts';

/**
 * A message is answered by a flow that may still be on its way, and so may the telephone be. Both are waited for before
 * anything is locked, read or stored: where one does not arrive, or that is waited for no longer, nothing was done.
 */

type Ports = readonly [onReply: OnReply, signal: AbortSignal];

/** @param turnId the message it is told at where the flow does not arrive, or null for the composer */
export function runBy<Flow>(
	answering: Answering,
	{ flow, turnId }: { readonly flow: Promise<Flow>; readonly turnId: string | null },
	run: (flow: Flow, ...ports: Ports) => Promise<SendOutcome>
): Promise<SendOutcome | null> {
	const arriving = flow.catch(() => null);
	return answering.run(async (...ports) => {
		const [, signal] = ports;
		await answering.patiently(settledOrStop(arriving, signal));
		if (signal.aborted) return { status: 'stopped', turnId };
		const arrived = await arriving;
		return arrived
			? run(arrived, ...ports)
			: { status: 'failed', turnId, failure: { kind: 'not-loaded' } };
	});
}

/**
 * The same for an answer that is made in this tab: others may stop it, or have a call tried at once. What was to stay
 * out of the message stays out until it is answered, whichever way it goes out.
 */
export const answerBy = <Flow>(
	{
		answering,
		choices,
		open,
		tryNow
	}: {
		readonly answering: Answering;
		readonly choices: SessionChoices;
		/** Resolves when the telephone runs, or with why it does not. */
		readonly open: () => Promise<Failure | null>;
		readonly tryNow: (pause: number) => void;
	},
	{ flow, turnId }: { readonly flow: Promise<Flow>; readonly turnId: string | null },
	answer: (
		flow: Flow,
		how: { readonly switchedOff: readonly string[] },
		...ports: Ports
	) => Promise<SendOutcome>
): Promise<SendOutcome | null> =>
	runBy(answering, { flow: Promise.all([flow, open()]), turnId }, async (arrived, ...ports) => {
		const [flow, failure] = arrived;
		if (failure) return { status: 'failed', turnId, failure };
		const listenNoMore = onAsked({
			stop: (turnId) => {
				if (answering.reply?.turnId === turnId) answering.stop();
			},
			tryNow: (turnId) => {
				const { reply } = answering;
				if (reply?.turnId === turnId && reply.retry) tryNow(reply.retry.pause);
			}
		});
		try {
			const switchedOff = await choices.forNext();
			const outcome = await answer(flow, { switchedOff }, ...ports);
			if (outcome.status === 'answered') choices.clearOnce(switchedOff);
			return outcome;
		} finally {
			listenNoMore();
		}
	});
