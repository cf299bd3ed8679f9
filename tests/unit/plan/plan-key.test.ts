import { expect, it } from 'vitest';
import {
	isDecided,
	keyOfFailed,
	planKey,
	triedKey,
	vainKey,
	withKey
} from '#core/plan/plan-key.ts';
import type { Exchange } from '#core/log/turn.ts';
import { cardOf, inputOf, turns } from '../../support/builders/a-plan-input.ts';
import { makeLog, type TurnShape } from '../../support/random/random-log.ts';

/** What a session remembers of plans that came to nothing (INV-5, INV-6). */

const waits: TurnShape = { words: 5, images: 0, steps: [] };
const answered: TurnShape = {
	words: 5,
	images: 0,
	steps: [{ words: 5, thinking: false, results: [], image: false, state: 'complete' }]
};
const { policy, weigh } = inputOf([]);
/** `enough`: so many tokens make a difference where a summary was in vain. */
const decided = (
	memory: string | null,
	exchanges: readonly Exchange[],
	{ key = policy.key, previousId = null as string | null, enough = 100 } = {}
) => isDecided(memory, exchanges, { key, previousId, enough, weigh });
const log = (...shapes: readonly TurnShape[]) => makeLog([answered, answered, ...shapes]);

it('INV-6 the memory of a no-op ends with a new turn, a new step, another policy or another model', () => {
	const few = makeLog(turns(3, 20));
	const key = planKey(few, policy);
	expect(planKey(makeLog(turns(4, 20)), policy)).not.toBe(key);
	const longer = few.map((exchange, at) =>
		at === 2 ? { ...exchange, steps: [...exchange.steps, ...exchange.steps] } : exchange
	);
	expect(planKey(longer, policy)).not.toBe(key);
	expect(planKey(few, inputOf(few, { preset: 'gsv' }).policy)).not.toBe(key);
	expect(
		planKey(few, inputOf(few, { card: { ...cardOf(20_000, 2000), id: 'claude-other' } }).policy)
	).not.toBe(key);
});

it('a plan that failed is decided until something is answered, however many messages wait', () => {
	for (const at of [log(), log(waits)]) {
		const memory = withKey(null, triedKey(planKey(at, policy)));
		for (const later of [log(waits), log(waits, waits, waits)])
			expect(decided(memory, later)).toBe(true);
		expect(decided(memory, log(answered, waits))).toBe(false);
		expect(decided(memory, log(waits), { key: 'another' })).toBe(false);
	}
});

it('INV-5 a summary in vain stays decided over answered messages, until enough was said behind it', () => {
	for (const at of [log(), log(waits)]) {
		const memory = withKey(null, vainKey({ key: planKey(at, policy), previousId: null }));
		for (const later of [at, log(answered), log(answered, waits, waits)])
			expect(decided(memory, later)).toBe(true);
		expect(decided(memory, log(...Array<TurnShape>(9).fill(answered)))).toBe(false);
		// Counted in turns, any that are answered make a difference; those that wait never do.
		expect(decided(memory, log(answered), { enough: 0 })).toBe(false);
		expect(decided(memory, log(waits, waits), { enough: 0 })).toBe(true);
		expect(decided(memory, log(answered), { key: 'another' })).toBe(false);
		expect(decided(memory, log(answered), { previousId: 'm1' })).toBe(false);
	}
});

it('so it does within one answer, over the rounds of its tools', () => {
	const [step] = answered.steps;
	const rounds = (count: number) => log({ ...answered, steps: Array(count).fill(step) });
	const memory = withKey(null, vainKey({ key: planKey(rounds(2), policy), previousId: null }));
	expect(decided(memory, rounds(3))).toBe(true);
	expect(decided(memory, rounds(15))).toBe(false);
	expect(decided(memory, rounds(1))).toBe(false);
});

it('what was only nothing to do is looked at anew with each message', () => {
	const memory = withKey(null, planKey(log(), policy));
	expect(decided(memory, log())).toBe(true);
	expect(decided(memory, log(waits))).toBe(false);
	expect(decided(null, [])).toBe(false);
	// A row of an older version holds one key.
	expect(decided(planKey(log(), policy), log())).toBe(true);
});

it('of several models and branches each is remembered, the latest eight', () => {
	let memory = withKey(null, planKey(log(), policy));
	for (let other = 0; other < 7; other++)
		memory = withKey(memory, planKey(log(), { key: String(other) }));
	expect(decided(memory, log())).toBe(true);
	memory = withKey(memory, planKey(log(), { key: '3' }));
	expect(decided(memory, log())).toBe(true);
	memory = withKey(memory, planKey(log(), { key: '8' }));
	expect(decided(memory, log())).toBe(false);
});

it('the next message may try where nobody was asked, or the model was busy behind an answer', () => {
	const failure = { kind: 'overloaded' } as const;
	const plan = { key: 'k', previousId: null };
	expect(keyOfFailed(plan, { failure: { kind: 'offline' }, trigger: 'hard' })).toBe('k');
	expect(keyOfFailed(plan, { failure, trigger: 'soft' })).toBe('k');
	expect(keyOfFailed(plan, { failure, trigger: 'hard' })).toBe(triedKey('k'));
	const rejected = { kind: 'summary-rejected', reason: 'empty' } as const;
	expect(keyOfFailed(plan, { failure: rejected, trigger: 'soft' })).toBe(vainKey(plan));
});
