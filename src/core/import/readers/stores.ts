import {
	imageFrom,
	inLine,
	text,
	type ImportedBlock,
	type ImportedChat,
	type ImportedMessage
} from '#core/import/chat.ts';
import { idIn, timeIn } from '#core/import/fields.ts';
import { namedFile } from '#core/import/named-file.ts';
import { localTimes } from '#core/import/local-times.ts';
import { fieldOf, isRow, listIn, type Row, rowIn, rowsIn, textIn } from '#core/json.ts';

/**
 * Reading dumps of whole stores: NextChat, Chatbox. Settings and access stores in them hold keys; nothing
 * but the conversations is looked at.
 */

const role = (row: Row): ImportedMessage['from'] => {
	const said = textIn(row, 'role');
	return said === 'user' || said === 'assistant' ? said : 'nobody';
};

export const isNextChat = (row: Row): boolean => isRow(fieldOf(row, 'chat-next-web-store'));

export function readNextChat(row: Row): ImportedChat[] {
	return rowsIn(rowIn(row, 'chat-next-web-store'), 'sessions').map((session) => {
		const said = rowsIn(session, 'messages');
		const dates = said.map((message) => textIn(message, 'date'));
		const timeOf = localTimes(dates, timeIn(session, 'lastUpdate'));
		const messages = inLine(
			said.map((message) => {
				const words = textIn(message, 'content');
				const parts = listIn(message, 'content')
					.filter(isRow)
					.map((part): ImportedBlock => {
						const url = textIn(rowIn(part, 'image_url'), 'url');
						return url === '' ? text(textIn(part, 'text')) : imageFrom(url, '');
					});
				return {
					id: idIn(message, 'id'),
					from: role(message),
					at: timeOf(textIn(message, 'date')) || timeIn(message, 'date'),
					content: words === '' ? parts : [text(words)],
					model: textIn(message, 'model')
				};
			})
		);
		return {
			format: 'nextchat',
			id: idIn(session, 'id'),
			title: textIn(session, 'topic'),
			createdAt: messages.find(({ at }) => at > 0)?.at ?? timeIn(session, 'lastUpdate'),
			activeAt: timeIn(session, 'lastUpdate'),
			messages,
			leaf: null,
			skipped: 0
		};
	});
}

export const isChatbox = (row: Row): boolean =>
	Array.isArray(fieldOf(row, '__exported_items')) ||
	Array.isArray(fieldOf(row, 'chat-sessions')) ||
	Object.keys(row).some((name) => name.startsWith('session:')) ||
	isChatboxSession(row);

/** A session alone, as backups since version 2 hold each in a file of its own. */
const isChatboxSession = (row: Row): boolean =>
	textIn(row, 'id') !== '' &&
	typeof fieldOf(row, 'name') === 'string' &&
	rowsIn(row, 'messages').some((message) => Array.isArray(fieldOf(message, 'contentParts')));

/** Where the pictures and texts of such a backup lie, by the names that sessions use, as its manifest tells. */
export function chatboxResources(manifest: Row): ReadonlyMap<string, string> {
	if (textIn(manifest, 'format') !== 'chatbox-backup') return new Map();
	return new Map(
		rowsIn(manifest, 'resources').flatMap((resource) =>
			listIn(resource, 'originalStorageKeys').flatMap((key): [string, string][] =>
				typeof key === 'string' ? [[key, textIn(resource, 'path')]] : []
			)
		)
	);
}

function chatboxBlocks(message: Row): ImportedBlock[] {
	const parts = rowsIn(message, 'contentParts').flatMap((part): ImportedBlock[] => {
		switch (textIn(part, 'type')) {
			case 'text':
			case 'info':
				return [text(textIn(part, 'text'))];
			case 'reasoning':
				return [{ type: 'thinking', text: textIn(part, 'text') }];
			case 'image':
				return [imageFrom(textIn(part, 'url'), textIn(part, 'storageKey'))];
			case 'tool-call': {
				const id = textIn(part, 'toolCallId') || null;
				const name = textIn(part, 'toolName');
				const kept = fieldOf(part, 'result');
				const result = typeof kept === 'string' ? kept : JSON.stringify(kept ?? '');
				const call: ImportedBlock = { type: 'call', id, name, input: fieldOf(part, 'args') };
				if (textIn(part, 'state') === 'call') return [call];
				const isError = textIn(part, 'state') === 'error';
				return [call, { type: 'result', call: id, name, parts: [text(result)], isError }];
			}
			default:
				return [];
		}
	});
	const thought = textIn(message, 'reasoningContent');
	const files = rowsIn(message, 'files').map((file) => namedFile(textIn(file, 'name')));
	return [
		...files,
		...(thought === '' ? [] : [{ type: 'thinking', text: thought } as const]),
		...(parts.length > 0 ? parts : [text(textIn(message, 'content'))])
	];
}

const chatboxMessages = (row: Row): ImportedMessage[] =>
	inLine(
		rowsIn(row, 'messages').map((message) => ({
			id: idIn(message, 'id'),
			// A summary of the product stands in for messages that are still there.
			from: fieldOf(message, 'isSummary') === true ? 'nobody' : role(message),
			at: timeIn(message, 'timestamp'),
			content: chatboxBlocks(message),
			model: textIn(message, 'model')
		}))
	);

/** What else was asked or answered behind a message. The list that is on screen stands among the messages and is empty here. */
const chatboxForks = (session: Row): ImportedMessage[] =>
	Object.entries(rowIn(session, 'messageForksHash')).flatMap(([after, fork]) =>
		(isRow(fork) ? rowsIn(fork, 'lists') : []).flatMap((list) => {
			const [first, ...rest] = chatboxMessages(list);
			return first ? [{ ...first, parent: after }, ...rest] : [];
		})
	);

/** Those that leave these messages, or one of those that do. */
function behind(
	shown: readonly ImportedMessage[],
	forks: readonly ImportedMessage[]
): ImportedMessage[] {
	const ids = new Set(shown.map(({ id }) => id));
	const found = new Set<ImportedMessage>();
	for (let before = -1; before < found.size;) {
		before = found.size;
		for (const message of forks)
			if (message.parent !== null && ids.has(message.parent)) {
				found.add(message);
				ids.add(message.id);
			}
	}
	return [...found];
}

/** A session and its earlier threads, each a chat. */
function chatboxChats(row: Row): ImportedChat[] {
	const name = textIn(row, 'name');
	const threads = [
		...rowsIn(row, 'threads').map((thread) => ({
			id: `${idIn(row, 'id')} ${idIn(thread, 'id')}`,
			title: [name, textIn(thread, 'name')].filter((part) => part !== '').join(': '),
			row: thread
		})),
		{ id: idIn(row, 'id'), title: name, row }
	];
	const forks = chatboxForks(row);
	return threads.map(({ id, title, row: thread }) => {
		const shown = chatboxMessages(thread);
		const messages = [...shown, ...behind(shown, forks)];
		return {
			format: 'chatbox',
			id,
			title,
			createdAt: shown.find(({ at }) => at > 0)?.at ?? timeIn(thread, 'createdAt'),
			activeAt: shown.findLast(({ at }) => at > 0)?.at ?? 0,
			pinned: fieldOf(row, 'starred') === true,
			messages,
			leaf: shown.at(-1)?.id ?? null,
			skipped: 0
		};
	});
}

export function readChatbox(row: Row): ImportedChat[] {
	if (isChatboxSession(row)) return chatboxChats(row);
	const sessions = Object.keys(row)
		.filter((name) => name.startsWith('session:'))
		.map((name) => rowIn(row, name));
	return [...rowsIn(row, 'chat-sessions'), ...sessions]
		.filter((session) => Array.isArray(fieldOf(session, 'messages')))
		.flatMap(chatboxChats);
}
