import { hasNotice } from '#core/reply/answer-text.ts';
import {
	textOf,
	textOfResult,
	type Message,
	type ToolResultBlock,
	type ToolUseBlock,
	type UserBlock
} from '#core/log/blocks.ts';
import { fencesIn } from '#core/prompt/text/fence.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { intentOf } from '#model/device/intent.ts';

/** What a request asks, read without a model: the newest question, what the tools answered, the memory that came along. */

interface MemoryNote {
	readonly path: string;
	readonly text: string;
}

/** A tool call of this turn with its answer. */
interface Answered {
	readonly call: ToolUseBlock;
	readonly text: string;
	readonly isError: boolean;
}

export interface DeviceRequest {
	/** The newest question, without what the app adds to it. */
	readonly question: string;
	/** Local time of the question, ms as if it were UTC; null where nothing tells it. */
	readonly now: number | null;
	/** Of the person who asks, as in BCP 47: it tells which day “3/5/2026” is. */
	readonly locale: string;
	/** The question before it, or an empty text. */
	readonly before: string;
	/** Calls of this turn, in their order. */
	readonly answered: readonly Answered[];
	/** Names of the tools that may be called. */
	readonly tools: ReadonlySet<string>;
	readonly memory: readonly MemoryNote[];
	/** Pins, first request, summary and anchors, as texts; the path is the fence of each. */
	readonly reference: readonly MemoryNote[];
	/** Text files that came with the messages, the newest question's first. */
	readonly files: readonly MemoryNote[];
	/** The newest question came with something that only a model can look at. */
	readonly hasPictures: boolean;
	/** What was said before in the messages that came along; our own answers left out. */
	readonly earlier: readonly string[];
}

/** Ends the words of a turn: the date and time as the app writes them. */
const stamp = /^<now>[^<]*<\/now>$/;

export function readRequest(body: RequestBody, locale: string): DeviceRequest {
	const questions = questionsIn(body.messages);
	const system = (body.system ?? []).map((block) => block.text).join('\n\n');
	const words = body.messages
		.flatMap((message) => (message.role === 'user' ? message.content : []))
		.map((block) => (block.type === 'text' ? block.text : ''))
		.join('\n\n');
	return {
		question: questions.at(-1) ?? '',
		now: timeOf(body.messages),
		locale,
		before: questions.slice(0, -1).findLast(says) ?? '',
		answered: answeredIn(body.messages),
		tools: new Set((body.tools ?? []).map((tool) => tool.name)),
		memory: notesIn(system, ['memory']),
		reference: notesIn(words, ['pinned', 'summary', 'anchors', 'first-request']),
		files: filesIn(body.messages),
		hasPictures: newestOf(body.messages).some(
			({ block }) =>
				block.type === 'image' || (block.type === 'document' && block.source.type !== 'text')
		),
		earlier: [...answersIn(body.messages), ...questions.slice(0, -1)]
	};
}

/** Whether what follows can lean on it, which it cannot on a greeting or on thanks. */
const says = (question: string): boolean => !['hello', 'thanks'].includes(intentOf(question).kind);

/** The newest date and time that the app wrote behind a turn. */
function timeOf(messages: readonly Message[]): number | null {
	const texts = messages.flatMap((message) =>
		message.role === 'user'
			? message.content.flatMap((block) =>
					isStamp(block) && block.type === 'text' ? [block.text] : []
				)
			: []
	);
	const [, day, time] = /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/.exec(texts.at(-1) ?? '') ?? [];
	const at = day && time ? Date.parse(`${day}T${time}:00Z`) : NaN;
	return Number.isNaN(at) ? null : at;
}

/** The words of each turn, oldest first. Several turns may share one message; the stamp tells where each ends. */
function questionsIn(messages: readonly Message[]): readonly string[] {
	const said = messages.filter((message) => message.role === 'user');
	const isStamped = said.some((message) => message.content.some(isStamp));
	const questions: string[] = [];
	for (const message of said) {
		let words: string[] = [];
		for (const block of message.content) {
			if (isStamp(block)) {
				questions.push(words.join('\n').trim());
				words = [];
			} else if (block.type === 'text' && !isReference(block.text)) words.push(block.text);
		}
		// Words without a stamp are the app's own, unless nothing here has one.
		if (!isStamped && words.length > 0) questions.push(words.join('\n').trim());
	}
	return questions;
}

/** Blocks of what people said, each with the number of stamps before it: which turn it belongs to. */
function placed(messages: readonly Message[]) {
	let turn = 0;
	return messages
		.flatMap((message) => (message.role === 'user' ? message.content : []))
		.map((block) => ({ block, turn: isStamp(block) ? turn++ : turn }));
}

function newestOf(messages: readonly Message[]) {
	const all = placed(messages);
	const last = all.findLast(({ block }) => isStamp(block))?.turn ?? 0;
	return all.filter(({ turn }) => turn >= last);
}

const filesIn = (messages: readonly Message[]): readonly MemoryNote[] =>
	placed(messages)
		.toReversed()
		.flatMap(({ block }) =>
			block.type === 'document' && block.source.type === 'text'
				? [{ path: block.title ?? 'file', text: block.source.data }]
				: []
		);

const answersIn = (messages: readonly Message[]): readonly string[] =>
	messages
		.flatMap((message) => (message.role === 'assistant' ? [textOf(message.content)] : []))
		.filter((text) => text !== '' && !hasNotice(text));

const isStamp = (block: UserBlock): boolean => block.type === 'text' && stamp.test(block.text);

const isReference = (text: string): boolean => fencesIn(text).length > 0;

/** Calls since the newest question that have an answer. */
function answeredIn(messages: readonly Message[]): readonly Answered[] {
	const asked = messages.findLastIndex(
		(message) => message.role === 'user' && textOf(message.content) !== ''
	);
	const turn = messages.slice(Math.max(asked, 0));
	const results = new Map<string, ToolResultBlock>();
	for (const message of turn)
		for (const block of message.content)
			if (block.type === 'tool_result') results.set(block.tool_use_id, block);
	return turn.flatMap((message) =>
		message.role === 'user'
			? []
			: message.content.flatMap((block) => {
					const result = block.type === 'tool_use' ? results.get(block.id) : undefined;
					if (block.type !== 'tool_use' || !result) return [];
					return [{ call: block, text: textOfResult(result), isError: result.is_error === true }];
				})
	);
}

const notesIn = (text: string, tags: readonly string[]): readonly MemoryNote[] =>
	fencesIn(text)
		.filter(({ tag }) => tags.includes(tag))
		.map(({ tag, attributes, text: inside }) => ({
			path: attributes['file'] ?? tag,
			text: inside
		}));
