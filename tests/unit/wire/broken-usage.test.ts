import { expect, it } from 'vitest';
import { onDevice } from '#core/models/model-card.ts';
import { countLost, mayHaveCost, usageOfBroken } from '#core/wire/broken-usage.ts';
import { emptySession } from '#core/session/empty-session.ts';
import { text } from '../../support/builders/a-turn.ts';

const usage = { input: 100, output: 1, cacheRead: 0, cacheWrite: 0 };
const model = 'claude-test-5';
const { counters } = emptySession('s1', 0);

it('of a call that broke off, what came is counted where more came than was reported, and unknown is never 0', () => {
	const came = [text('Some words that came before it broke off. '.repeat(20))];
	expect(usageOfBroken(usage, { came, model })?.output).toBeGreaterThan(100);
	expect(usageOfBroken({ ...usage, output: 9000 }, { came, model })?.output).toBe(9000);
	expect(usageOfBroken(null, { came, model })).toBeNull();
});

it('a call without a report may have cost something where it was stopped or broke off, not where it was refused or reached nobody', () => {
	for (const because of [null, { kind: 'interrupted' }, { kind: 'silent', afterMs: 5 }] as const)
		expect(mayHaveCost(because)).toBe(true);
	for (const because of [
		{ kind: 'overloaded' },
		{ kind: 'offline' },
		{ kind: 'key-refused' }
	] as const)
		expect(mayHaveCost(because)).toBe(false);
});

it('a call whose end nobody heard counts as it was reported, else as unknown, and on this device not at all', () => {
	expect(countLost(counters, { model, usage, cost: 0.5 })).toMatchObject({
		input: 100,
		cost: 0.5,
		unpriced: 0
	});
	expect(countLost(counters, { model, usage: null, cost: null })).toEqual({
		...counters,
		unpriced: 1
	});
	expect(countLost(counters, { model: onDevice, usage: null, cost: null })).toBe(counters);
});
