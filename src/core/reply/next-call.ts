import type { Failure } from '#core/failure.ts';
import type { Message } from '#core/log/blocks.ts';
import type { Step } from '#core/log/turn.ts';
import { weightAfter, type CallWeight } from '#core/prompt/weight/call-weight.ts';
import { hasOutgrown } from '#core/prompt/weight/outgrown.ts';
import type { Assembled } from '#core/prompt/weight/making-room.ts';
import { scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import { resumeWire, sayAssistant, sayUser, settle } from '#core/wire/wire.ts';
import { stepFormOf } from '#core/wire/wire-rows.ts';

/** The call that follows a step of a reply: what it holds, and whether it is made. */

/** Rounds of tool calls in one reply. */
const mostRounds = 16;

/** A call before it is sent. */
export interface PlannedCall {
	readonly messages: readonly Message[];
	readonly weight: CallWeight;
}

/** Everything said so far, and what this step added. `reported`: size of the context behind the step, tokens; null: unknown. */
export function callAfter(
	step: Step,
	call: PlannedCall,
	{ input, prompt }: Assembled,
	reported: number | null
): PlannedCall {
	const form = stepFormOf(step);
	if (!form) throw new Error('A step that says nothing cannot be gone on from');
	const wire = resumeWire(call.messages, input.words, { tools: prompt.body.tools !== undefined });
	sayAssistant(wire, form, step.basis);
	for (const slot of wire.slots) wire.messages[slot.at] = slot.full;
	if (form.results) sayUser(wire, form.results);
	settle(wire);
	const { messages } = wire;
	return {
		messages,
		weight: weightAfter(call.weight, scaleOf(input.session, input.card.id), {
			before: call.messages,
			after: messages,
			reported,
			results: step.results ?? []
		})
	};
}

type AfterTools =
	/** The user stopped while they ran. */
	| { readonly next: 'stop' }
	| { readonly next: 'fail'; readonly failure: Failure }
	/** What they said takes the next call over its threshold. */
	| { readonly next: 'make-room' }
	| { readonly next: 'go-on' };

/** What follows when the tools of a step have answered; `call`: the one that would be made. */
export function afterTools(
	call: PlannedCall,
	{ input, prompt }: Assembled,
	reply: {
		/** Rounds of tool calls, this one included. */
		readonly rounds: number;
		readonly isStopped: boolean;
		/** If not, the endpoint decides what is too long. */
		readonly mayMakeRoom: boolean;
		/** The endpoint told what it read for the step. */
		readonly isReported: boolean;
	}
): AfterTools {
	if (reply.isStopped) return { next: 'stop' };
	if (reply.rounds >= mostRounds)
		return { next: 'fail', failure: { kind: 'tool-limit', limit: mostRounds } };
	const { messages, weight } = call;
	const { isReported, mayMakeRoom } = reply;
	const isTooMuch =
		mayMakeRoom &&
		hasOutgrown(input.policy, prompt.weight, {
			messages,
			...(prompt.body.system && { system: prompt.body.system }),
			tokens: weight.tokens,
			isReported
		});
	return { next: isTooMuch ? 'make-room' : 'go-on' };
}
