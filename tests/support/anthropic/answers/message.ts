/** An answer as the API sends it: one JSON message, or the events of a stream. */
import type Anthropic from '@anthropic-ai/sdk';
import { parsed, type Answer, type Produced, type ProducedBlock } from './answer.ts';
import type { InputUsage } from '../counting/prompt-cache.ts';
import { countText } from '../counting/tokens.ts';

export interface MessageFrame {
	readonly id: string;
	readonly model: string;
	readonly input: InputUsage;
	readonly transformations?: Answer['transformations'];
}

/** One event of a stream, with the output tokens it stands for (for pacing). */
export interface StreamEvent {
	readonly event: string;
	readonly data: string;
	readonly tokens: number;
	/** A piece of content, where faults like to strike. */
	readonly isDelta: boolean;
}

export function wholeMessage(produced: Produced, frame: MessageFrame): Anthropic.Message {
	return {
		...emptyMessage(frame),
		content: produced.blocks.map(asContent),
		stop_reason: produced.stopReason as Anthropic.StopReason,
		stop_sequence: produced.stopSequence,
		stop_details: stopDetails(produced),
		usage: usageOf(frame.input, produced.outputTokens, produced.thinkingTokens)
	};
}

export function eventsOf(produced: Produced, frame: MessageFrame): readonly StreamEvent[] {
	const events: StreamEvent[] = [event({ type: 'message_start', message: emptyMessage(frame) })];
	for (const [index, block] of produced.blocks.entries()) {
		events.push(event({ type: 'content_block_start', index, content_block: opening(block) }));
		if (index === 0) events.push(ping());
		for (const delta of deltasOf(block))
			events.push(event({ type: 'content_block_delta', index, delta }, tokensOf(delta)));
		events.push(event({ type: 'content_block_stop', index }));
	}
	events.push(
		event({
			type: 'message_delta',
			delta: {
				container: null,
				stop_reason: produced.stopReason as Anthropic.StopReason,
				stop_sequence: produced.stopSequence,
				stop_details: stopDetails(produced)
			},
			usage: {
				...frame.input,
				output_tokens: produced.outputTokens,
				output_tokens_details: { thinking_tokens: produced.thinkingTokens },
				server_tool_use: null
			}
		})
	);
	events.push(event({ type: 'message_stop' }));
	return events;
}

function event(data: Anthropic.RawMessageStreamEvent, tokens?: number): StreamEvent {
	return {
		event: data.type,
		data: JSON.stringify(data),
		tokens: tokens ?? 0,
		isDelta: tokens !== undefined
	};
}

function ping(): StreamEvent {
	return { event: 'ping', data: '{"type": "ping"}', tokens: 0, isDelta: false };
}

function emptyMessage(frame: MessageFrame): Anthropic.Message {
	return {
		id: frame.id,
		type: 'message',
		role: 'assistant',
		model: frame.model,
		content: [],
		container: null,
		diagnostics: null,
		stop_reason: null,
		stop_sequence: null,
		stop_details: null,
		usage: usageOf(frame.input, 1, 0),
		...(frame.transformations && { input_transformations: frame.transformations })
	};
}

function usageOf(input: InputUsage, output: number, thinking: number): Anthropic.Usage {
	return {
		...input,
		output_tokens: output,
		output_tokens_details: { thinking_tokens: thinking },
		cache_creation: {
			ephemeral_5m_input_tokens: input.cache_creation_input_tokens,
			ephemeral_1h_input_tokens: 0
		},
		inference_geo: null,
		server_tool_use: null,
		service_tier: 'standard',
		speed: null
	};
}

function stopDetails(produced: Produced): Anthropic.RefusalStopDetails | null {
	if (produced.stopReason !== 'refusal') return null;
	return {
		type: 'refusal',
		category: produced.refusalCategory as Anthropic.RefusalStopDetails['category'],
		explanation: null
	};
}

function asContent(block: ProducedBlock): Anthropic.ContentBlock {
	switch (block.type) {
		case 'text':
			return { type: 'text', text: block.text, citations: null };
		case 'tool_use':
			return {
				type: 'tool_use',
				id: block.id,
				name: block.name,
				input: parsed(block.json),
				caller: { type: 'direct' }
			};
		default:
			return block;
	}
}

function opening(block: ProducedBlock): Anthropic.ContentBlock {
	switch (block.type) {
		case 'text':
			return { type: 'text', text: '', citations: null };
		case 'thinking':
			return { type: 'thinking', thinking: '', signature: '' };
		case 'tool_use':
			return {
				type: 'tool_use',
				id: block.id,
				name: block.name,
				input: {},
				caller: { type: 'direct' }
			};
		default:
			return block;
	}
}

function deltasOf(block: ProducedBlock): readonly Anthropic.RawContentBlockDelta[] {
	switch (block.type) {
		case 'text':
			return wordsOf(block.text).map((text) => ({ type: 'text_delta', text }));
		case 'thinking':
			return [
				...wordsOf(block.thinking).map((thinking): Anthropic.ThinkingDelta => ({
					type: 'thinking_delta',
					thinking
				})),
				{ type: 'signature_delta', signature: block.signature }
			];
		case 'tool_use':
			return ['', ...piecesOf(block.json)].map((piece) => ({
				type: 'input_json_delta',
				partial_json: piece
			}));
		default:
			return [];
	}
}

/** Two or three words at a time, as models do; long words and texts without spaces are cut too. */
function wordsOf(text: string): readonly string[] {
	return text.match(/(?:\s*\S{1,24}){1,3}\s*/gu) ?? (text === '' ? [] : [text]);
}

/** Uneven pieces that cut names, numbers and escapes. */
function piecesOf(json: string): readonly string[] {
	const pieces: string[] = [];
	const signs = Array.from(json);
	for (let at = 0, size = 5; at < signs.length; at += size, size = (size * 7) % 23 || 9)
		pieces.push(signs.slice(at, at + size).join(''));
	return pieces;
}

function tokensOf(delta: Anthropic.RawContentBlockDelta): number {
	switch (delta.type) {
		case 'text_delta':
			return countText(delta.text);
		case 'thinking_delta':
			return countText(delta.thinking);
		case 'input_json_delta':
			return countText(delta.partial_json);
		default:
			return 0;
	}
}
