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

/** What the user typed while an answer was being written: it stands only in what was put beside a message then. */
function queuedIn(row: Row): readonly Row[] {
	const queued = rowIn(row, 'attachment');
	const isTyped =
		row['type'] === 'attachment' &&
		queued['type'] === 'queued_command' &&
		['prompt', ''].includes(textIn(queued, 'commandMode')) &&
		['human', ''].includes(textIn(rowIn(queued, 'origin'), 'kind'));
	return isTyped ? contentOf({ message: { content: queued['prompt'] } }) : [];
}

/** What the program says in the place of the user. */
const notice = /^\s*<(?:local-command-(?:stdout|stderr|caveat)|task-notification)>/;
/** How a command stands there that the user typed. */
const command = /^\s*<command-(?:name|message)>/;

/** A command as it was typed: `/review the gate`. */
function typedCommand(words: string): string {
	const field = (name: string) =>
		new RegExp(`<command-${name}>([\\s\\S]*?)</command-${name}>`).exec(words)?.[1]?.trim() ?? '';
	return `/${field('name').replace(/^\//, '')} ${field('args')}`.trim();
}

/**
 * Commands are what the user asked where an answer follows; what the program did by itself, as `/model`, nobody said.
 */
function withoutEchoes(messages: readonly ImportedMessage[]): ImportedMessage[] {
	const said = messages.map(({ from, content }) =>
		from === 'user'
			? content.map((block) => (block.type === 'text' ? block.text : '')).join('')
			: ''
	);
	return messages.map((message, index) => {
		const words = said[index] ?? '';
		const { id, parent, at } = message;
		const none: ImportedMessage = { id, parent, at, from: 'nobody', content: [] };
		if (notice.test(words)) return none;
		if (!command.test(words)) return message;
		const next = messages.findIndex(
			({ from }, at) => at > index && from !== 'nobody' && !notice.test(said[at] ?? '')
		);
		return messages[next]?.from === 'assistant'
			? { ...message, content: [text(typedCommand(words))] }
			: none;
	});
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
	if (isMeta) return { ...place, from: 'nobody', content: [] };
	const asked = (row['type'] === 'user' ? contentOf(row) : queuedIn(row))
		.map(blockFrom)
		.filter((block) => block?.type === 'text' || block?.type === 'image');
	return { ...place, from: asked.length > 0 ? 'user' : 'nobody', content: asked };
}

/** Turn the rows of one file into a chat; `skipped` lines were no JSON. Null when there is no message in it. */
export function readClaudeCode(rows: readonly Row[], skipped: number): ImportedChat | null {
	const own = rows.filter(
		(row) => fieldOf(row, 'isSidechain') !== true && textIn(row, 'uuid') !== ''
	);
	const spoken = own.filter(isMessage);
	if (spoken.length === 0) return null;
	const titled = (type: string, field: string) =>
		textIn(rows.findLast((row) => row['type'] === type) ?? {}, field);
	const chained = withWholeReplies(withoutGaps(withoutEchoes(own.map(messageFrom))));
	const messages = withAllResults(chained, resultsIn(own));
	return {
		format: 'claude-code',
		id: spoken.map((row) => textIn(row, 'sessionId')).find((id) => id !== '') ?? '',
		title:
			titled('custom-title', 'customTitle') ||
			titled('agent-name', 'agentName') ||
			titled('ai-title', 'aiTitle') ||
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
 * What the calls of each id were answered, in the order in which these stand. Some models count their calls anew with
 * each reply: a result belongs to the last call of its id before it that has none; where there is no such call it is
 * the answer of the last one, told once more, or of the first, which stands behind it.
 */
function resultsIn(rows: readonly Row[]): ReadonlyMap<string, readonly (ImportedBlock | null)[]> {
	const found = new Map<string, (ImportedBlock | null)[]>();
	const early = new Map<string, ImportedBlock>();
	for (const row of rows)
		for (const block of contentOf(row)) {
			if (block['type'] === 'tool_use' && row['type'] === 'assistant') {
				const id = textIn(block, 'id');
				const calls = found.get(id);
				if (calls) calls.push(null);
				else found.set(id, [early.get(id) ?? null]);
			}
			if (block['type'] !== 'tool_result' || row['type'] !== 'user') continue;
			const id = textIn(block, 'tool_use_id');
			const calls = found.get(id);
			if (!calls) early.set(id, resultOf(block));
			else
				calls[calls.includes(null) ? calls.lastIndexOf(null) : calls.length - 1] = resultOf(block);
		}
	return found;
}

/**
 * Results are given to the call they answer, wherever their line stands: parallel calls make side lines in the chain
 * that are no branches of the conversation.
 */
function withAllResults(
	messages: readonly ImportedMessage[],
	results: ReadonlyMap<string, readonly (ImportedBlock | null)[]>
): ImportedMessage[] {
	const placed = new Map<string, number>();
	return messages.map((message) => {
		const own = message.content.flatMap((block) => {
			const id = block.type === 'call' ? block.id : null;
			if (id === null) return [];
			const nth = placed.get(id) ?? 0;
			placed.set(id, nth + 1);
			return results.get(id)?.[nth] ?? [];
		});
		return own.length === 0 ? message : { ...message, content: [...message.content, ...own] };
	});
}
