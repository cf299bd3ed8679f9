import {
	text,
	type ImportedBlock,
	type ImportedChat,
	type ImportedImage,
	type ImportedMessage,
	type ImportedText
} from '#core/import/chat.ts';
import { timeIn } from '#core/import/fields.ts';
import { countIn, fieldOf, isRow, listIn, type Row, rowIn, textIn } from '#core/json.ts';
import { toldPicture } from '#core/import/picture.ts';

/** Reading session files of pi and OpenClaw: entries chained by `parentId`, results as messages of their own. */

/** Whether lines look like a pi session: they begin with its head. */
export const looksLikePi = (rows: readonly Row[]): boolean =>
	rows.some(
		(row) =>
			row['type'] === 'session' &&
			typeof fieldOf(row, 'version') === 'number' &&
			typeof fieldOf(row, 'timestamp') === 'string'
	);

function blocksOf(message: Row): ImportedBlock[] {
	const words = textIn(message, 'content');
	if (words !== '') return [text(words)];
	return listIn(message, 'content')
		.filter(isRow)
		.flatMap((block): ImportedBlock[] => {
			switch (block['type']) {
				case 'text':
					return [text(textIn(block, 'text'))];
				case 'thinking':
					return [{ type: 'thinking', text: textIn(block, 'thinking') }];
				case 'image':
					return [imageOf(block)];
				case 'toolCall':
					return [
						{
							type: 'call',
							id: textIn(block, 'id') || null,
							name: textIn(block, 'name'),
							input: fieldOf(block, 'arguments')
						}
					];
				default:
					return [];
			}
		});
}

const imageOf = (block: Row): ImportedImage =>
	toldPicture(textIn(block, 'mimeType'), textIn(block, 'data'));

function messageFrom(row: Row, index: number, before: string | null): ImportedMessage {
	const message = rowIn(row, 'message');
	const parent = fieldOf(row, 'parentId');
	const place = {
		id: textIn(row, 'id') || `entry ${String(index)}`,
		// Sessions of the first version keep no tree.
		parent: typeof parent === 'string' ? parent : parent === undefined ? before : null,
		at: timeIn(row, 'timestamp') || timeIn(message, 'timestamp')
	};
	const nobody = { ...place, from: 'nobody', content: [] } as const;
	if (row['type'] !== 'message') return nobody;
	const content = blocksOf(message);
	switch (message['role']) {
		case 'user':
			return { ...place, from: 'user', content };
		case 'assistant': {
			const usage = fieldOf(message, 'usage');
			return {
				...place,
				from: 'assistant',
				content,
				model: textIn(message, 'model'),
				stopReason: textIn(message, 'stopReason') || null,
				usage: isRow(usage)
					? {
							input: countIn(usage, 'input'),
							cacheRead: countIn(usage, 'cacheRead'),
							cacheWrite: countIn(usage, 'cacheWrite'),
							output: countIn(usage, 'output')
						}
					: null
			};
		}
		case 'toolResult': {
			const isPart = (block: ImportedBlock): block is ImportedText | ImportedImage =>
				block.type === 'text' || block.type === 'image';
			const result: ImportedBlock = {
				type: 'result',
				call: textIn(message, 'toolCallId') || null,
				name: textIn(message, 'toolName') || 'tool',
				parts: content.filter(isPart),
				isError: fieldOf(message, 'isError') === true
			};
			return { ...place, from: 'tool', content: [result] };
		}
		default:
			return nobody;
	}
}

/** Turn the rows of one file into a chat; `skipped` lines were no JSON. Null when there is no message in it. */
export function readPi(rows: readonly Row[], skipped: number): ImportedChat | null {
	const head = rows.find((row) => row['type'] === 'session') ?? {};
	let before: string | null = null;
	const messages = rows
		.filter((row) => row !== head)
		.map((row, index) => {
			const message = messageFrom(row, index, before);
			before = message.id;
			return message;
		});
	if (!messages.some((message) => message.from !== 'nobody')) return null;
	const named = rows.findLast((row) => row['type'] === 'session_info') ?? {};
	return {
		format: 'pi',
		id: textIn(head, 'id'),
		title: textIn(named, 'name'),
		createdAt: timeIn(head, 'timestamp'),
		activeAt: messages.at(-1)?.at ?? 0,
		messages,
		leaf: messages.at(-1)?.id ?? null,
		skipped
	};
}
