import {
	imageFrom,
	text,
	type ImportedBlock,
	type ImportedChat,
	type ImportedMessage
} from '#core/import/chat.ts';
import { firstText, idIn, timeIn } from '#core/import/fields.ts';
import { namedFile } from '#core/import/named-file.ts';
import { fieldOf, isRow, parseJson, type Row, rowIn, rowsIn, textIn } from '#core/json.ts';

/** Reading conversations of the web interface of llama.cpp: a conversation and its messages side by side. */

export const isLlamaUi = (row: Row): boolean =>
	isRow(fieldOf(row, 'conv')) && Array.isArray(fieldOf(row, 'messages'));

/** What was put beside a message: pictures as data, texts by their words, everything else by name. */
function extraBlocks(row: Row): ImportedBlock[] {
	return rowsIn(row, 'extra').flatMap((extra): ImportedBlock[] => {
		const name = textIn(extra, 'name');
		const kind = textIn(extra, 'type').toLowerCase();
		if (kind.startsWith('image')) return [imageFrom(textIn(extra, 'base64Url'), name)];
		const words = textIn(extra, 'content');
		return [namedFile(name, words)];
	});
}

/** Calls are kept as JSON text inside the row. */
function callBlocks(row: Row): ImportedBlock[] {
	const kept = fieldOf(row, 'toolCalls');
	const calls = typeof kept === 'string' ? parseJson(kept) : kept;
	if (!Array.isArray(calls)) return [];
	return calls.filter(isRow).map((call): ImportedBlock => {
		const wanted = rowIn(call, 'function');
		const asked = textIn(wanted, 'arguments');
		const input = parseJson(asked);
		return {
			type: 'call',
			id: textIn(call, 'id') || null,
			name: textIn(wanted, 'name'),
			input: isRow(input) ? input : { input: asked }
		};
	});
}

function messageFrom(row: Row): ImportedMessage {
	const place = {
		id: idIn(row, 'id'),
		// Of the first one older versions say -1, which is the id of none.
		parent: idIn(row, 'parent') || null,
		at: timeIn(row, 'timestamp')
	};
	const words = text(textIn(row, 'content'));
	switch (textIn(row, 'role')) {
		case 'user':
			return { ...place, from: 'user', content: [...extraBlocks(row), words] };
		case 'assistant': {
			const thought = firstText(row, ['reasoningContent', 'thinking']);
			return {
				...place,
				from: 'assistant',
				content: [
					...(thought === '' ? [] : [{ type: 'thinking', text: thought } as const]),
					words,
					...callBlocks(row)
				],
				model: textIn(row, 'model')
			};
		}
		case 'tool': {
			const call = textIn(row, 'toolCallId') || null;
			return {
				...place,
				from: 'tool',
				content: [{ type: 'result', call, name: 'tool', parts: [words], isError: false }]
			};
		}
		default:
			return { ...place, from: 'nobody', content: [] };
	}
}

export const readLlamaUi = (row: Row): ImportedChat =>
	chatFrom(rowIn(row, 'conv'), rowsIn(row, 'messages'));

const isHead = (row: Row): boolean => row['type'] === 'session' && textIn(row, 'harness') !== '';

/** Whether lines look like what it exports since June 2026: the head of a conversation, then its messages, a line each. */
export const looksLikeLlamaRows = (rows: readonly Row[]): boolean => rows.some(isHead);

/** Every head begins a conversation, as the product reads it. What stands before the first belongs to none. */
export function readLlamaRows(rows: readonly Row[]): readonly ImportedChat[] {
	const found: { readonly head: Row; readonly messages: Row[] }[] = [];
	for (const row of rows)
		if (isHead(row)) found.push({ head: row, messages: [] });
		else if (row['type'] === 'message') found.at(-1)?.messages.push(rowIn(row, 'message'));
	return found.map(({ head, messages }) => chatFrom(head, messages));
}

function chatFrom(conversation: Row, rows: readonly Row[]): ImportedChat {
	const messages = rows.map(messageFrom);
	return {
		format: 'llama-ui',
		id: idIn(conversation, 'id'),
		title: textIn(conversation, 'name'),
		createdAt: messages.find(({ at }) => at > 0)?.at ?? timeIn(conversation, 'lastModified'),
		activeAt: timeIn(conversation, 'lastModified'),
		messages,
		leaf: idIn(conversation, 'currNode') || null,
		skipped: 0
	};
}
