import {
	text,
	type ImportedBlock,
	type ImportedChat,
	type ImportedImage,
	type ImportedMessage,
	type ImportedText
} from '#core/import/chat.ts';
import { timeIn } from '#core/import/fields.ts';
import { commandIn, isAskedToo, isNotice } from '#core/import/readers/claude-code-notices.ts';
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

/** A field that holds words, bare or as a list of blocks. */
const blocksIn = (row: Row, name: string): readonly Row[] => {
	const words = textIn(row, name);
	return words === '' ? listIn(row, name).filter(isRow) : [{ type: 'text', text: words }];
};

const contentOf = (row: Row): readonly Row[] => blocksIn(rowIn(row, 'message'), 'content');

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

/** What was typed while it worked, which versions of today write into a line of its own alone. */
function queuedIn(row: Row): Row | null {
	const kept = rowIn(row, 'attachment');
	const isTyped =
		row['type'] === 'attachment' &&
		kept['type'] === 'queued_command' &&
		fieldOf(kept, 'isMeta') !== true &&
		['', 'prompt'].includes(textIn(kept, 'commandMode')) &&
		['', 'human'].includes(textIn(rowIn(kept, 'origin'), 'kind'));
	return isTyped ? kept : null;
}

/** The blocks of a line that may be the user's words. */
function toldIn(row: Row): readonly Row[] {
	const isOther =
		fieldOf(row, 'isMeta') === true ||
		fieldOf(row, 'isCompactSummary') === true ||
		textIn(rowIn(row, 'origin'), 'kind') === 'task-notification';
	if (isOther) return [];
	const queued = queuedIn(row);
	return queued ? blocksIn(queued, 'prompt') : row['type'] === 'user' ? contentOf(row) : [];
}

/** What the user asked, by line. */
function askedIn(rows: readonly Row[]): ReadonlyMap<Row, readonly ImportedBlock[]> {
	const asked = new Map<Row, readonly ImportedBlock[]>();
	const queued: { readonly row: Row; readonly keys: readonly string[] }[] = [];
	/** Ids of messages, and their words with the number of answers before them. */
	const said = new Set<string>();
	let answers = 0;
	/** A command that nothing has followed so far: it is a question if an answer does. Others were carried out at once. */
	let command: readonly [Row, ImportedBlock] | null = null;
	for (const row of rows) {
		if (row['type'] === 'assistant') {
			if (command) asked.set(command[0], [command[1]]);
			command = null;
			answers++;
			continue;
		}
		const told = toldIn(row)
			.map(blockFrom)
			.filter((block) => block?.type === 'text' || block?.type === 'image');
		const [first] = told;
		if (!first) continue;
		const words = first.type === 'text' ? first.text : '';
		const typed = commandIn(words);
		command = typed === null ? null : [row, text(typed)];
		// No answer follows it, and what stands behind it was asked of the model all the same.
		if (typed !== null && isAskedToo(typed)) asked.set(row, [text(typed)]);
		if (command || isNotice(words)) continue;
		asked.set(row, told);
		const key = `${String(answers)} ${JSON.stringify(told)}`;
		const kept = queuedIn(row);
		if (kept) queued.push({ row, keys: [key, textIn(kept, 'source_uuid')] });
		else said.add(key).add(textIn(row, 'uuid'));
	}
	// Some versions write what was typed while it worked as a message too.
	for (const { row, keys } of queued) if (keys.some((key) => said.has(key))) asked.delete(row);
	return asked;
}

/** A call that has no result so far, and the reply it stands in. */
interface OpenCall {
	readonly row: Row;
	readonly reply: string;
}

/**
 * The results of the calls in each line, wherever their lines stand: parallel calls make side lines in the chain that are
 * no branches of the conversation. An id may come again, so a result is that of the nearest reply before it that waits
 * for one, or where none does, of the first call behind it.
 */
function resultsIn(rows: readonly Row[]): ReadonlyMap<Row, readonly ImportedBlock[]> {
	const results = new Map<Row, ImportedBlock[]>();
	const open = new Map<string, OpenCall[]>();
	const early = new Map<string, ImportedBlock[]>();
	const seen = new Map<string, Row>();
	for (const row of rows) {
		const line = textIn(row, 'uuid');
		if (!isMessage(row) || isTwice(row, seen.get(line))) continue;
		if (line !== '') seen.set(line, row);
		const reply = textIn(rowIn(row, 'message'), 'id') || line;
		for (const block of contentOf(row)) {
			if (row['type'] === 'assistant' && block['type'] === 'tool_use') {
				const before = early.get(textIn(block, 'id'))?.shift();
				if (before) listAt(results, row).push(before);
				else listAt(open, textIn(block, 'id')).push({ row, reply });
			}
			if (row['type'] === 'user' && block['type'] === 'tool_result') {
				const id = textIn(block, 'tool_use_id');
				const waiting = listAt(open, id);
				const nearest = waiting.findIndex((call) => call.reply === waiting.at(-1)?.reply);
				const [call] = nearest < 0 ? [] : waiting.splice(nearest, 1);
				if (call) listAt(results, call.row).push(resultOf(block));
				else listAt(early, id).push(resultOf(block));
			}
		}
	}
	return results;
}

/** Whether a line says again what the one that had its id before says. */
const isTwice = (row: Row, before: Row | undefined): boolean =>
	before !== undefined &&
	JSON.stringify(rowIn(row, 'message')) === JSON.stringify(rowIn(before, 'message'));

function listAt<Key, One>(lists: Map<Key, One[]>, key: Key): One[] {
	const list = lists.get(key) ?? [];
	lists.set(key, list);
	return list;
}

function messageFrom(
	row: Row,
	asked: readonly ImportedBlock[] | undefined,
	results: readonly ImportedBlock[] = []
): ImportedMessage {
	const message = rowIn(row, 'message');
	const place = {
		id: textIn(row, 'uuid'),
		parent: textIn(row, 'parentUuid') || textIn(row, 'logicalParentUuid') || null,
		at: timeIn(row, 'timestamp')
	};
	if (row['type'] !== 'assistant')
		return { ...place, from: asked ? 'user' : 'nobody', content: asked ?? [] };
	const said = contentOf(row)
		.map(blockFrom)
		.filter((block) => block !== null);
	return {
		...place,
		from: 'assistant',
		content: [...said, ...results],
		model: textIn(message, 'model'),
		stopReason: textIn(message, 'stop_reason') || null,
		usage: usageOf(message),
		...(textIn(message, 'id') === '' ? {} : { reply: textIn(message, 'id') })
	};
}

/** Turn the rows of one file into a chat; `skipped` lines were no JSON. Null when there is no message in it. */
export function readClaudeCode(rows: readonly Row[], skipped: number): ImportedChat | null {
	const own = rows.filter(
		(row) => fieldOf(row, 'isSidechain') !== true && textIn(row, 'uuid') !== ''
	);
	const spoken = own.filter((row) => isMessage(row) || queuedIn(row) !== null);
	if (spoken.length === 0) return null;
	const titled = (type: string, field: string) =>
		textIn(rows.findLast((row) => row['type'] === type) ?? {}, field);
	const asked = askedIn(own);
	const results = resultsIn(rows);
	const messages = own.map((row) => messageFrom(row, asked.get(row), results.get(row)));
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
		messages: withWholeReplies(withoutGaps(messages)),
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
