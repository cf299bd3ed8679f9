import {
	text,
	type ImportedBlock,
	type ImportedChat,
	type ImportedImage,
	type ImportedMemory,
	type ImportedMessage,
	type ImportedNote,
	type ImportedText
} from '#core/import/chat.ts';
import { timeIn } from '#core/import/fields.ts';
import { namedFile } from '#core/import/named-file.ts';
import { ownIds } from '#core/import/own-ids.ts';
import { fieldOf, isRow, listIn, type Row, rowIn, rowsIn, textIn } from '#core/json.ts';
import { longestLine } from '#core/lines/line.ts';

/** Reading conversations, projects and memories of a Claude.ai export. Parents are optional there; then the order is the chain. */

export const isClaudeAi = (row: Row): boolean =>
	Array.isArray(fieldOf(row, 'chat_messages')) && typeof fieldOf(row, 'uuid') === 'string';

function resultParts(content: unknown): (ImportedText | ImportedImage)[] {
	if (typeof content === 'string') return [text(content)];
	if (!Array.isArray(content)) return [];
	return content.filter(isRow).flatMap((part): (ImportedText | ImportedImage)[] => {
		if (textIn(part, 'type') === 'image')
			return [{ type: 'image', name: textIn(part, 'file_uuid'), data: null }];
		const words =
			textIn(part, 'text') ||
			[textIn(part, 'title'), textIn(part, 'url')].filter((word) => word !== '').join(' ');
		return words === '' ? [] : [text(words)];
	});
}

function blockFrom(block: Row): ImportedBlock | null {
	switch (textIn(block, 'type')) {
		case 'text':
			return text(textIn(block, 'text'));
		case 'thinking':
			return { type: 'thinking', text: textIn(block, 'thinking') || summariesOf(block) };
		case 'tool_use':
			return {
				type: 'call',
				id: textIn(block, 'id') || null,
				name: textIn(block, 'name'),
				input: fieldOf(block, 'input')
			};
		case 'tool_result':
			return {
				type: 'result',
				call: textIn(block, 'tool_use_id') || null,
				name: textIn(block, 'name') || 'tool',
				parts: resultParts(fieldOf(block, 'content')),
				isError: fieldOf(block, 'is_error') === true
			};
		default:
			// A kind that came later: what it says is kept.
			return textIn(block, 'text') === '' ? null : text(textIn(block, 'text'));
	}
}

/** Where the thinking itself was not handed out. */
const summariesOf = (block: Row): string =>
	rowsIn(block, 'summaries')
		.map((summary) => textIn(summary, 'summary'))
		.filter((summary) => summary !== '')
		.join('\n');

/** What was attached: extracted text as text, everything else by name. */
function attachedTo(message: Row): ImportedBlock[] {
	const texts = rowsIn(message, 'attachments').map((file) => {
		const name = textIn(file, 'file_name');
		const words = textIn(file, 'extracted_content');
		return namedFile(name, words);
	});
	const namesIn = (field: string) =>
		rowsIn(message, field).map((file) => textIn(file, 'file_name'));
	const named = namesIn('files');
	// The later list says more of the same files, or stands alone.
	const also = namesIn('files_v2').filter((name) => name !== '' && !named.includes(name));
	const files = [...named, ...also].map((name): ImportedBlock =>
		/\.(png|jpe?g|gif|webp)$/i.test(name) ? { type: 'image', name, data: null } : namedFile(name)
	);
	return [...texts, ...files];
}

export function readClaudeAi(row: Row): ImportedChat {
	const all = listIn(row, 'chat_messages');
	const rows = all.filter(isRow);
	let before: string | null = null;
	const ownId = ownIds();
	const messages = rows.map((message, index): ImportedMessage => {
		const wanted = textIn(message, 'uuid') || `message ${String(index)}`;
		const named = textIn(message, 'parent_message_uuid');
		// Where no tree is kept, one follows the other, whatever they are called.
		const id = named === '' ? ownId(wanted) : wanted;
		const parent: string | null = named || before;
		before = id;
		const blocks = rowsIn(message, 'content')
			.map(blockFrom)
			.filter((block) => block !== null);
		const hasWords = blocks.some((block) => block.type !== 'text' || block.text.trim() !== '');
		const said: ImportedBlock[] = hasWords ? blocks : [text(textIn(message, 'text'))];
		return {
			id,
			parent,
			from: textIn(message, 'sender') === 'human' ? 'user' : 'assistant',
			at: timeIn(message, 'created_at'),
			content: [...attachedTo(message), ...said],
			model: textIn(row, 'model')
		};
	});
	const leaf = textIn(row, 'current_leaf_message_uuid');
	return {
		format: 'claude-ai',
		id: textIn(row, 'uuid'),
		title: textIn(row, 'name'),
		createdAt: timeIn(row, 'created_at'),
		activeAt: timeIn(row, 'updated_at'),
		pinned: fieldOf(row, 'is_starred') === true,
		messages,
		leaf: leaf === '' ? null : leaf,
		skipped: all.length - rows.length
	};
}

export const isClaudeMemories = (row: Row): boolean =>
	typeof fieldOf(row, 'conversations_memory') === 'string' ||
	isRow(fieldOf(row, 'project_memories'));

/** What Claude.ai remembers is prose under headings: each bullet or paragraph is a line of its own. */
export function readClaudeMemories(row: Row): ImportedMemory[] {
	const texts = [
		textIn(row, 'conversations_memory'),
		...Object.values(rowIn(row, 'project_memories')).filter((value) => typeof value === 'string')
	];
	return texts.flatMap(linesOfProse).map((line) => ({ text: line, at: 0 }));
}

/** Between two sentences; where Chinese and Japanese are written no space parts them, but what closes a quotation belongs to it. */
const sentenceEnd = /(?<=[.!?。！？])\s+(?=\p{Lu})|(?<=[。！？])\s*(?=[^」』”’）。！？\s])/u;

/** Bullets and sentences of a text; headings say nothing by themselves. */
function linesOfProse(prose: string): string[] {
	return prose
		.split(/\n+/)
		.map((line) => line.trim())
		.filter((line) => line !== '' && !/^#{1,6}\s/.test(line) && !/^\*\*[^*]+\*\*:?$/.test(line))
		.flatMap((line) => {
			const longest = /^[-*+]\s/.test(line) ? longestLine : 300;
			return line.length <= longest ? [line] : line.split(sentenceEnd);
		});
}

export const isClaudeProject = (row: Row): boolean =>
	typeof fieldOf(row, 'uuid') === 'string' &&
	(typeof fieldOf(row, 'prompt_template') === 'string' || Array.isArray(fieldOf(row, 'docs'))) &&
	typeof fieldOf(row, 'name') === 'string';

/** A project as a note of what it is and what it told the model, and each of its documents as one of its own. */
export function readClaudeProject(row: Row): ImportedNote[] {
	const name = textIn(row, 'name').trim();
	const documents = rowsIn(row, 'docs').filter((file) => textIn(file, 'content').trim() !== '');
	const told = textIn(row, 'prompt_template').trim();
	const about = textIn(row, 'description').trim();
	const titles = documents.map((file) => `- ${textIn(file, 'filename')}`);
	const parts = [
		...(about === '' ? [] : [about]),
		...(told === '' ? [] : ['## Instructions', told]),
		...(titles.length === 0 ? [] : ['## Documents', titles.join('\n')])
	];
	const whole: ImportedNote = {
		id: textIn(row, 'uuid'),
		name: `Project ${name}`,
		text: `${[`# ${name}`, ...parts].join('\n\n')}\n`
	};
	const notes = documents.map((file) => ({
		id: textIn(file, 'uuid'),
		name: `Project ${name} ${textIn(file, 'filename').replace(/\.(md|markdown|txt)$/i, '')}`,
		text: textIn(file, 'content')
	}));
	// One that says nothing but its name is of no use to anybody.
	return parts.length === 0 ? [] : [whole, ...notes];
}
