/** Weighs blocks, messages, tools and whole requests: text by class, media by size, and what the wire adds. */
import type { Block, Message, TextBlock, ToolDefinition } from '#core/log/blocks.ts';
import { weigh } from '#core/tokens/estimate.ts';
import { imageTokensOf } from '#core/tokens/media.ts';
import { documentTokensOf } from '#core/tokens/pdf.ts';
import type { Family } from '#core/tokens/weights.ts';

// Fitted on reported counts of real sessions (docs/benchmarks/tokens.md).
const perMessage = 3;
const perCall = 45;
const perResult = 28;
const anyTool = 549;
const perTool = 53;
const perProperty = 13;
/** Encrypted thinking: about this many characters of base64 stand for a token. */
const perRedacted = 5;

/** What a request holds that is billed. */
interface Weighable {
	readonly system?: string | readonly TextBlock[];
	readonly tools?: readonly ToolDefinition[];
	readonly messages: readonly Message[];
}

/** Tokens of one block, whole. Media by pixels and pages (INV-27); tool arguments by their values. */
export const estimateBlock = (block: Block, family: Family): number =>
	Math.ceil(weighBlock(block, family));

/** Tokens of one message with what the wire adds for it, whole. */
export const estimateMessage = (message: Message, family: Family): number =>
	Math.ceil(weighMessage(message, family));

/** Tokens of the offered tools, whole; 0 where none is offered. */
export const estimateTools = (tools: readonly ToolDefinition[], family: Family): number =>
	Math.ceil(weighTools(tools, family));

/** Tokens of a whole request: system, tools and messages (INV-28), whole. */
export function estimateRequest(request: Weighable, family: Family): number {
	let sum = weighTools(request.tools ?? [], family);
	if (typeof request.system === 'string') sum += weigh(request.system, family);
	else for (const block of request.system ?? []) sum += weigh(block.text, family);
	for (const message of request.messages) sum += weighMessage(message, family);
	return Math.ceil(sum);
}

function weighMessage(message: Message, family: Family): number {
	let sum = perMessage;
	for (const block of message.content) sum += weighBlock(block, family);
	return sum;
}

function weighBlock(block: Block, family: Family): number {
	switch (block.type) {
		case 'text':
			return weigh(block.text, family);
		case 'thinking':
			return weigh(block.thinking, family);
		case 'redacted_thinking':
			return block.data.length / perRedacted;
		case 'tool_use':
			return perCall + weighValues(block.input, family);
		case 'image':
			return imageTokensOf(block.source.data);
		case 'document':
			return (
				weigh(block.title ?? '', family) +
				(block.source.type === 'text'
					? weigh(block.source.data, family)
					: documentTokensOf(block.source))
			);
		case 'tool_result': {
			if (typeof block.content === 'string') return perResult + weigh(block.content, family);
			let sum = perResult;
			for (const part of block.content) sum += weighBlock(part, family);
			return sum;
		}
		default: {
			const unknown: never = block;
			return unknown;
		}
	}
}

/** Only the values are billed: keys, quotes and braces of the JSON are not. */
function weighValues(value: unknown, family: Family): number {
	if (typeof value === 'string') return weigh(value, family);
	if (typeof value === 'number' || typeof value === 'boolean') return weigh(String(value), family);
	if (typeof value !== 'object' || value === null) return 0;
	let sum = 0;
	for (const part of Object.values<unknown>(value as Record<string, unknown>))
		sum += 1 + weighValues(part, family);
	return sum;
}

function weighTools(tools: readonly ToolDefinition[], family: Family): number {
	if (tools.length === 0) return 0;
	let sum = anyTool;
	for (const tool of tools)
		sum += perTool + weigh(tool.description, family) + weighSchema(tool.input_schema, family);
	return sum;
}

/** A schema weighs by its properties and the words that describe them. */
function weighSchema(schema: unknown, family: Family): number {
	if (typeof schema !== 'object' || schema === null) return 0;
	let sum = 0;
	for (const [key, value] of Object.entries(schema)) {
		if (typeof value === 'string') {
			if (key === 'description' || key === 'const') sum += weigh(value, family);
		} else if (key === 'enum' || key === 'examples') sum += weighValues(value, family);
		else if (key === 'properties' && typeof value === 'object' && value !== null)
			for (const property of Object.values<unknown>(value as Record<string, unknown>))
				sum += perProperty + weighSchema(property, family);
		else sum += weighSchema(value, family);
	}
	return sum;
}
