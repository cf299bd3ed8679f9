import {
	inLine,
	text,
	type ImportedBlock,
	type ImportedChat,
	type ImportedMessage
} from '#core/import/chat.ts';
import { firstText, idIn, timeIn } from '#core/import/fields.ts';
import { namedFile } from '#core/import/named-file.ts';
import { fieldOf, isRow, parseJson, type Row, rowIn, rowsIn, textIn } from '#core/json.ts';

/** Reading a dump of big-AGI, whose messages are made of fragments. `models` holds keys and is not looked at. */

export const isBigAgi = (row: Row): boolean =>
	rowsIn(row, 'conversations').some((conversation) =>
		rowsIn(conversation, 'messages').some((message) => Array.isArray(fieldOf(message, 'fragments')))
	);

export const readBigAgi = (row: Row): ImportedChat[] =>
	rowsIn(row, 'conversations').map((conversation) => {
		const read = rowsIn(conversation, 'messages').map(messageFrom);
		return {
			format: 'big-agi',
			id: idIn(conversation, 'id'),
			title: firstText(conversation, ['userTitle', 'autoTitle']),
			createdAt: timeIn(conversation, 'created'),
			activeAt: timeIn(conversation, 'updated'),
			messages: inLine(read.map(({ message }) => message)),
			leaf: null,
			skipped: read.reduce((sum, { skipped }) => sum + skipped, 0)
		};
	});

/** A message, and how many of its fragments cannot be read. */
function messageFrom(message: Row): {
	message: Omit<ImportedMessage, 'parent'>;
	skipped: number;
} {
	const role = textIn(message, 'role');
	const blocks = rowsIn(message, 'fragments').map(blockFrom);
	return {
		message: {
			id: idIn(message, 'id'),
			from: role === 'user' || role === 'assistant' ? role : 'nobody',
			at: timeIn(message, 'created'),
			content: blocks.filter((block) => block !== 'nothing' && block !== 'unknown'),
			model: textIn(rowIn(message, 'generator'), 'name')
		},
		skipped: blocks.filter((block) => block === 'unknown').length
	};
}

function blockFrom(fragment: Row): ImportedBlock | 'nothing' | 'unknown' {
	const part = rowIn(fragment, 'part');
	const words = firstText(part, ['text', 'aText']);
	switch (textIn(part, 'pt')) {
		case 'doc': {
			const name = textIn(part, 'l1Title') || textIn(fragment, 'title');
			return namedFile(name, textIn(rowIn(part, 'data'), 'text'));
		}
		case 'image_ref':
			return { type: 'image', name: textIn(part, 'altText'), data: null };
		case 'tool_invocation':
			return callFrom(part);
		case 'tool_response':
			return resultFrom(part);
		// What stood there while an answer was waited for, and what the product said of a call that failed.
		case 'ph':
		case 'error':
			return 'nothing';
		default:
			if (textIn(part, 'aType') === 'reasoning') return { type: 'thinking', text: words };
			return words === '' && textIn(part, 'pt') !== 'text' ? 'unknown' : text(words);
	}
}

/** Code that a model ran for itself is a call that has no name but its kind, and no arguments but all that stands there. */
const nameOf = (row: Row): string => firstText(row, ['name', 'type']);

function callFrom(part: Row): ImportedBlock {
	const call = rowIn(part, 'invocation');
	const args = parseJson(textIn(call, 'args'));
	const input = isRow(args) ? args : call;
	return { type: 'call', id: textIn(part, 'id'), name: nameOf(call), input };
}

function resultFrom(part: Row): ImportedBlock {
	const response = rowIn(part, 'response');
	const error = textIn(part, 'error');
	return {
		type: 'result',
		call: textIn(part, 'id'),
		name: nameOf(response),
		parts: [text(textIn(response, 'result') || error)],
		isError: error !== '' || fieldOf(part, 'error') === true
	};
}
