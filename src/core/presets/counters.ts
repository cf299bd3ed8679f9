import { textOfResult, type Message, type TextBlock } from '#core/log/blocks.ts';
import type { Counter } from '#core/presets/preset.ts';
import type { Weight } from '#core/prompt/prompt.ts';

/** The ways of counting that documents 000, 002 and 003 prescribe. They serve their presets and nothing else. */

/** ceil(length / 4); what is no text counts 0 (checklist 24, 25). */
export const quarterUp = (text: unknown): number =>
	typeof text === 'string' ? Math.ceil(text.length / 4) : 0;

/** All characters of a message as document 002 counts them: text, tool name with JSON arguments, results. */
function charactersOf(message: Message): string[] {
	return message.content.map((block) => {
		switch (block.type) {
			case 'text':
				return block.text;
			case 'tool_use':
				return block.name + JSON.stringify(block.input);
			case 'tool_result':
				return textOfResult(block);
			case 'thinking':
			case 'redacted_thinking':
			case 'image':
				return '';
			case 'document':
				return block.source.type === 'text' ? block.source.data : '';
		}
	});
}

/** Length of the JSON of a whole message (checklist 4) with media left out: base64 is no text (INV-27). */
const jsonLength = (message: Message): number =>
	JSON.stringify(message, (_, value: unknown) =>
		isEncoded(value) ? { ...value, data: '' } : value
	).length;

const isEncoded = (value: unknown): value is { readonly data: string } =>
	typeof value === 'object' && value !== null && 'type' in value && value.type === 'base64';

/**
 * Tokens of messages as a preset counts them (checklist 4, 24–27, 51). `weight` is what the app itself found:
 * used by the presets that count well, and where a provider's own count is there (checklist 2, 12). Of document 002 the
 * system text is the first message (checklist 28); the others count what was said.
 */
export function countMessages(
	counter: Counter,
	messages: readonly Message[],
	weight: Weight,
	system: readonly TextBlock[] = []
): number {
	switch (counter) {
		case 'calibrated':
			return weight.tokens;
		case 'reported-or-json':
			if (weight.basis !== 'estimated') return weight.tokens;
			return Math.ceil((messages.reduce((sum, message) => sum + jsonLength(message), 0) / 4) * 1.2);
		case 'quarter-rounded-up':
			return [
				...(system.length > 0 ? [system.map(({ text }) => text)] : []),
				...messages.map(charactersOf)
			].reduce((sum, texts) => sum + 2 + texts.reduce((all, text) => all + quarterUp(text), 0), 0);
		case 'quarter-rounded-down':
			return Math.floor(
				messages.flatMap(charactersOf).reduce((sum, text) => sum + text.length, 0) / 4
			);
	}
}
