/** What a block may hold, by its type and by who says it. */
import { badRequest } from '../errors.ts';
import type { Fields } from '../wire.ts';
import { checkCacheMark } from './cache-marks.ts';
import { checkKnown, checkOneOf, checkText, fieldsAt, listAt, stringAt } from './fields.ts';
import { checkSource } from './media.ts';

const ID = /^[a-zA-Z0-9_-]+$/;

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
	text: ['type', 'text', 'cache_control', 'citations'],
	image: ['type', 'source', 'cache_control', 'transformations'],
	document: ['type', 'source', 'cache_control', 'citations', 'context', 'title'],
	thinking: ['type', 'thinking', 'signature'],
	redacted_thinking: ['type', 'data'],
	tool_use: ['type', 'id', 'name', 'input', 'cache_control', 'caller', 'toolset_name'],
	tool_result: ['type', 'tool_use_id', 'content', 'is_error', 'cache_control', 'toolset_name']
};

const saidBy: Readonly<Record<'user' | 'assistant' | 'system' | 'tool_result', readonly string[]>> =
	{
		user: ['text', 'image', 'document', 'tool_result'],
		assistant: ['text', 'thinking', 'redacted_thinking', 'tool_use'],
		system: ['text'],
		tool_result: ['text', 'image', 'document']
	};

/** Blocks of a message, of the system prompt or of a tool result; there is at least one. */
export function checkBlocks(place: string, value: unknown, by: keyof typeof saidBy): void {
	const blocks = listAt(place, value);
	for (const [index, block] of blocks.entries()) checkBlock(`${place}.${index}`, block, by);
}

function checkBlock(place: string, value: unknown, by: keyof typeof saidBy): void {
	const block = fieldsAt(place, value);
	const type = stringAt(`${place}.type`, block['type']);
	if (!saidBy[by].includes(type))
		throw badRequest(
			`${place}: Input tag '${type}' found using 'type' does not match any of the expected tags: ` +
				saidBy[by].map((tag) => `'${tag}'`).join(', ')
		);
	checkKnown(`${place}.${type}`, block, fieldsOf[type] ?? []);
	checkCacheMark(`${place}.${type}.cache_control`, block['cache_control']);
	checkByType(`${place}.${type}`, type, block);
}

function checkByType(place: string, type: string, block: Fields): void {
	switch (type) {
		case 'text':
			checkText(`${place}.text`, block['text']);
			if (block['citations'] !== undefined && block['citations'] !== null)
				listAt(`${place}.citations`, block['citations']);
			return;
		case 'thinking':
			stringAt(`${place}.thinking`, block['thinking']);
			if (stringAt(`${place}.signature`, block['signature']) === '')
				throw badRequest(`${place}.signature: Field required`);
			return;
		case 'redacted_thinking':
			stringAt(`${place}.data`, block['data']);
			return;
		case 'tool_use':
			checkToolUse(place, block);
			return;
		case 'tool_result':
			checkToolResult(place, block);
			return;
		default:
			checkSource(`${place}.source`, type, block['source']);
	}
}

function checkToolUse(place: string, block: Fields): void {
	checkId(`${place}.id`, block['id']);
	const name = stringAt(`${place}.name`, block['name']);
	if (!/^[a-zA-Z0-9_-]{1,128}$/.test(name))
		throw badRequest(`${place}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
	fieldsAt(`${place}.input`, block['input']);
	if (block['caller'] === undefined || block['caller'] === null) return;
	const caller = fieldsAt(`${place}.caller`, block['caller']);
	checkKnown(`${place}.caller`, caller, ['type']);
	checkOneOf(`${place}.caller.type`, caller['type'], ['direct']);
}

function checkToolResult(place: string, block: Fields): void {
	checkId(`${place}.tool_use_id`, block['tool_use_id']);
	const content = block['content'];
	if (block['is_error'] !== undefined && typeof block['is_error'] !== 'boolean')
		throw badRequest(`${place}.is_error: Input should be a valid boolean`);
	const empty = content === undefined || content === '' || (Array.isArray(content) && !content[0]);
	if (block['is_error'] === true && empty)
		throw badRequest(`${place}: content cannot be empty if \`is_error\` is true`);
	if (content !== undefined && typeof content !== 'string')
		checkBlocks(`${place}.content`, content, 'tool_result');
}

function checkId(place: string, value: unknown): void {
	if (!ID.test(stringAt(place, value)))
		throw badRequest(`${place}: String should match pattern '^[a-zA-Z0-9_-]+$'`);
}
