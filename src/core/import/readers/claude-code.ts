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
import type { Usage } from '#core/wire/usage.ts';
import { toldPicture } from '#core/import/picture.ts';

/** Reading session files of Claude Code: lines chained by `parentUuid`, one assistant message over several lines. */

const isMessage = (row: Row): boolean => row['type'] === 'user' || row['type'] === 'assistant';

/** Whether lines look like a Claude Code session. */
export const looksLikeClaudeCode = (rows: readonly Row[]): boolean =>
	rows.some(
		(row) =>
			isMessage(row) &&
			typeof fieldOf(row, 'sessionId') === 'string' &&
			isRow(fieldOf(row, 'message'))
	);

const contentOf = (row: Row): readonly Row[] => {
	const message = rowIn(row, 'message');
	const words = textIn(message, 'content');
	return words === '' ? listIn(message, 'content').filter(isRow) : [{ type: 'text', text: words }];
};

function imageOf(block: Row): ImportedImage {
	const source = rowIn(block, 'source');
	return toldPicture(textIn(source, 'media_type'), textIn(source, 'data'));
}

function resultOf(block: Row): ImportedBlock {
	const words = textIn(block, 'content');
	const parts = listIn(block, 'content')
		.filter(isRow)
		.flatMap((part): (ImportedText | ImportedImage)[] => {
			if (part['type'] === 'image') return [imageOf(part)];
			return textIn(part, 'text') === '' ? [] : [text(textIn(part, 'text'))];
		});
	return {
		type: 'result',
		call: textIn(block, 'tool_use_id') || null,
		name: 'tool',
		parts: words === '' ? parts : [text(words)],
		isError: fieldOf(block, 'is_error') === true
	};
}

function blockFrom(block: Row): ImportedBlock | null {
	switch (block['type']) {
		case 'text':
			return text(textIn(block, 'text'));
		case 'thinking':
			return { type: 'thinking', text: textIn(block, 'thinking') };
		case 'image':
			return imageOf(block);
		case 'tool_use':
			return {
				type: 'call',
				id: textIn(block, 'id') || null,
				name: textIn(block, 'name'),
				input: fieldOf(block, 'input')
			};
		default:
			return null;
	}
}

/** Counted once for a message, however many lines it is split over. */
function usageOf(message: Row): Usage | null {
	const usage = fieldOf(message, 'usage');
	if (!isRow(usage)) return null;
	return {
		input: countIn(usage, 'input_tokens'),
		cacheRead: countIn(usage, 'cache_read_input_tokens'),
		cacheWrite: countIn(usage, 'cache_creation_input_tokens'),
		output: countIn(usage, 'output_tokens')
	};
}

function messageFrom(row: Row): ImportedMessage {
	const message = rowIn(row, 'message');
	const place = {
		id: textIn(row, 'uuid'),
		parent: textIn(row, 'parentUuid') || textIn(row, 'logicalParentUuid') || null,
		at: timeIn(row, 'timestamp')
	};
	if (row['type'] === 'assistant')
		return {
			...place,
			from: 'assistant',
			content: contentOf(row)
				.map(blockFrom)
				.filter((block) => block !== null),
			model: textIn(message, 'model'),
			stopReason: textIn(message, 'stop_reason') || null,
			usage: usageOf(message),
			...(textIn(message, 'id') === '' ? {} : { reply: textIn(message, 'id') })
		};
	const isMeta = fieldOf(row, 'isMeta') === true || fieldOf(row, 'isCompactSummary') === true;
	if (row['type'] !== 'user' || isMeta) return { ...place, from: 'nobody', content: [] };
	const asked = contentOf(row)
		.map(blockFrom)
		.filter((block) => block?.type === 'text' || block?.type === 'image');
	return { ...place, from: asked.length > 0 ? 'user' : 'nobody', content: asked };
}

/** Turn the rows of one file into a chat; `skipped` lines were no JSON. Null when there is no message in it. */
export function readClaudeCode(rows: readonly Row[], skipped: number): ImportedChat | null {
	const results = new Map<string, ImportedBlock>();
	for (const row of rows)
		for (const block of row['type'] === 'user' ? contentOf(row) : [])
			if (block['type'] === 'tool_result')
				results.set(textIn(block, 'tool_use_id'), resultOf(block));
	const own = rows.filter(
		(row) => fieldOf(row, 'isSidechain') !== true && textIn(row, 'uuid') !== ''
	);
	const spoken = own.filter(isMessage);
	if (spoken.length === 0) return null;
	const titled = (type: string, field: string) =>
		textIn(rows.findLast((row) => row['type'] === type) ?? {}, field);
	const chained = withWholeReplies(withoutGaps(own.map(messageFrom)));
	const messages = withAllResults(chained, results);
	return {
		format: 'claude-code',
		id: spoken.map((row) => textIn(row, 'sessionId')).find((id) => id !== '') ?? '',
		title:
			titled('custom-title', 'customTitle') ||
			titled('agent-name', 'agentName') ||
			textIn(rows.find((row) => row['type'] === 'summary') ?? {}, 'summary'),
		createdAt: spoken.map((row) => timeIn(row, 'timestamp')).find((at) => at > 0) ?? 0,
		activeAt: timeIn(spoken.at(-1) ?? {}, 'timestamp'),
		messages,
		leaf: textIn(spoken.at(-1) ?? {}, 'uuid') || null,
		forks: 'asked',
		skipped
	};
}

/** Some lines name a parent that was never written, or one of a sidechain: they follow the line before them. */
function withoutGaps(messages: readonly ImportedMessage[]): ImportedMessage[] {
	const ids = new Set(messages.map(({ id }) => id));
	return messages.map((message, index) =>
		message.parent === null || ids.has(message.parent)
			? message
			: { ...message, parent: messages[index - 1]?.id ?? null }
	);
}

/** Lines of one reply that follow each other directly. */
interface Run {
	readonly reply: string;
	last: string;
}

/**
 * Parallel calls may all hang on one line of their reply, and the conversation goes on behind one of them: the others
 * are put into its way, one behind the other, or they would be branches that nobody asked for.
 */
function withWholeReplies(messages: readonly ImportedMessage[]): ImportedMessage[] {
	const runs = new Map<string, Run>();
	const inRuns = messages.map((message) => {
		const { id, parent, reply } = message;
		if (reply === undefined || runs.has(id)) return message;
		const run = parent === null ? undefined : runs.get(parent);
		if (run?.reply !== reply) {
			runs.set(id, { reply, last: id });
			return message;
		}
		const before = run.last;
		runs.set(id, run);
		run.last = id;
		return { ...message, parent: before };
	});
	return inRuns.map((message) => {
		const run = message.parent === null ? undefined : runs.get(message.parent);
		const isWithin = run === undefined || run === runs.get(message.id);
		return isWithin ? message : { ...message, parent: run.last };
	});
}

/**
 * Results are given to the call they answer, wherever their line stands: parallel calls make side lines in the chain
 * that are no branches of the conversation.
 */
function withAllResults(
	messages: readonly ImportedMessage[],
	results: ReadonlyMap<string, ImportedBlock>
): ImportedMessage[] {
	const placed = new Set<string>();
	return messages.map((message) => {
		const own = message.content.flatMap((block) => {
			const id = block.type === 'call' ? block.id : null;
			const result = id === null || placed.has(id) ? undefined : results.get(id);
			if (id !== null) placed.add(id);
			return result ? [result] : [];
		});
		return own.length === 0 ? message : { ...message, content: [...message.content, ...own] };
	});
}
