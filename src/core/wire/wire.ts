import {
	pairResults,
	type AssistantMessage,
	type Message,
	type TextBlock,
	type ToolResultBlock,
	type UserBlock,
	type UserMessage
} from '#core/log/blocks.ts';
import type { ThinkingSlot } from '#core/wire/thinking.ts';
import type { Basis, Step } from '#core/log/turn.ts';
import {
	callsAsText,
	noCalls,
	resultsAsText,
	type StepForm,
	type WireCall
} from '#core/wire/wire-rows.ts';

/**
 * Messages as the API takes them, whatever the log holds: user and assistant in turn, the user first and last, each
 * call answered by one result in the very next message, results first in it, nothing empty (INV-21, INV-22).
 */

/** Fixed texts that fill gaps; the words are the prompt room's. */
export interface WireWords {
	/** Opens a conversation that would begin with the assistant. */
	readonly opening: string;
	/** Between two answers, when the second goes on where the first broke off. */
	readonly goOn: string;
	/** Stands in for the result of a call that never got one. */
	readonly missingResult: string;
}

/** A stored step, and the index of its message. */
interface Place {
	readonly step: Step;
	readonly at: number;
}

/** Messages while they are being built. */
export interface Wire {
	readonly messages: Message[];
	/** Places where thinking might be sent, oldest first. */
	readonly slots: ThinkingSlot[];
	/** Where stored steps stand, oldest first. */
	readonly places: Place[];
	/** Calls of the last message that wait for a result: id on the wire, id in the log. */
	open: readonly WireCall[];
	/** Ids of the calls on this wire, and of those on the one it goes on from. */
	readonly ids: Set<string>;
	readonly earlierIds: ReadonlySet<string>;
	/** By an id that was said before: the number that the last call so called got behind it. */
	readonly numbers: Map<string, number>;
	/** False when no tools are defined in the request: then calls and results go as text. */
	readonly tools: boolean;
	readonly words: WireWords;
}

export const beginWire = (words: WireWords, { tools }: { readonly tools: boolean }): Wire => ({
	messages: [],
	slots: [],
	places: [],
	open: noCalls,
	ids: new Set(),
	earlierIds: new Set(),
	numbers: new Map(),
	tools,
	words
});

/** Another wire that says the same so far. What is said to it does not change the first. */
export const goOnFrom = (wire: Wire): Wire => ({
	...wire,
	messages: [...wire.messages],
	slots: [...wire.slots],
	places: [...wire.places],
	ids: new Set(),
	earlierIds: wire.ids,
	numbers: new Map()
});

/** Go on with messages that were built before, e.g. in a tool loop. They must be whole. */
export function resumeWire(
	messages: readonly Message[],
	words: WireWords,
	{ tools }: { readonly tools: boolean }
): Wire {
	const wire: Wire = { ...beginWire(words, { tools }), messages: [...messages] };
	for (const message of messages)
		for (const block of message.content) if (block.type === 'tool_use') wire.ids.add(block.id);
	return wire;
}

const textMessage = (text: string): UserMessage => ({
	role: 'user',
	content: [{ type: 'text', text } satisfies TextBlock]
});

/** Append what the user says, or what tools answered. */
export function sayUser(wire: Wire, message: UserMessage): void {
	if (wire.open.length > 0) {
		wire.messages.push(answerOpen(wire, message));
		wire.open = noCalls;
		return;
	}
	const content = wire.tools ? withoutResults(message.content) : resultsAsText(message.content);
	if (content.length === 0) return;
	const last = wire.messages.at(-1);
	if (last?.role === 'user')
		wire.messages[wire.messages.length - 1] = mergeUser(
			last,
			content === message.content ? message : { role: 'user', content }
		);
	else
		wire.messages.push(
			content.length === message.content.length && wire.tools ? message : { role: 'user', content }
		);
}

const merges = new WeakMap<
	UserMessage,
	{ readonly next: UserMessage; readonly merged: UserMessage }
>();

/** Two messages of the user in a row become one, and the same two become the same one: it is weighed once. */
function mergeUser(last: UserMessage, next: UserMessage): UserMessage {
	const known = merges.get(last);
	if (known?.next === next) return known.merged;
	const merged: UserMessage = { role: 'user', content: [...last.content, ...next.content] };
	merges.set(last, { next, merged });
	return merged;
}

/** Append what the assistant said. Thinking stays out; where it might go is noted. */
export function sayAssistant(wire: Wire, form: StepForm, basis: Basis | null): void {
	settle(wire);
	const { bare, full, open } = wire.tools ? withFreshIds(wire, form) : withoutCalls(form);
	if (full !== bare && basis) wire.slots.push({ at: wire.messages.length, full, basis });
	wire.messages.push(bare);
	wire.open = open;
}

/** Make the last message one of the user's: open calls are answered, an answer is asked to go on. */
export function settle(wire: Wire): void {
	const last = wire.messages.at(-1);
	if (wire.open.length > 0) sayUser(wire, { role: 'user', content: [] });
	else if (!last) sayUser(wire, textMessage(wire.words.opening));
	else if (last.role === 'assistant') sayUser(wire, textMessage(wire.words.goOn));
}

const isResult = (block: UserBlock): block is ToolResultBlock => block.type === 'tool_result';

function withoutResults(content: readonly UserBlock[]): readonly UserBlock[] {
	return content.some(isResult) ? content.filter((block) => !isResult(block)) : content;
}

/** The message that follows calls: one result each, in the order of the calls, then everything else. */
function answerOpen({ open, words }: Wire, message: UserMessage): UserMessage {
	const { content } = message;
	const fits =
		content.filter(isResult).length === open.length &&
		open.every(({ id }, at) => {
			const block = content[at];
			return block?.type === 'tool_result' && block.tool_use_id === id;
		});
	if (fits) return message;
	const answers = pairResults(
		open.map(({ logged }) => logged),
		content.filter(isResult)
	);
	const results = open.map(({ id }, at): ToolResultBlock => {
		const found = answers[at];
		if (!found)
			return { type: 'tool_result', tool_use_id: id, content: words.missingResult, is_error: true };
		return found.tool_use_id === id ? found : { ...found, tool_use_id: id };
	});
	return { role: 'user', content: [...results, ...withoutResults(content)] };
}

interface Spoken {
	readonly bare: AssistantMessage;
	readonly full: AssistantMessage;
	readonly open: Wire['open'];
}

/** Ids of calls are unique in a conversation; other servers and imports may have used one twice. */
function withFreshIds(wire: Wire, { bare, full, calls }: StepForm): Spoken {
	if (calls.length === 0) return { bare, full, open: noCalls };
	let renamed: WireCall[] | null = null;
	for (const [at, call] of calls.entries()) {
		const id = freshId(wire, call.id);
		wire.ids.add(id);
		if (id === call.logged) continue;
		renamed ??= [...calls];
		renamed[at] = { id, logged: call.logged };
	}
	if (!renamed) return { bare, full, open: calls };
	const open = renamed;
	const rename = (message: AssistantMessage): AssistantMessage => {
		let next = 0;
		const content = message.content.map((block) =>
			block.type === 'tool_use' ? { ...block, id: open[next++]?.id ?? block.id } : block
		);
		return { role: 'assistant', content };
	};
	const named = rename(bare);
	return { bare: named, full: full === bare ? named : rename(full), open };
}

function freshId({ ids, earlierIds, numbers }: Wire, plain: string): string {
	let id = plain;
	let number = numbers.get(plain) ?? 1;
	for (; ids.has(id) || earlierIds.has(id); id = `${plain}-${String(number)}`) number++;
	if (number > 1) numbers.set(plain, number);
	return id;
}

function withoutCalls({ bare, full }: StepForm): Spoken {
	const asText = (message: AssistantMessage): AssistantMessage => ({
		role: 'assistant',
		content: callsAsText(message.content)
	});
	const spoken = asText(bare);
	return { bare: spoken, full: full === bare ? spoken : asText(full), open: noCalls };
}
