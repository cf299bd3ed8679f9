/** The order of messages: who may speak, who begins, who comes last. */
import { badRequest } from '../errors.ts';
import type { WireMessage } from '../wire.ts';
import { checkBlocks } from './content.ts';
import { checkKnown, checkText, fieldsAt, listAt } from './fields.ts';

const MOST_MESSAGES = 100_000;

export function checkMessages(value: unknown): void {
	const messages = listAt('messages', value);
	if (messages.length === 0) throw badRequest('messages: at least one message is required');
	if (messages.length > MOST_MESSAGES)
		throw badRequest(`messages: at most ${MOST_MESSAGES} messages are allowed`);
	for (const [index, message] of messages.entries()) checkMessage(`messages.${index}`, message);
	const first = fieldsAt('messages.0', messages[0]);
	if (first['role'] !== 'user')
		throw badRequest('messages: first message must use the "user" role');
}

function checkMessage(place: string, value: unknown): void {
	const message = fieldsAt(place, value);
	checkKnown(place, message, ['role', 'content']);
	const role = message['role'];
	if (role !== 'user' && role !== 'assistant')
		throw badRequest(
			`messages: Unexpected role "${String(role)}". Allowed roles are "user" or "assistant".` +
				(role === 'system' ? ' Use the top-level `system` parameter for system prompts.' : '')
		);
	const content = message['content'];
	if (content === undefined) throw badRequest(`${place}.content: Field required`);
	if (content === '' || (Array.isArray(content) && content.length === 0))
		throw badRequest(`${place}: all messages must have non-empty content`);
	if (typeof content === 'string') checkText(`${place}.content`, content);
	else checkBlocks(`${place}.content`, content, role);
}

/** The user speaks last, but for an answer that was paused and is sent back to be continued. */
export function checkLastWord(
	messages: readonly WireMessage[],
	isPaused: (message: WireMessage) => boolean
): void {
	const last = messages.at(-1);
	if (last?.role === 'assistant' && !isPaused(last))
		throw badRequest(
			'This model does not support assistant message prefill. The conversation must end with a user message.'
		);
}
