import { expect, it } from 'vitest';
import { familyOf } from '#core/tokens/family.ts';

it.each([
	['claude-opus-4-6', 'claude3-4.6'],
	['claude-opus-4-7', 'claude4.7-5'],
	['claude-opus-4-20250514', 'claude3-4.6'],
	['claude-haiku-4-5-20251001', 'claude3-4.6'],
	['claude-3-5-sonnet-20241022', 'claude3-4.6'],
	['claude-sonnet-5', 'claude4.7-5'],
	['claude-sonnet-5-20260301', 'claude4.7-5'],
	['claude-opus-4.6', 'claude3-4.6'],
	['anthropic/claude-fable', 'claude4.7-5'],
	['claude-mythos-preview', 'claude4.7-5'],
	['claude-2.1', 'claude2'],
	['us.anthropic.claude-sonnet-4-5-v1:0', 'claude3-4.6'],
	['gpt-4o-mini', 'o200k'],
	['openai/o3', 'o200k'],
	['gpt-5.1-codex', 'o200k'],
	['gpt-4-turbo', 'cl100k'],
	['llama3.2:3b', 'llama3'],
	['mistral-small', 'mistral1'],
	['qwen2.5-coder:7b', 'qwen2.5'],
	['gemini-2.5-pro', 'gemini'],
	['something-new', 'claude4.7-5'],
	['olmo-2-13b', 'claude4.7-5'],
	['', 'claude4.7-5']
])('%s is weighed as %s', (model, family) => {
	expect(familyOf(model)).toBe(family);
});
