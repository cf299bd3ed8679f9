import { expect, it } from 'vitest';
import { isDecided, keyOfFailed, planKey, triedKey, withKey } from '#core/plan/plan-key.ts';
import { inputOf } from '../../support/builders/a-plan-input.ts';
import { makeLog, type TurnShape } from '../../support/random/random-log.ts';

/** What a session remembers of plans that came to nothing (INV-5, INV-6). */

const waits: TurnShape = { words: 5, images: 0, steps: [] };
const answered: TurnShape = {
	words: 5,
	images: 0,
	steps: [{ words: 5, thinking: false, results: [], image: false, state: 'complete' }]
};
const { policy } = inputOf([]);
const log = (...shapes: readonly TurnShape[]) => makeLog([answered, answered, ...shapes]);

it('a plan that failed is decided until something is answered, however many messages wait', () => {
	for (const at of [log(), log(waits)]) {
		const memory = withKey(null, triedKey(planKey(at, policy)));
		for (const later of [log(waits), log(waits, waits, waits)])
			expect(isDecided(memory, later, policy)).toBe(true);
		expect(isDecided(memory, log(answered, waits), policy)).toBe(false);
		expect(isDecided(memory, log(waits), { key: 'another' })).toBe(false);
	}
});

it('what was only nothing to do is looked at anew with each message', () => {
	const memory = withKey(null, planKey(log(), policy));
	expect(isDecided(memory, log(), policy)).toBe(true);
	expect(isDecided(memory, log(waits), policy)).toBe(false);
	expect(isDecided(null, [], policy)).toBe(false);
	// A row of an older version holds one key.
	expect(isDecided(planKey(log(), policy), log(), policy)).toBe(true);
});

it('of several models and branches each is remembered, the latest eight', () => {
	let memory = withKey(null, planKey(log(), policy));
	for (let other = 0; other < 7; other++)
		memory = withKey(memory, planKey(log(), { key: String(other) }));
	expect(isDecided(memory, log(), policy)).toBe(true);
	memory = withKey(memory, planKey(log(), { key: '3' }));
	expect(isDecided(memory, log(), policy)).toBe(true);
	memory = withKey(memory, planKey(log(), { key: '8' }));
	expect(isDecided(memory, log(), policy)).toBe(false);
});

it('the next message may try where nobody was asked, or the model was busy behind an answer', () => {
	const failure = { kind: 'overloaded' } as const;
	expect(keyOfFailed('k', { failure: { kind: 'offline' }, trigger: 'hard' })).toBe('k');
	expect(keyOfFailed('k', { failure, trigger: 'soft' })).toBe('k');
	expect(keyOfFailed('k', { failure, trigger: 'hard' })).toBe(triedKey('k'));
	const rejected = { kind: 'summary-rejected', reason: 'empty' } as const;
	expect(keyOfFailed('k', { failure: rejected, trigger: 'soft' })).toBe(triedKey('k'));
});
