import type { RequestBody } from '#core/prompt/prompt.ts';
import { onDevice } from '#core/models/model-card.ts';
import { sha256 } from '#core/sha256.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import { defaultFamily } from '#core/tokens/family.ts';
import { estimateRequest } from '#core/tokens/request.ts';
import { contextTokens, type Usage } from '#core/wire/usage.ts';
import type { TextBlock, ToolUseBlock } from '#core/log/blocks.ts';
import type { Model, ModelEvent } from '#flows/ports/model.ts';
import { answerOnDevice, type DeviceAnswer } from '#model/device/answer.ts';
import { waitOrStop } from '#flows/ports/waiting.ts';

/** The answerer that needs no key and no network, behind the same port as any model: it quotes what is stored here. */

interface Pace {
	/** Estimated tokens shown a second; null: all at once. */
	readonly tokensPerSecond: number | null;
	/** Milliseconds, of any zero. */
	readonly now: () => number;
}

const ordinary: Pace = { tokensPerSecond: 200, now: () => performance.now() };

/** Between two pieces of text, ms. */
const pauseMs = 20;

/** The same request is answered in the same words, whatever the pace. */
export function onDeviceModel(
	pace: Pace = ordinary,
	locale = Intl.DateTimeFormat().resolvedOptions().locale
): Model {
	return {
		async *stream({ body }, signal) {
			if (signal.aborted) return;
			const answer = answerOnDevice(body, locale);
			const { block, stopReason } = blockOf(answer, body);
			if (block.type === 'tool_use')
				yield { type: 'tool-call', index: 0, id: block.id, name: block.name };
			else yield* spoken(block.text, signal, pace);
			if (isStopped(signal)) return;
			const usage = usageOf(body, block);
			yield {
				type: 'end',
				answer: {
					content: [block],
					stopReason,
					stopCategory: null,
					usage,
					contextTokens: contextTokens(usage),
					model: onDevice
				}
			};
		},
		count: ({ body }, signal) =>
			Promise.resolve(
				signal.aborted
					? { status: 'stopped' }
					: { status: 'counted', tokens: estimateRequest(body, defaultFamily) }
			)
	};
}

const isStopped = (signal: AbortSignal): boolean => signal.aborted;

/** With the space in front of it. */
const spacedWord = /(?<!\s)\s*\S+/g;

/** Word by word. What is due is counted by the clock, because timers of a hidden tab come once a second. */
async function* spoken(text: string, signal: AbortSignal, pace: Pace): AsyncGenerator<ModelEvent> {
	const words = text.match(spacedWord) ?? [];
	const began = pace.now();
	let shown = 0;
	let piece = '';
	for (const word of words) {
		piece += word;
		shown += estimateTokens(word, defaultFamily);
		const due = pace.tokensPerSecond === null ? 0 : (shown * 1000) / pace.tokensPerSecond;
		if (due - (pace.now() - began) < pauseMs) continue;
		yield { type: 'text', index: 0, text: piece };
		piece = '';
		await waitOrStop(due - (pace.now() - began), signal);
		if (signal.aborted) return;
	}
	if (piece !== '') yield { type: 'text', index: 0, text: piece };
}

function blockOf(
	answer: DeviceAnswer,
	body: RequestBody
): { readonly block: TextBlock | ToolUseBlock; readonly stopReason: string } {
	if (answer.kind === 'call') {
		const { name, input } = answer;
		// Made from the request, so that it is the same for the same one and differs from all others.
		const id = `toolu_device_${sha256(JSON.stringify([body.messages, name])).slice(0, 24)}`;
		return { block: { type: 'tool_use', id, name, input }, stopReason: 'tool_use' };
	}
	const text = fitting(answer.text, body.max_tokens);
	return {
		block: { type: 'text', text },
		stopReason: text === answer.text ? 'end_turn' : 'max_tokens'
	};
}

/** The words that fit into so many tokens; at least one. */
function fitting(text: string, maxTokens: number): string {
	if (estimateTokens(text, defaultFamily) <= maxTokens) return text;
	let fits = '';
	for (const [word] of text.matchAll(spacedWord)) {
		if (fits !== '' && estimateTokens(fits + word, defaultFamily) > maxTokens) break;
		fits += word;
	}
	return fits;
}

function usageOf(body: RequestBody, block: TextBlock | ToolUseBlock): Usage {
	const said = block.type === 'text' ? block.text : JSON.stringify(block.input);
	return {
		input: estimateRequest(body, defaultFamily),
		cacheRead: 0,
		cacheWrite: 0,
		output: estimateTokens(said, defaultFamily)
	};
}
