/** Which family of tokenizers a model belongs to, by its id; ids carry dates, routes and vendors' prefixes. */
import type { Family } from '#core/tokens/weights.ts';

/** What an unknown model is weighed as: the tokenizer that makes the most of a text. */
export const defaultFamily: Family = 'claude4.7-5';

/**
 * The family of a model id, for instance `claude-opus-4-6`, `anthropic/claude-sonnet-5`,
 * `openai/gpt-4o-mini`, `llama3.2:3b`. Unknown ids weigh as the newest Claude.
 */
export function familyOf(modelId: string): Family {
	const id = modelId.toLowerCase();
	if (id.includes('claude')) return claudeFamily(id);
	if (id.includes('opus') || id.includes('sonnet') || id.includes('haiku')) return claudeFamily(id);
	if (id.includes('gpt-oss') || id.includes('gpt-4o') || id.includes('chatgpt')) return 'o200k';
	if (id.includes('gpt-4.') || id.includes('gpt-5') || id.includes('gpt-6')) return 'o200k';
	if (id.includes('gpt-4') || id.includes('gpt-3')) return 'cl100k';
	if (id.includes('codex') || isReasoning(id)) return 'o200k';
	if (id.includes('llama')) return 'llama3';
	if (id.includes('mistral') || id.includes('mixtral') || id.includes('ministral'))
		return 'mistral1';
	if (id.includes('qwen') || id.includes('qwq')) return 'qwen2.5';
	if (id.includes('gemini') || id.includes('gemma')) return 'gemini';
	return defaultFamily;
}

/** `o1`, `o3-mini`, `openai/o4`: an o and a digit at the start of the name. */
function isReasoning(id: string): boolean {
	const name = id.slice(id.lastIndexOf('/') + 1);
	const digit = name.charCodeAt(1);
	return name.startsWith('o') && digit >= 49 && digit <= 57;
}

/** Claude changed its tokenizer after version 2 and with Opus 4.7; Sonnet and Haiku with 5. */
function claudeFamily(id: string): Family {
	const version = versionOf(id);
	if (version === null) return defaultFamily;
	if (version < 3) return 'claude2';
	return version < 4.7 ? 'claude3-4.6' : 'claude4.7-5';
}

/** 4.6 of `claude-opus-4-6-20260101`; the first one or two short numbers of the id, or null. */
function versionOf(id: string): number | null {
	const numbers: string[] = [];
	let digits = '';
	for (const char of id.slice(id.includes('claude') ? id.indexOf('claude') : 0) + '-') {
		if (char >= '0' && char <= '9') {
			digits += char;
			continue;
		}
		if (digits.length > 0) {
			// Six or eight digits are a date and end the version.
			if (digits.length > 2) break;
			numbers.push(digits);
			if (numbers.length === 2) break;
		}
		digits = '';
		if (numbers.length > 0 && char !== '-' && char !== '.') break;
	}
	if (numbers.length === 0) return null;
	return Number(numbers.join('.'));
}
