import { expect, test } from 'vitest';
import { noCounters } from '#core/wire/usage.ts';
import { moneyFacts } from '../../../src/ui/inspector/money-facts.ts';
import type { Foreseen } from '#core/plan/foreseen.ts';

/** What the inspector says about money: of what is not known nothing is made up, and it is said once. */

const foreseen = (price: Extract<Foreseen, { kind: 'plan' }>['price']): Foreseen => ({
	kind: 'plan',
	turnCount: 4,
	messageCount: 8,
	coveredTokens: 4_000,
	tail: { messages: 4, tokens: 1_000 },
	tokensBefore: 6_000,
	projected: 3_000,
	fromTurn: 1,
	throughTurn: 4,
	calls: 1,
	model: 'claude-test',
	inside: false,
	price,
	turns: null
});
const money = {
	request: null,
	answer: null,
	coldAt: null,
	lifetime: null,
	foreseen: foreseen({ compacting: null, savedPerTurn: null, breakEven: null }),
	counters: { ...noCounters, unpriced: 3 }
};
const listed = (of: Parameters<typeof moneyFacts>[0]) =>
	Object.values(moneyFacts(of))
		.flat()
		.map(({ name, value }) => `${name}: ${value}`);

test('that a model has no prices is said once, and not in each row that would hold one', () => {
	const rows = listed(money);
	expect(rows.filter((row) => /unknown|not known/.test(row))).toEqual([
		'Prices: not known for this model: Settings, Provider'
	]);
	expect(rows).toContain('Calls: 1 call to claude-test');
	expect(moneyFacts(money).next[0]?.href).toBe('/settings#provider');
});

test('what the next request, the next summary and all before cost is told apart', () => {
	const counters = { ...noCounters, cost: 0.5, compactions: 1 };
	const told = moneyFacts({ ...money, lifetime: '5m', counters });
	const names = (facts: readonly { readonly name: string }[]) => facts.map(({ name }) => name);
	expect(names(told.next)).toEqual(['Prices', 'Cache of the provider']);
	expect(names(told.summary)).toEqual(['Calls']);
	expect(names(told.soFar)).toEqual(['This session so far', 'Compactions']);
});

test('where a summary now would come to nothing, that is said once', () => {
	const nothing = { kind: 'no-op', reason: 'all-recent', key: '', turns: null } as const;
	expect(moneyFacts({ ...money, foreseen: nothing }).summary).toEqual([
		{
			name: 'A summary now',
			value: 'By hand there is nothing to do: everything is recent enough to go word for word'
		}
	]);
});

test('what was spent before, with another model, is told', () => {
	const spent = { ...money, counters: { ...noCounters, cost: 0.5, unpriced: 3 } };
	expect(listed(spent)).toContain('This session so far: $0.50 and 3 calls of unknown price');
});

test('where this model is priced and the one that summarises is not, that one row says so', () => {
	const rows = listed({
		...money,
		request: 0.01,
		answer: 0.02,
		foreseen: foreseen({ compacting: null, savedPerTurn: 0.1, breakEven: null })
	});
	expect(rows).toContain('Price of this prompt: $0.01');
	expect(rows.filter((row) => row.includes('Price of the summary'))).toEqual([
		'Price of the summary: unknown'
	]);
	expect(rows).toContain('Saved with each later turn: $0.10');
});

test('of an answerer that costs nothing no price is listed, only what was spent before', () => {
	const free = {
		...money,
		request: 0,
		answer: 0,
		foreseen: foreseen({ compacting: 0, savedPerTurn: 0, breakEven: 0 })
	};
	expect(listed(free)).toEqual(['Calls: 1 call to claude-test']);
	const spent = { ...free, counters: { ...noCounters, cost: 0.5 } };
	expect(listed(spent)).toContain('This session so far: $0.50');
});
