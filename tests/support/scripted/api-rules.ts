import type { Block, Message } from '#core/log/blocks.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { linkMessage, headHash } from '#core/wire/thinking.ts';
import type { Basis } from '#core/log/turn.ts';

/**
 * The rules of the Messages API that a body must keep, written down once and pure, so that property tests can hold
 * the assembler to them. Each broken rule is a sentence; no sentence: the body would be taken.
 */
export function brokenRules(body: RequestBody): readonly string[] {
	return [
		...brokenOrder(body.messages),
		...body.messages.flatMap(brokenContent),
		...brokenPairs(body.messages),
		...brokenSystem(body),
		...brokenTools(body)
	];
}

function brokenOrder(messages: readonly Message[]): string[] {
	const broken: string[] = [];
	if (messages.length === 0) broken.push('there is no message');
	if (messages[0]?.role !== 'user') broken.push('the first message is not the user’s');
	if (messages.at(-1)?.role !== 'user') broken.push('the last message is not the user’s');
	for (const [at, message] of messages.entries())
		if (message.role === messages[at - 1]?.role)
			broken.push(`messages ${String(at - 1)} and ${String(at)} have the same role`);
	return broken;
}

const isEmptyText = (block: Block): boolean => block.type === 'text' && block.text.trim() === '';

function brokenContent(message: Message, at: number): string[] {
	const where = `message ${String(at)}`;
	const broken: string[] = [];
	if (message.content.length === 0) broken.push(`${where} is empty`);
	for (const block of message.content) {
		if (isEmptyText(block)) broken.push(`${where} has an empty text`);
		if (block.type === 'thinking' && block.signature === '')
			broken.push(`${where} has thinking without a signature`);
		if (block.type === 'redacted_thinking' && block.data === '')
			broken.push(`${where} has hidden thinking without data`);
		if (block.type === 'tool_use' && !/^[a-zA-Z0-9_-]+$/.test(block.id))
			broken.push(`${where} has a call with a bad id`);
		if (block.type === 'tool_use' && !/^[a-zA-Z0-9_-]{1,128}$/.test(block.name))
			broken.push(`${where} has a call with a bad name`);
		if (block.type === 'tool_result') {
			if (typeof block.content !== 'string' && block.content.some(isEmptyText))
				broken.push(`${where} has a result with an empty text`);
			if (block.is_error && block.content.length === 0)
				broken.push(`${where} has an error without words`);
		}
	}
	const last = message.content.at(-1)?.type;
	if (message.role === 'assistant' && (last === 'thinking' || last === 'redacted_thinking'))
		broken.push(`${where} ends with thinking`);
	return broken;
}

function brokenPairs(messages: readonly Message[]): string[] {
	const broken: string[] = [];
	const seen = new Set<string>();
	for (const [at, message] of messages.entries()) {
		const asked = idsOfCalls(messages[at - 1]);
		const results = message.content.filter((block) => block.type === 'tool_result');
		const answered = results.map((block) => block.tool_use_id);
		if (answered.join('\n') !== asked.join('\n') && new Set(answered).size === answered.length)
			for (const id of new Set([...asked, ...answered]))
				if (!asked.includes(id)) broken.push(`result ${id} has no call just before it`);
				else if (!answered.includes(id)) broken.push(`call ${id} has no result just after it`);
		if (new Set(answered).size !== answered.length)
			broken.push(`message ${String(at)} answers a call twice`);
		const firstOther = message.content.findIndex((block) => block.type !== 'tool_result');
		if (firstOther >= 0 && firstOther < results.length)
			broken.push(`message ${String(at)} has something before its results`);
		for (const id of idsOfCalls(message)) {
			if (seen.has(id)) broken.push(`call ${id} has an id that was used before`);
			seen.add(id);
		}
	}
	if (idsOfCalls(messages.at(-1)).length > 0) broken.push('the last message has open calls');
	return broken;
}

const idsOfCalls = (message: Message | undefined): string[] =>
	message?.role === 'assistant'
		? message.content.filter((block) => block.type === 'tool_use').map((block) => block.id)
		: [];

function brokenSystem({ system }: RequestBody): string[] {
	if (!system) return [];
	if (system.length === 0) return ['the system prompt is an empty list'];
	return system.some(isEmptyText) ? ['the system prompt has an empty text'] : [];
}

function brokenTools({ tools, messages }: RequestBody): string[] {
	const uses = messages.some((message) =>
		message.content.some((block) => block.type === 'tool_use' || block.type === 'tool_result')
	);
	return uses && !tools?.length ? ['calls are sent but no tools are defined'] : [];
}

/** What a thinking block of a test is bound to, by its signature. */
export type Bindings = ReadonlyMap<string, Basis>;

/**
 * The rule for thinking (INV-24, INV-25): every block that is sent stands behind exactly what stood before it when it
 * was made, for the same model and key.
 */
export function brokenThinking(
	body: RequestBody,
	key: string,
	bindings: Bindings
): readonly string[] {
	const broken: string[] = [];
	let prefix = headHash(body.system, body.tools);
	for (const [at, message] of body.messages.entries()) {
		for (const block of message.content) {
			if (block.type !== 'thinking') continue;
			const basis = bindings.get(block.signature);
			if (basis?.prefix !== prefix || basis.model !== body.model || basis.key !== key)
				broken.push(`message ${String(at)} carries thinking of another prefix, model or key`);
		}
		prefix = linkMessage(prefix, message);
	}
	return broken;
}
