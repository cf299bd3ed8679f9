import {
	text,
	type ImportedBlock,
	type ImportedChat,
	type ImportedMessage
} from '#core/import/chat.ts';
import { firstText, timeIn } from '#core/import/fields.ts';
import { namedFile } from '#core/import/named-file.ts';
import { fieldOf, isRow, parseJson, type Row, rowIn, rowsIn, textIn } from '#core/json.ts';

/** Reading conversations of LibreChat: a list of messages with parents, or the same as a tree of children. */

export const isLibreChat = (row: Row): boolean =>
	typeof fieldOf(row, 'conversationId') === 'string' &&
	(Array.isArray(fieldOf(row, 'messages')) || Array.isArray(fieldOf(row, 'messagesTree')));

/** A field that holds words, bare or as `{value}`. */
const wordsIn = (part: Row, name: string): string =>
	textIn(part, name) || textIn(rowIn(part, name), 'value');

function partBlocks(part: Row): ImportedBlock[] {
	switch (textIn(part, 'type')) {
		case 'text':
			return [text(wordsIn(part, 'text'))];
		case 'think':
			return [{ type: 'thinking', text: wordsIn(part, 'think') }];
		case 'image_file':
		case 'image_url':
			return [
				{
					type: 'image',
					name: firstText(rowIn(part, 'image_file'), ['filename', 'file_id']),
					data: null
				}
			];
		case 'tool_call':
			return callBlocks(rowIn(part, 'tool_call'));
		default:
			return [];
	}
}

/** A call of an agent, of an assistant's function, or of its interpreter: each is written in a way of its own. */
function callBlocks(call: Row): ImportedBlock[] {
	const made = rowIn(call, 'function');
	const run = rowIn(call, 'code_interpreter');
	const asked = textIn(call, 'args') || textIn(made, 'arguments') || textIn(run, 'input');
	const input = asked === '' ? fieldOf(call, 'args') : parseJson(asked);
	const id = textIn(call, 'id') || null;
	const name = textIn(call, 'name') || textIn(made, 'name') || textIn(call, 'type');
	const logs = rowsIn(run, 'outputs').map((output) => textIn(output, 'logs'));
	const output = textIn(call, 'output') || textIn(made, 'output') || logs.join('\n').trim();
	return [
		{ type: 'call', id, name, input: isRow(input) ? input : { input: asked } },
		...(output === ''
			? []
			: [{ type: 'result', call: id, name, parts: [text(output)], isError: false } as const])
	];
}

function messageFrom(row: Row, parent: string | null): ImportedMessage {
	const isUser = fieldOf(row, 'isCreatedByUser') === true || textIn(row, 'sender') === 'User';
	const blocks = rowsIn(row, 'content').flatMap(partBlocks);
	const files = rowsIn(row, 'files').map((file): ImportedBlock => {
		const name = firstText(file, ['filename', 'file_id']);
		return textIn(file, 'type').startsWith('image/')
			? { type: 'image', name, data: null }
			: namedFile(name);
	});
	return {
		id: textIn(row, 'messageId'),
		parent,
		from: isUser ? 'user' : 'assistant',
		at: timeIn(row, 'createdAt'),
		content: [...files, ...(blocks.length > 0 ? blocks : [text(textIn(row, 'text'))])],
		model: isUser ? '' : textIn(row, 'model')
	};
}

/** The tree is walked without recursion: it is as deep as the conversation is long. */
function inTree(roots: readonly Row[]): ImportedMessage[] {
	const messages: ImportedMessage[] = [];
	const waiting: { row: Row; parent: string | null }[] = roots
		.toReversed()
		.map((row) => ({ row, parent: null }));
	for (let next = waiting.pop(); next; next = waiting.pop()) {
		const message = messageFrom(next.row, next.parent);
		messages.push(message);
		for (const row of rowsIn(next.row, 'children').toReversed())
			waiting.push({ row, parent: message.id });
	}
	return messages;
}

const noParent = '00000000-0000-0000-0000-000000000000';

export function readLibreChat(row: Row): ImportedChat {
	const tree = rowsIn(row, 'messagesTree');
	const flat = rowsIn(row, 'messages');
	const isTree = tree.length > 0 || flat.some((message) => rowsIn(message, 'children').length > 0);
	let before: string | null = null;
	const keepsParents = flat.some((message) => textIn(message, 'parentMessageId') !== '');
	const messages = isTree
		? inTree(tree.length > 0 ? tree : flat)
		: flat.map((message) => {
				const named = textIn(message, 'parentMessageId');
				const parent = keepsParents ? (named === noParent || named === '' ? null : named) : before;
				before = textIn(message, 'messageId');
				return messageFrom(message, parent);
			});
	return {
		format: 'librechat',
		id: textIn(row, 'conversationId'),
		title: textIn(row, 'title'),
		createdAt: messages.find(({ at }) => at > 0)?.at ?? 0,
		activeAt: messages.findLast(({ at }) => at > 0)?.at ?? timeIn(row, 'exportAt'),
		messages,
		leaf: null,
		skipped: 0
	};
}
