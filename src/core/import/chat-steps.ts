import type { AssistantBlock, ImageBlock, TextBlock, ToolResultBlock } from '#core/log/blocks.ts';
import type {
	ImportedBlock,
	ImportedImage,
	ImportedMessage,
	ImportedText
} from '#core/import/chat.ts';
import { cleanText } from '#core/text/clean-text.ts';
import { copyOf } from '#core/import/fields.ts';
import { namedImage } from '#core/import/named-file.ts';
import { soundPicture } from '#core/import/picture.ts';
import { unnamedModel } from '#core/models/model-card.ts';
import { isRow } from '#core/json.ts';
import { sha256 } from '#core/sha256.ts';
import { callsOf } from '#core/log/turn.ts';
import type { Usage } from '#core/wire/usage.ts';

/** Answers as steps: what came in one go stands together, and every call has exactly one result. */

export interface ImportedStep {
	readonly content: readonly AssistantBlock[];
	readonly model: string;
	readonly stopReason: string | null;
	readonly usage: Usage | null;
	/** Unix ms, 0 where it is not known. */
	readonly at: number;
	/** In the order of the calls; empty where nothing was called. */
	readonly results: readonly ToolResultBlock[];
}

interface OpenStep {
	content: AssistantBlock[];
	model: string;
	stopReason: string | null;
	usage: Usage | null;
	at: number;
	reply: string;
	/** By the id of the call. */
	results: Map<string, ToolResultBlock>;
	/** Ids as the product wrote them, by call. */
	ids: Map<string, string>;
}

/** The steps of a turn while they are put together. */
interface OpenSteps {
	readonly steps: OpenStep[];
	/** Ids of calls, each given once in a turn. */
	readonly taken: Set<string>;
	readonly pictures: Pictures;
}

type ImportedCall = ImportedBlock & { readonly type: 'call' };
type ImportedResult = ImportedBlock & { readonly type: 'result' };

/** Pictures found outside the chats, by the name the chats give them. */
export type Pictures = ReadonlyMap<string, NonNullable<ImportedImage['data']>>;

const validId = /^[\w-]{1,64}$/;

/** The wire takes few signs in a tool's name. */
const toolName = (name: string): string =>
	cleanText(name)
		.text.replace(/[^\w-]+/g, '_')
		.slice(0, 64) || 'tool';

/** The result of a call that has none. */
export const unanswered = 'No result was recorded for this call.';

/** A text or picture as it will be stored; a picture that is nowhere, or that no endpoint takes, is named. */
export function storedPart(
	part: ImportedText | ImportedImage,
	pictures: Pictures
): TextBlock | ImageBlock {
	if (part.type === 'text') return { type: 'text', text: cleanText(part.text).text };
	const found = part.data ?? pictures.get(part.name);
	const data = found && soundPicture(found);
	if (!data) return namedImage(part.name);
	return {
		type: 'image',
		source: { type: 'base64', media_type: data.mediaType, data: data.base64 }
	};
}

/** Steps of one turn. Pictures an assistant made are named: the wire has no place for them in an answer. */
export function stepsOf(
	answers: readonly ImportedMessage[],
	pictures: Pictures
): readonly ImportedStep[] {
	const open: OpenSteps = { steps: [], taken: new Set(), pictures };
	for (const message of answers)
		for (const [index, block] of message.content.entries()) {
			const made = `call_${sha256(`${message.id} ${String(index)}`).slice(0, 24)}`;
			addBlock(open, block, { message, made });
		}
	return open.steps.filter((step) => step.content.length > 0).map(finished);
}

/** Where a block comes from, and the id for its call if the one in the file cannot be used. */
interface Origin {
	readonly message: ImportedMessage;
	readonly made: string;
}

function addBlock(open: OpenSteps, block: ImportedBlock, origin: Origin): void {
	const say = (said: AssistantBlock): void => {
		stepFor(open, origin.message, 'answer').content.push(said);
	};
	switch (block.type) {
		case 'result':
			addResult(open, block, origin);
			break;
		case 'call':
			addCall(open, stepFor(open, origin.message, 'answer'), block, origin.made);
			break;
		case 'thinking': {
			const { text } = cleanText(block.text);
			if (text.trim() !== '') say({ type: 'thinking', thinking: text, signature: '' });
			break;
		}
		case 'text': {
			const { text } = cleanText(block.text);
			if (text.trim() !== '') say({ type: 'text', text });
			break;
		}
		case 'image':
			say(namedImage(block.name));
	}
}

/** The step that a message belongs to, or a new one. A result always belongs to a step that is there already. */
function stepFor(
	{ steps }: OpenSteps,
	message: ImportedMessage,
	brings: 'answer' | 'result'
): OpenStep {
	const last = steps.at(-1);
	if (last && (brings === 'result' || goesOn(last, message))) {
		last.stopReason = message.stopReason ?? last.stopReason;
		last.usage ??= message.usage ?? null;
		if (message.model) last.model = message.model;
		return last;
	}
	const step: OpenStep = {
		content: [],
		model: message.model || (last?.model ?? unnamedModel),
		stopReason: message.stopReason ?? null,
		usage: message.usage ?? null,
		at: message.at,
		reply: message.reply ?? message.id,
		results: new Map(),
		ids: new Map()
	};
	steps.push(step);
	return step;
}

function goesOn(step: OpenStep, message: ImportedMessage): boolean {
	const isSameReply = step.reply === (message.reply ?? message.id);
	// Parallel calls of a reply that was written over several lines: the results came after all of them.
	const isSplit = isSameReply && message.reply !== undefined;
	// Words behind a call belong to the same message as the call, until its result is there.
	const isOpen = step.results.size === 0 && (isSameReply || callsOf(step).length === 0);
	return isOpen || isSplit;
}

/** Returns the id of the call in the step: the product's own if it is valid and free. */
function addCall(
	{ taken }: OpenSteps,
	step: OpenStep,
	block: Pick<ImportedCall, 'id' | 'name' | 'input'>,
	made: string
): string {
	const wanted = block.id !== null && validId.test(block.id) ? block.id : made;
	const id = taken.has(wanted) ? made : wanted;
	taken.add(id);
	step.ids.set(id, block.id ?? '');
	const copy = copyOf(block.input);
	const input = isRow(copy) ? copy : copy === undefined || copy === null ? {} : { input: copy };
	step.content.push({ type: 'tool_use', id, name: toolName(block.name), input });
	return id;
}

function addResult(open: OpenSteps, block: ImportedResult, origin: Origin): void {
	const last = stepFor(open, origin.message, 'result');
	const called = callOf(block, block.call ? open.steps.toReversed() : [last]);
	const { step, id } = called ?? callPutBack(open, last, block, origin);
	const parts = block.parts.map((part) => storedPart(part, open.pictures));
	const hasImage = parts.some((part) => part.type === 'image');
	step.results.set(id, {
		type: 'tool_result',
		tool_use_id: id,
		content: hasImage
			? parts
			: parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
		...(block.isError ? { is_error: true } : {})
	});
}

/** One call of a step, by the id it has there. */
interface CallIn {
	readonly step: OpenStep;
	readonly id: string;
}

/** The call that a result answers: one without a result, of the same tool if possible. */
function callOf(result: ImportedResult, steps: readonly OpenStep[]): CallIn | undefined {
	for (const step of steps) {
		const waiting = callsOf(step).filter(
			({ id }) =>
				!step.results.has(id) &&
				(result.call === null || result.call === '' || step.ids.get(id) === result.call)
		);
		const call = waiting.find(({ name }) => name === toolName(result.name)) ?? waiting[0];
		if (call) return { step, id: call.id };
	}
	return undefined;
}

/** A result whose call is not in the file: the call is put back, so that the two stand together. */
function callPutBack(
	open: OpenSteps,
	last: OpenStep,
	{ call, name }: ImportedResult,
	{ message, made }: Origin
): CallIn {
	const step = last.results.size > 0 ? stepFor(open, message, 'answer') : last;
	return { step, id: addCall(open, step, { id: call, name, input: {} }, made) };
}

/** Every call gets a result, in the order of the calls; one that was never recorded says so. */
const finished = (step: OpenStep): ImportedStep => ({
	content: step.content,
	model: step.model,
	stopReason: step.stopReason,
	usage: step.usage,
	at: step.at,
	results: callsOf(step).map(
		({ id }): ToolResultBlock =>
			step.results.get(id) ?? {
				type: 'tool_result',
				tool_use_id: id,
				content: unanswered,
				is_error: true
			}
	)
});
