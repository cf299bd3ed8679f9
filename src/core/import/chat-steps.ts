import type { AssistantBlock, ImageBlock, TextBlock, ToolResultBlock } from '#core/log/blocks.ts';
import type {
	ImportedBlock,
	ImportedImage,
	ImportedMessage,
	ImportedText
} from '#core/import/chat.ts';
import { cleanText } from '#core/clean-text.ts';
import { copyOf } from '#core/import/fields.ts';
import { isRow } from '#core/json.ts';
import { sha256 } from '#core/sha256.ts';
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

/** Pictures found outside the chats, by the name the chats give them. */
export type Pictures = ReadonlyMap<string, NonNullable<ImportedImage['data']>>;

const validId = /^[\w-]{1,64}$/;

/** The wire takes few signs in a tool's name. */
const toolName = (name: string): string =>
	cleanText(name)
		.text.replace(/[^\w-]+/g, '_')
		.slice(0, 64) || 'tool';

const unanswered = 'No result was recorded for this call.';

const callsIn = (step: OpenStep) => step.content.filter((block) => block.type === 'tool_use');

/** A text or picture as it will be stored; a picture that is nowhere is named. */
export function storedPart(
	part: ImportedText | ImportedImage,
	pictures: Pictures
): TextBlock | ImageBlock {
	if (part.type === 'text') return { type: 'text', text: cleanText(part.text).text };
	const data = part.data ?? pictures.get(part.name);
	if (!data) return { type: 'text', text: part.name === '' ? '[image]' : `[image: ${part.name}]` };
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
	const steps: OpenStep[] = [];
	const taken = new Set<string>();

	function stepFor(message: ImportedMessage, isAnswer: boolean): OpenStep {
		const last = steps.at(-1);
		const reply = message.reply ?? message.id;
		const isSameReply = last?.reply === reply;
		// Parallel calls of a reply that was written over several lines: the results came after all of them.
		const isSplit = isSameReply && message.reply !== undefined;
		const isOpen = last && last.results.size === 0 && (isSameReply || callsIn(last).length === 0);
		// Words behind a call belong to the same message as the call, until its result is there.
		const goesOn = last && (isOpen || isSplit || !isAnswer);
		if (goesOn) {
			last.stopReason = message.stopReason ?? last.stopReason;
			last.usage ??= message.usage ?? null;
			if (message.model) last.model = message.model;
			return last;
		}
		const step: OpenStep = {
			content: [],
			model: message.model ? message.model : (last?.model ?? 'unknown'),
			stopReason: message.stopReason ?? null,
			usage: message.usage ?? null,
			at: message.at,
			reply,
			results: new Map(),
			ids: new Map()
		};
		steps.push(step);
		return step;
	}

	function call(
		step: OpenStep,
		block: Pick<ImportedBlock & { type: 'call' }, 'id' | 'name' | 'input'>,
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

	function result(
		message: ImportedMessage,
		block: ImportedBlock & { type: 'result' },
		made: string
	): void {
		let step = stepFor(message, false);
		const isWanted = (one: OpenStep, id: string) =>
			!one.results.has(id) &&
			(block.call === null || block.call === '' || one.ids.get(id) === block.call);
		let id: string | undefined;
		for (const one of block.call ? steps.toReversed() : [step]) {
			const open = callsIn(one).filter((candidate) => isWanted(one, candidate.id));
			id = (open.find(({ name }) => name === toolName(block.name)) ?? open[0])?.id;
			if (id !== undefined) {
				step = one;
				break;
			}
		}
		if (id === undefined) {
			// A result whose call is not in the file: the call is put back, so that the two stand together.
			if (step.results.size > 0) step = stepFor({ ...message, content: [] }, true);
			id = call(step, { id: block.call, name: block.name, input: {} }, made);
		}
		const parts = block.parts.map((part) => storedPart(part, pictures));
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

	for (const message of answers)
		for (const [index, block] of message.content.entries()) {
			const made = `call_${sha256(`${message.id} ${String(index)}`).slice(0, 24)}`;
			switch (block.type) {
				case 'result':
					result(message, block, made);
					break;
				case 'call':
					call(stepFor(message, true), block, made);
					break;
				case 'thinking': {
					const { text } = cleanText(block.text);
					if (text.trim() !== '')
						stepFor(message, true).content.push({
							type: 'thinking',
							thinking: text,
							signature: ''
						});
					break;
				}
				case 'text': {
					const { text } = cleanText(block.text);
					if (text.trim() !== '') stepFor(message, true).content.push({ type: 'text', text });
					break;
				}
				case 'image':
					stepFor(message, true).content.push({
						type: 'text',
						text: block.name === '' ? '[image]' : `[image: ${block.name}]`
					});
			}
		}
	return steps.filter((step) => step.content.length > 0).map(finished);
}

/** Every call gets a result, in the order of the calls; one that was never recorded says so. */
const finished = (step: OpenStep): ImportedStep => ({
	content: step.content,
	model: step.model,
	stopReason: step.stopReason,
	usage: step.usage,
	at: step.at,
	results: callsIn(step).map(
		({ id }): ToolResultBlock =>
			step.results.get(id) ?? {
				type: 'tool_result',
				tool_use_id: id,
				content: unanswered,
				is_error: true
			}
	)
});
