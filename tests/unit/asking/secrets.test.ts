import { expect, test } from 'vitest';
import { keyTakenOut, mayBeKeys, runsIn, withRuns, withoutKeys } from '#core/asking/secrets.ts';
import type { UserBlock } from '#core/log/blocks.ts';

const pasted = 'sk-ant-api03-AbCd_efgh-0123456789';
const said = (text: string): UserBlock => ({ type: 'text', text });

test('what looks like a key of Anthropic is taken out, wherever it stands', () => {
	expect(withoutKeys(`Use:${pasted}, or "${pasted}".`, null)).toBe(
		`Use:${keyTakenOut}, or "${keyTakenOut}".`
	);
});

test('words about keys stay as they are', () => {
	const words = 'Keys begin with sk-ant- or sk-ant-api03, and mine is in a safe.';
	expect(withoutKeys(words, null)).toBe(words);
});

test('the key in use is taken out whatever it looks like, but for one that may be a word', () => {
	expect(withoutKeys('(letmein-4711-xyz)', 'letmein-4711-xyz')).toBe(`(${keyTakenOut})`);
	expect(withoutKeys('I like extraordinary tea.', 'extraordinary')).toBe(
		'I like extraordinary tea.'
	);
});

test('of a message only long rows of characters are shown to whoever knows the key, in no language its sentences', () => {
	const file: UserBlock = {
		type: 'document',
		title: '.env',
		source: { type: 'text', media_type: 'text/plain', data: `KEY=${pasted}` }
	};
	const picture: UserBlock = {
		type: 'image',
		source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(4000) }
	};
	const blocks = [
		picture,
		file,
		said(`明天我们去植物园看看新开的玫瑰花然后再去吃晚饭好不好 Surely: ${pasted}`)
	];
	expect(runsIn(blocks)).toEqual([`KEY=${pasted}`, pasted]);
	expect(runsIn([said('Words that everybody says, unquestionably.')])).toEqual([]);

	const bare = withRuns(blocks, new Map([[pasted, 'X']]));
	expect(bare[0]).toBe(picture);
	expect(bare[1]).toBe(file);
	expect(bare[2]).toEqual(said('明天我们去植物园看看新开的玫瑰花然后再去吃晚饭好不好 Surely: X'));
});

test('of a run everything so long may be a key that ends with it, or beside a sign', () => {
	const key = 'gw-7d9f2c41e0b8aa55';
	for (const run of [key, `K=${key}`, `"${key}":1`, `x${key}`, `${key}x`])
		expect(mayBeKeys(run, key.length)).toContain(key);
	expect(mayBeKeys(`x${key}x`, key.length)).not.toContain(key);
	expect(mayBeKeys('short', 16)).toEqual([]);
	expect(mayBeKeys('long-enough-for-it', 7)).toEqual([]);
	const packed = 'QUJD'.repeat(50_000);
	expect(mayBeKeys(packed, 40)).toHaveLength(2);
});
