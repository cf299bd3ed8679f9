import type { AssistantBlock } from '#core/log/blocks.ts';
import type { Failure } from '#core/failure.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { Model, ModelEvent } from '#flows/ports/model.ts';

/** A model that answers as a script says and remembers what it was asked. */

export type Scripted =
	| string
	| { readonly content: readonly AssistantBlock[]; readonly stopReason: string }
	| { readonly failure: Failure };

export interface ScriptedSummariser extends Model {
	readonly asked: RequestBody[];
}

/** `script` gives the answer to the n-th request (from 0); it may wait. */
export function scriptedSummariser(
	script: (body: RequestBody, n: number, signal: AbortSignal) => Scripted | Promise<Scripted>
): ScriptedSummariser {
	const asked: RequestBody[] = [];
	return {
		asked,
		async *stream({ body }, signal): AsyncGenerator<ModelEvent> {
			asked.push(body);
			const prompt = { input: 1000, cacheRead: 0, cacheWrite: 0 };
			yield { type: 'usage', usage: { ...prompt, output: 1 } };
			const said = await script(body, asked.length - 1, signal);
			if (signal.aborted) return;
			if (typeof said === 'object' && 'failure' in said) {
				yield { type: 'failed', failure: said.failure, partial: [], usage: null };
				return;
			}
			const answer =
				typeof said === 'string'
					? { content: [{ type: 'text' as const, text: said }], stopReason: 'end_turn' }
					: said;
			yield {
				type: 'end',
				answer: {
					...answer,
					stopCategory: null,
					usage: { ...prompt, output: 100 },
					contextTokens: null,
					model: body.model
				}
			};
		},
		count: () => Promise.resolve({ status: 'unsupported' })
	};
}

/** The whole text of a request. */
export const textOfBody = (body: RequestBody): string =>
	[
		...(body.system ?? []).map(({ text }) => text),
		...body.messages.flatMap(({ content }) =>
			content.map((block) => (block.type === 'text' ? block.text : ''))
		)
	].join('\n');

/** A sound answer in the recommended form, holding `fact`. */
export const soundSummary = (fact: string, memories = 'none'): string => `<summary>
## Original Task
The user asked for help with a garden plan.
## Requests
- [done] turn 1: plan the garden
- [open] turn 9: order the seeds
## Completed Work
${fact}
## Key Technical Decisions
The user and the assistant agreed on raised beds because the soil is wet.
## Current State
The plan is drawn and the beds are being built.
## Pending Work
Order the seeds.
</summary>
<memories>
${memories}
</memories>`;

/** Each part says which it is, and a detail that is in the garden. */
export const soundBeds: Parameters<typeof scriptedSummariser>[0] = (_, n) =>
	soundSummary(`Bed B1 was built from cedar (part ${String(n)}).`);
