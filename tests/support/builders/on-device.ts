import type {
	Message,
	TextBlock,
	ToolDefinition,
	ToolResultBlock
} from '../../../src/core/log/blocks.ts';
import { stampBlock } from '../../../src/core/time/stamp.ts';
import type { RequestBody } from '../../../src/core/prompt/prompt.ts';
import { fence } from '../../../src/core/prompt/text/fence.ts';
import type { ModelAnswer } from '../../../src/flows/ports/model.ts';
import { onDeviceModel } from '../../../src/model/on-device.ts';
import { never } from '../never.ts';
import { everyEvent, textIn } from './a-line.ts';

/** Requests to the on-device answerer, what `recall` finds for it, and what it says then. */

/** It answers at once, at a time that stands still. */
export const answerer = onDeviceModel({ tokensPerSecond: null, now: () => 0 });
export const endpoint = 'https://api.anthropic.com';

const tool = (name: string): ToolDefinition => ({
	name,
	description: name,
	input_schema: { type: 'object', properties: {} }
});
export const stamped = (text: string): Message => ({
	role: 'user',
	content: [{ type: 'text', text }, stampBlock('Friday 2026-11-20 13:05 Europe/Berlin')]
});
export const memory = (path: string, text: string): TextBlock => ({
	type: 'text',
	text: `${path}, a memory file of the user.\n${fence('memory', { file: path }, text)}`
});

export function asking(text: string, more: Partial<RequestBody> = {}): RequestBody {
	return {
		model: 'on-device',
		max_tokens: 1024,
		system: [{ type: 'text', text: 'You are Keepsake.' }],
		tools: [tool('save_memory'), tool('recall')],
		messages: [stamped(text)],
		...more
	};
}

export async function answerOf(body: RequestBody): Promise<ModelAnswer> {
	const last = (await everyEvent(answerer.stream({ body, endpoint }, never))).at(-1);
	if (last?.type !== 'end') throw new Error('no answer');
	return last.answer;
}

interface Place {
	readonly place: string;
	readonly day: string;
	readonly address?: string;
}

/** What `recall` answers: places and texts in turn. */
export const found = (...told: readonly (Place | string)[]): string =>
	told
		.flatMap((place, at) => {
			const text = told[at + 1];
			if (typeof place === 'string' || typeof text !== 'string') return [];
			const { address, ...where } = place;
			return [
				fence('passage', { by: 'the user', ...where, ...(address && { link: address }) }, text)
			];
		})
		.join('\n\n');

/** The request behind one round of the loop: what it calls is answered with `result`. */
export async function answeredBy(
	body: RequestBody,
	result: string,
	how: Pick<ToolResultBlock, 'is_error'> = {}
): Promise<RequestBody> {
	const { content } = await answerOf(body);
	const call = content.find((block) => block.type === 'tool_use');
	if (!call) throw new Error('nothing was called');
	const answered: Message = {
		role: 'user',
		content: [{ type: 'tool_result', tool_use_id: call.id, content: result, ...how }]
	};
	return {
		...body,
		messages: [...body.messages, { role: 'assistant', content } as const, answered]
	};
}

/** One round of the loop, and it speaks. */
export async function replyTo(
	body: RequestBody,
	result: string,
	how: Pick<ToolResultBlock, 'is_error'> = {}
): Promise<string> {
	const next = await answeredBy(body, result, how);
	return textIn(await everyEvent(answerer.stream({ body: next, endpoint }, never)));
}
