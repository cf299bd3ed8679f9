import type { ToolResultBlock } from '#core/log/blocks.ts';
import type { AssembleInput } from '#core/prompt/input.ts';
import type { Prompt } from '#core/prompt/prompt.ts';
import { scaleOf } from '#core/prompt/weigh-parts.ts';

/** Whether tools have said more than the next call has room for. Some endpoints do not refuse it but forget its beginning. */

type Answered = Pick<Prompt, 'body' | 'weight'>;
type Ruled = Pick<AssembleInput, 'card' | 'policy' | 'session'>;

/** What the endpoint takes beside the answer it is asked for, tokens; null where summaries are not made by themselves. */
const roomOf = ({ policy }: Ruled, { body, weight }: Answered): number | null =>
	weight.window === null || !policy.automatic ? null : weight.window - body.max_tokens;

/**
 * `reported`: size of the context behind the step that called them, tokens; null where nothing was reported, and so
 * nothing is known of what this reply has added.
 */
export function hasOutgrown(
	input: Ruled,
	prompt: Answered,
	said: { readonly reported: number | null; readonly results: readonly ToolResultBlock[] }
): boolean {
	const room = roomOf(input, prompt);
	if (room === null || said.reported === null) return false;
	const scale = scaleOf(input.session, input.card.id);
	return said.reported + scale.messages([{ role: 'user', content: said.results }]) > room;
}
