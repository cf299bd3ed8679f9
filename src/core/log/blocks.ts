/** Content of messages, in the shape of the wire: stored byte for byte as it was sent or received. */

export interface TextBlock {
	readonly type: 'text';
	readonly text: string;
}

interface ThinkingBlock {
	readonly type: 'thinking';
	readonly thinking: string;
	/** Bound to everything before it in the request that produced it. */
	readonly signature: string;
}

interface RedactedThinkingBlock {
	readonly type: 'redacted_thinking';
	readonly data: string;
}

export interface ToolUseBlock {
	readonly type: 'tool_use';
	readonly id: string;
	readonly name: string;
	readonly input: Readonly<Record<string, unknown>>;
}

/** Base64 of an image as the wire wants it. */
export interface ImageBlock {
	readonly type: 'image';
	readonly source: {
		readonly type: 'base64';
		readonly media_type: string;
		readonly data: string;
	};
}

/** A file that came along: base64 of a PDF, or the words of a text file. */
export interface DocumentBlock {
	readonly type: 'document';
	readonly source:
		| { readonly type: 'base64'; readonly media_type: string; readonly data: string }
		| { readonly type: 'text'; readonly media_type: 'text/plain'; readonly data: string };
	readonly title?: string;
}

export interface ToolResultBlock {
	readonly type: 'tool_result';
	readonly tool_use_id: string;
	readonly content: string | readonly (TextBlock | ImageBlock)[];
	readonly is_error?: boolean;
}

/** What a person (or the loop that answers tool calls) may say. */
export type UserBlock = TextBlock | ImageBlock | DocumentBlock | ToolResultBlock;

/** What the model may say. */
export type AssistantBlock = TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock;

/** Also what the model keeps to itself of it. */
export const isThinking = ({ type }: AssistantBlock): boolean =>
	type === 'thinking' || type === 'redacted_thinking';

export type Block = UserBlock | AssistantBlock;

/** A definition of a tool as it stands in a request. */
export interface ToolDefinition {
	readonly name: string;
	readonly description: string;
	readonly input_schema: Readonly<Record<string, unknown>>;
}

export interface UserMessage {
	readonly role: 'user';
	readonly content: readonly UserBlock[];
}

export interface AssistantMessage {
	readonly role: 'assistant';
	readonly content: readonly AssistantBlock[];
}

export type Message = UserMessage | AssistantMessage;

/** All words of some blocks that a person would read, thinking left out, joined by line ends or what is given. */
export function textOf(blocks: readonly Block[], between = '\n'): string {
	const parts: string[] = [];
	for (const block of blocks) if (block.type === 'text') parts.push(block.text);
	return parts.join(between);
}

/** The words of a tool result; images are named, not shown. */
export function textOfResult(result: ToolResultBlock): string {
	if (typeof result.content === 'string') return result.content;
	return result.content.map((part) => (part.type === 'text' ? part.text : '[image]')).join('\n');
}

/**
 * The result of each call, in the order of the calls. Other servers and imports give one id to several calls of a
 * message: results stand in the order of their calls, so the n-th call with an id has the n-th result with it.
 */
export function pairResults(
	calls: readonly string[],
	results: readonly ToolResultBlock[]
): (ToolResultBlock | undefined)[] {
	const left = [...results];
	return calls.map((id) => {
		const at = left.findIndex(({ tool_use_id }) => tool_use_id === id);
		return at < 0 ? undefined : left.splice(at, 1)[0];
	});
}

/** The texts in the arguments of a call, in order, without the names of its fields. */
export function textsIn(input: unknown): readonly string[] {
	if (typeof input === 'string') return [input];
	if (typeof input !== 'object' || input === null) return [];
	return Object.values(input).flatMap(textsIn);
}
