import { expect, test } from 'vitest';
import type { KeyState } from '#core/key.ts';
import { fingerprintOf, isOtherKey } from '#core/wire/bound-key.ts';

/** A reply that calls tools goes on with the key and the endpoint it was begun with, for its thinking is bound to both. */

const endpoint = 'https://api.example';
const using = (fingerprint: string | null, state: KeyState = 'set', where = endpoint) => ({
	endpoint: where,
	key: { state, keep: 'unprotected' as const, fingerprint }
});
const begun = { endpoint, bound: fingerprintOf(using('one')) };

test.each([
	['the same key', using('one'), false],
	['another key', using('two'), true],
	['no key, of which the next call tells', using(null, 'none'), false],
	['a locked key', using('two', 'locked'), false],
	['another endpoint, of which the next call tells', using('two', 'set', 'https://other'), false]
])('%s', (_, now, isOther) => {
	expect(isOtherKey(begun, now)).toBe(isOther);
});
