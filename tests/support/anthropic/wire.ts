/** The words of the wire as the scripted server reads them, before and after its rules have looked. */

export type Fields = Readonly<Record<string, unknown>>;

export interface WireBlock extends Fields {
	readonly type: string;
}

export interface WireMessage {
	readonly role: 'user' | 'assistant';
	readonly content: string | readonly WireBlock[];
}

interface WireTool extends Fields {
	readonly name: string;
	readonly description?: string;
	readonly input_schema: Fields;
}

interface ThinkingConfig {
	readonly type: 'adaptive' | 'enabled' | 'disabled' | 'between_tools';
	readonly budget_tokens?: number;
	readonly display?: 'summarized' | 'omitted' | null;
}

/** A body that has passed every rule. */
export interface MessagesBody {
	readonly model: string;
	readonly messages: readonly WireMessage[];
	/** Absent in `count_tokens`. */
	readonly max_tokens?: number;
	readonly system?: string | readonly WireBlock[];
	readonly tools?: readonly WireTool[];
	readonly tool_choice?: { readonly type: string; readonly name?: string };
	readonly thinking?: ThinkingConfig;
	readonly stop_sequences?: readonly string[];
	readonly stream?: boolean;
	readonly cache_control?: Fields | null;
	readonly diagnostics?: { readonly previous_message_id?: string | null } | null;
}

/** A block with its place in the request, for error messages. */
export interface PlacedBlock {
	readonly place: string;
	readonly block: WireBlock;
}

/** Neighbouring messages of one role, read as one message, as the API does. */
export interface MergedMessage {
	readonly role: 'user' | 'assistant';
	/** Place of the first message in it, e.g. `messages.4`. */
	readonly place: string;
	readonly blocks: readonly PlacedBlock[];
}

export function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `content` as blocks: a string is shorthand for one text block. */
export function blocksOf(content: string | readonly WireBlock[]): readonly WireBlock[] {
	return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

export function mergeMessages(messages: readonly WireMessage[]): readonly MergedMessage[] {
	const merged: { role: 'user' | 'assistant'; place: string; blocks: PlacedBlock[] }[] = [];
	for (const [index, message] of messages.entries()) {
		const place = `messages.${index}`;
		const blocks = blocksOf(message.content).map((block, at) => ({
			place: `${place}.content.${at}`,
			block
		}));
		const last = merged.at(-1);
		if (last?.role === message.role) last.blocks.push(...blocks);
		else merged.push({ role: message.role, place, blocks });
	}
	return merged;
}

/** One spelling for equal values: keys sorted, cache marks and nulls left out. */
export function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
	if (!isFields(value)) return JSON.stringify(value);
	const parts: string[] = [];
	for (const key of Object.keys(value).sort()) {
		const field = value[key];
		if (key === 'cache_control' || field === null || field === undefined) continue;
		parts.push(`${JSON.stringify(key)}:${canonical(field)}`);
	}
	return `{${parts.join(',')}}`;
}

/**
 * A block as the model saw it. `caller` is added by the API to what it sends and may be left out
 * of what it gets back.
 */
export function canonicalBlock(block: WireBlock): string {
	if (block.type !== 'tool_use') return canonical(block);
	return canonical({
		type: block.type,
		id: block['id'],
		name: block['name'],
		input: block['input']
	});
}

/** All words of the newest user message, tool results left out. */
export function lastUserText(body: MessagesBody): string {
	const last = mergeMessages(body.messages).findLast((message) => message.role === 'user');
	return textOfPlaced(last?.blocks ?? []);
}

export function textOfPlaced(blocks: readonly PlacedBlock[]): string {
	return blocks
		.map(({ block }) => (block.type === 'text' ? String(block['text']) : ''))
		.filter((text) => text !== '')
		.join('\n');
}

/** The system prompt as one text. */
export function systemText(body: MessagesBody): string {
	return blocksOf(body.system ?? [])
		.map((block) => String(block['text']))
		.join('\n\n');
}
