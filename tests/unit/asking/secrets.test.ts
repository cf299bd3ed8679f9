import { expect, test } from 'vitest';
import { keyTakenOut, withoutKeys as without } from '#core/asking/secrets.ts';
import { textOf } from '#core/log/blocks.ts';

const withoutKeys = (text: string, key: string | null) =>
	textOf(without([{ type: 'text', text }], key));

const pasted = 'sk-ant-api03-AbCd_efgh-0123456789';

test('what looks like a key of Anthropic is taken out, wherever it stands', () => {
	expect(withoutKeys(`Use ${pasted}, please, or "${pasted}".`, null)).toBe(
		`Use ${keyTakenOut}, please, or "${keyTakenOut}".`
	);
});

test('words about keys stay as they are', () => {
	const words = 'Keys begin with sk-ant- or sk-ant-api03, and mine is in a safe.';
	expect(withoutKeys(words, null)).toBe(words);
});

test('the key in use is taken out whatever it looks like, but for one that is a word', () => {
	expect(withoutKeys('The gateway takes letmein-4711-xyz.', 'letmein-4711-xyz')).toBe(
		`The gateway takes ${keyTakenOut}.`
	);
	expect(withoutKeys('I like tea.', 'tea')).toBe('I like tea.');
});
