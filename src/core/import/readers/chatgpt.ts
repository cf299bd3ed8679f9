import {
	text,
	type ImportedBlock,
	type ImportedChat,
	type ImportedImage,
	type ImportedMemory,
	type ImportedMessage,
	type ImportedText
} from '#core/import/chat.ts';
import { copyOf, firstText, timeIn } from '#core/import/fields.ts';
import { withoutMarks } from '#core/import/readers/chatgpt-marks.ts';
import { namedFile, quotation } from '#core/import/named-file.ts';
import { fieldOf, isRow, listIn, parseJson, type Row, rowIn, rowsIn, textIn } from '#core/json.ts';

/** Reading conversations of a ChatGPT export: a mapping of nodes, of which `current_node` is the leaf on screen. */

/** DeepSeek has the same tree with messages in fragments: taken for these they would all be empty. */
export const isChatGpt = (row: Row): boolean =>
	isRow(fieldOf(row, 'mapping')) &&
	!Object.values(rowIn(row, 'mapping')).some(
		(node) => isRow(node) && Array.isArray(fieldOf(rowIn(node, 'message'), 'fragments'))
	);

/** `file-service://file-Ab1` and `sediment://file_0001` name files whose names begin with the last part. */
const pointed = (row: Row, field = 'asset_pointer'): ImportedImage => ({
	type: 'image',
	name: textIn(row, field).replace(/^.*[/\\]/, ''),
	data: null
});

/** Pictures that code has drawn: they stand beside what it has written. */
const drawnIn = (message: Row): ImportedImage[] =>
	rowsIn(rowIn(rowIn(message, 'metadata'), 'aggregate_result'), 'messages')
		.filter((row) => textIn(row, 'image_url') !== '')
		.map((row) => pointed(row, 'image_url'));

/** Parts of a message: strings, pictures, transcripts; null and what is unknown are left out. */
function partsOf(content: Row): (ImportedText | ImportedImage)[] {
	const parts: (ImportedText | ImportedImage)[] = [];
	for (const part of listIn(content, 'parts')) {
		if (typeof part === 'string') {
			if (part !== '') parts.push(text(part));
		} else if (isRow(part)) {
			if (textIn(part, 'content_type') === 'image_asset_pointer') parts.push(pointed(part));
			else if (textIn(part, 'text') !== '') parts.push(text(textIn(part, 'text')));
		}
	}
	return parts;
}

/** The words of content that is no list of parts. */
const wordsOf = (content: Row): string => firstText(content, ['text', 'result', 'content']);

function thoughtsOf(content: Row): ImportedBlock[] {
	const words = rowsIn(content, 'thoughts')
		.map((thought) =>
			[textIn(thought, 'summary'), textIn(thought, 'content')]
				.filter((part) => part !== '')
				.join('\n')
		)
		.filter((thought) => thought !== '');
	return words.length === 0 ? [] : [{ type: 'thinking', text: words.join('\n\n') }];
}

function shownParts(message: Row, content: Row): (ImportedText | ImportedImage)[] {
	const parts = partsOf(content);
	const shown = parts.length > 0 ? parts : [text(wordsOf(content))];
	const metadata = rowIn(message, 'metadata');
	return shown
		.map((part) => (part.type === 'text' ? text(withoutMarks(part.text, metadata)) : part))
		.filter((part) => part.type === 'image' || part.text !== '');
}

function answerOf(message: Row, content: Row): ImportedBlock[] {
	const recipient = textIn(message, 'recipient');
	const kind = textIn(content, 'content_type');
	if (kind === 'thoughts') return thoughtsOf(content);
	if (kind === 'reasoning_recap') return [];
	const isCall = recipient !== '' && recipient !== 'all';
	if (isCall) {
		const words = shownParts(message, content)
			.map((part) => (part.type === 'text' ? part.text : ''))
			.join('\n');
		const language = textIn(content, 'language');
		const input = {
			...(language === '' || language === 'unknown' ? {} : { language }),
			input: words
		};
		return [{ type: 'call', id: null, name: recipient, input: copyOf(input) }];
	}
	const parts = shownParts(message, content);
	if (kind !== 'code') return parts;
	return parts.map((part) => (part.type === 'text' ? text(`\`\`\`\n${part.text}\n\`\`\``) : part));
}

function resultOf(message: Row, content: Row): ImportedBlock[] {
	const name = textIn(rowIn(message, 'author'), 'name') || 'tool';
	const kind = textIn(content, 'content_type');
	const quoted = kind === 'tether_quote' ? firstText(content, ['title', 'url', 'domain']) : '';
	const parts = [...shownParts(message, content), ...drawnIn(message)];
	const all = quoted === '' ? parts : [text(quoted), ...parts];
	return all.length === 0
		? []
		: [{ type: 'result', call: null, name, parts: all, isError: kind === 'system_error' }];
}

/** Hidden messages and what the user wrote once for all conversations are no part of this one. */
function isHidden(message: Row, content: Row): boolean {
	const metadata = rowIn(message, 'metadata');
	return (
		fieldOf(message, 'weight') === 0 ||
		fieldOf(metadata, 'is_visually_hidden_from_conversation') === true ||
		fieldOf(metadata, 'is_user_system_message') === true ||
		textIn(content, 'content_type') === 'user_editable_context'
	);
}

/** Files beside a question, by name: their content is not in the export. */
const attached = (message: Row, blocks: readonly ImportedBlock[]): ImportedBlock[] =>
	rowsIn(rowIn(message, 'metadata'), 'attachments')
		.filter(
			(file) => !blocks.some((block) => block.type === 'image' && block.name === textIn(file, 'id'))
		)
		.map((file) => textIn(file, 'name'))
		.filter((name) => name !== '')
		.map((name) => namedFile(name));

/** What of an earlier message a question was asked about, as a quotation before it. */
function quotedIn(message: Row): ImportedBlock[] {
	const metadata = rowIn(message, 'metadata');
	const words = withoutMarks(textIn(metadata, 'targeted_reply'), metadata).trim();
	return words === '' ? [] : [quotation(words)];
}

interface Report {
	/** Of the research: its state may be written again and again. */
	readonly of: string;
	readonly words: string;
	readonly model: string;
}

/** The report of a research that is done: it stands in the state of a window inside the conversation, as JSON text. */
function reportIn(message: Row): Report | null {
	const sdk = rowIn(rowIn(message, 'metadata'), 'chatgpt_sdk');
	const state = parseJson(textIn(sdk, 'widget_state'));
	if (!isRow(state) || textIn(state, 'status') !== 'completed') return null;
	const report = rowIn(state, 'report_message');
	const metadata = rowIn(report, 'metadata');
	const words = listIn(rowIn(report, 'content'), 'parts')
		.filter((part) => typeof part === 'string' && part !== '')
		.join('\n\n');
	if (words === '') return null;
	const names = ['widget_session_id', 'async_task_conversation_id'];
	return {
		of: firstText(sdk, names) || textIn(report, 'id') || words,
		words: withoutMarks(words, metadata),
		model: textIn(metadata, 'model_slug')
	};
}

/** The reports of a conversation by node, of each research the newest. */
function reportsIn(mapping: Row): ReadonlyMap<string, Report> {
	const newest = new Map<string, { readonly id: string; readonly report: Report }>();
	for (const [id, node] of Object.entries(mapping)) {
		const report = isRow(node) ? reportIn(rowIn(node, 'message')) : null;
		if (report) newest.set(report.of, { id, report });
	}
	return new Map([...newest.values()].map(({ id, report }) => [id, report]));
}

function messageFrom(id: string, node: Row, report: Report | undefined): ImportedMessage {
	const message = rowIn(node, 'message');
	const content = rowIn(message, 'content');
	const parent = textIn(node, 'parent');
	const place = { id, parent: parent === '' ? null : parent, at: timeIn(message, 'create_time') };
	const model = textIn(rowIn(message, 'metadata'), 'model_slug');
	if (report) {
		const name = textIn(rowIn(message, 'author'), 'name') || 'tool';
		const done = { type: 'result', call: null, name, isError: false } as const;
		const said = [{ ...done, parts: [text('completed')] }, text(report.words)];
		return { ...place, from: 'assistant', content: said, model: report.model || model };
	}
	if (isHidden(message, content)) return { ...place, from: 'nobody', content: [] };
	switch (textIn(rowIn(message, 'author'), 'role')) {
		case 'user': {
			const blocks = shownParts(message, content);
			const asked = [...quotedIn(message), ...blocks, ...attached(message, blocks)];
			return { ...place, from: 'user', content: asked };
		}
		case 'assistant':
			return { ...place, from: 'assistant', content: answerOf(message, content), model };
		case 'tool':
		case 'function':
			return { ...place, from: 'tool', content: resultOf(message, content) };
		default:
			return { ...place, from: 'nobody', content: [] };
	}
}

export function readChatGpt(row: Row): ImportedChat {
	const mapping = rowIn(row, 'mapping');
	const reports = reportsIn(mapping);
	const messages: ImportedMessage[] = [];
	let skipped = 0;
	for (const [id, node] of Object.entries(mapping))
		if (isRow(node)) messages.push(messageFrom(id, node, reports.get(id)));
		else skipped++;
	const leaf = textIn(row, 'current_node');
	return {
		format: 'chatgpt',
		id: firstText(row, ['conversation_id', 'id']),
		title: textIn(row, 'title'),
		createdAt: timeIn(row, 'create_time'),
		activeAt: timeIn(row, 'update_time'),
		pinned: fieldOf(row, 'is_starred') === true,
		messages,
		leaf: leaf === '' ? null : leaf,
		skipped
	};
}

/** Custom instructions, which the export repeats in hidden messages: candidates for memory. */
export function instructionsIn(row: Row): ImportedMemory[] {
	const found = new Map<string, ImportedMemory>();
	for (const node of Object.values(rowIn(row, 'mapping'))) {
		if (!isRow(node)) continue;
		const message = rowIn(node, 'message');
		const content = rowIn(message, 'content');
		if (!isHidden(message, content)) continue;
		const at = timeIn(message, 'create_time') || timeIn(row, 'create_time');
		const kept = rowIn(rowIn(message, 'metadata'), 'user_context_message_data');
		const told = [
			textIn(kept, 'about_user_message') || unwrapped(textIn(content, 'user_profile')),
			textIn(kept, 'about_model_message') || unwrapped(textIn(content, 'user_instructions'))
		];
		for (const line of told.join('\n').split('\n'))
			if (line.trim() !== '') found.set(line.trim(), { text: line.trim(), at });
	}
	return [...found.values()];
}

/** The words between the fences in which that product wraps what the user wrote; what is not wrapped is its own. */
const unwrapped = (wrapped: string): string => /```([\s\S]*?)```/.exec(wrapped)?.[1] ?? '';
