import { expect, it } from 'vitest';
import { plainWords } from '../../../src/model/failure/plain-words.ts';

it.each([
	['CORS requests are not allowed for this Organization', null],
	['max_tokens: 8192 > 4096, which is the maximum for claude-test-5', null],
	[
		'thinking.budget_tokens: Field required. See https://x.example.',
		'thinking.budget_tokens: Field required'
	],
	[
		'litellm.BadRequestError: OpenAIException - Invalid model name. Call `/models`',
		'Invalid model name'
	],
	['litellm.BadRequestError: AnthropicException - {"type":"error"}', ''],
	['Bad input\nTraceback (most recent call last):\n  File "a.py", line 3', 'Bad input'],
	['Traceback (most recent call last):', ''],
	['TypeError: x is not a function at run (server.js:3:1)', ''],
	['raised in proxy.errors.BadRequestError', ''],
	['<html>No</html>', ''],
	['', '']
])('of what an endpoint says, %j, a sentence is left that a person can read', (said, left) => {
	expect(plainWords(said)).toBe(left ?? said);
});

it('a long sentence is cut', () => {
	expect(plainWords('no '.repeat(200))).toHaveLength(200);
});
