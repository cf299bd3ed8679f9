import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cachedTokens, coldAt, isCold } from '#core/wire/cache.ts';
import {
	priceOfCompaction,
	priceOfSummary,
	type CompactionFigures
} from '#core/models/compaction-price.ts';
import { lifetimeOf, priceOfCall, priceOfRequest } from '#core/models/price.ts';
import { cacheLifetimeOf } from '#core/settings.ts';
import { onDevice } from '#core/models/model-card.ts';
import type { MeasuredUsage } from '#core/wire/usage.ts';

/** Dollars per million tokens. */
const prices = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const card = { prices, priceStep: null };
const unknown = { prices: null, priceStep: null };

const lastUsage = (over: Partial<MeasuredUsage> = {}): MeasuredUsage => ({
	usage: { input: 20, cacheRead: 9000, cacheWrite: 980, output: 200 },
	model: 'm',
	epoch: 0,
	summaryId: null,
	branch: 'trunk',
	seq: 3,
	step: 0,
	estimated: 10_000,
	at: 60_000,
	sentAt: 1000,
	...over
});

describe('the cache of the provider', () => {
	const look = { model: 'm', lifetime: '5m', now: 2000 } as const;

	test('holds what the last request read and wrote, for its lifetime from the start of that request', () => {
		const session = { lastUsage: lastUsage() };
		expect(cachedTokens(session, look)).toBe(9980);
		expect(cachedTokens(session, { ...look, now: 300_999 })).toBe(9980);
		expect(isCold(session, { ...look, now: 301_000 })).toBe(true);
		// Sent by a clock that ran ahead and was set right since.
		expect(isCold(session, { ...look, now: 1000 - 3 * 86_400_000 })).toBe(true);
		expect(cachedTokens(session, { ...look, now: 301_000, lifetime: '1h' })).toBe(9980);
		expect(coldAt(session, look)).toBe(301_000);
	});

	test('knows nothing for another model, before the first call, and where nothing was kept', () => {
		expect(isCold({ lastUsage: lastUsage({ model: 'n' }) }, look)).toBe(true);
		expect(isCold({ lastUsage: null }, look)).toBe(true);
		const bare = { input: 10_000, cacheRead: 0, cacheWrite: 0, output: 5 };
		expect(isCold({ lastUsage: lastUsage({ usage: bare }) }, look)).toBe(true);
	});

	test('knows nothing of a prompt that is made of something else: another summary, another epoch', () => {
		const session = { lastUsage: lastUsage({ epoch: 2, summaryId: 'a' }) };
		const of = (epoch: number, summaryId: string | null) =>
			cachedTokens(session, { ...look, prompt: { epoch, summaryId } });
		expect(of(2, 'a')).toBe(9980);
		expect([of(3, 'a'), of(2, 'b'), of(2, null)]).toEqual([0, 0, 0]);
	});

	test('of a server nearby that says nothing of it is thought to be kept for as long', () => {
		const bare = { input: 10_000, cacheRead: 0, cacheWrite: 0, output: 5 };
		const session = { lastUsage: lastUsage({ usage: bare }) };
		const near = { ...look, local: true };
		expect(isCold(session, near)).toBe(false);
		expect(isCold(session, { ...near, now: 301_000 })).toBe(true);
		expect(isCold({ lastUsage: lastUsage({ usage: bare, model: 'n' }) }, near)).toBe(true);
		expect(cachedTokens(session, near)).toBe(0);
	});

	test('is never called cold where none is asked for', () => {
		expect(isCold({ lastUsage: null }, { ...look, lifetime: null })).toBe(false);
	});

	test('is asked for of every model, but of the answerer on this device', () => {
		expect(cacheLifetimeOf({ cacheLifetime: '1h' }, 'm')).toBe('1h');
		expect(cacheLifetimeOf({ cacheLifetime: 'never' }, 'm')).toBeNull();
		expect(cacheLifetimeOf({ cacheLifetime: '1h' }, onDevice)).toBeNull();
	});
});

describe('the price of a call', () => {
	const usage = { input: 100, cacheRead: 1000, cacheWrite: 200, output: 50 };

	test('counts each kind of token at its own price', () => {
		const expected = (100 * 3 + 1000 * 0.3 + 200 * 3.75 + 50 * 15) / 1e6;
		expect(priceOfCall(usage, card, '5m')).toBeCloseTo(expected, 12);
	});

	test('what is read from the cache, or written to it for five minutes, counts as input where nobody says otherwise', () => {
		const plain = { prices: { input: 3, output: 15 }, priceStep: null };
		expect(priceOfCall(usage, plain, '5m')).toBeCloseTo((1300 * 3 + 50 * 15) / 1e6, 12);
	});

	test('unknown is unknown: no prices, no usage, above the price step, an hour without its price', () => {
		expect(priceOfCall(usage, unknown, '5m')).toBeNull();
		expect(priceOfCall(null, card, '5m')).toBeNull();
		expect(priceOfCall(usage, { prices, priceStep: 1299 }, '5m')).toBeNull();
		expect(priceOfCall(usage, { prices, priceStep: 1300 }, '5m')).not.toBeNull();
		expect(priceOfCall(usage, card, '1h')).toBeNull();
	});

	test('writing for an hour has a price of its own', () => {
		const hour = { prices: { ...prices, cacheWriteHour: 6 }, priceStep: null };
		const more = (priceOfCall(usage, hour, '1h') ?? 0) - (priceOfCall(usage, hour, '5m') ?? 0);
		expect(more).toBeCloseTo((200 * (6 - 3.75)) / 1e6, 12);
	});

	test('the body says for how long its prefix is kept', () => {
		expect(lifetimeOf({})).toBeNull();
		expect(lifetimeOf({ cache_control: { type: 'ephemeral' } })).toBe('5m');
		expect(lifetimeOf({ cache_control: { type: 'ephemeral', ttl: '1h' } })).toBe('1h');
	});

	test('a request that is not made yet reads what is held and writes the rest', () => {
		const foreseen = { prompt: 10_000, cached: 9000, output: 100, lifetime: '5m' } as const;
		expect(priceOfRequest(foreseen, card)).toBeCloseTo(
			(9000 * 0.3 + 1000 * 3.75 + 100 * 15) / 1e6,
			12
		);
		expect(priceOfRequest({ ...foreseen, lifetime: null }, card)).toBeCloseTo(
			(10_000 * 3 + 100 * 15) / 1e6,
			12
		);
	});
});

describe('whether a compaction is worth its price', () => {
	const told = (over: Partial<CompactionFigures> = {}): CompactionFigures => ({
		before: 150_000,
		after: 50_000,
		cached: 149_000,
		lifetime: '5m',
		card,
		compacting: 0.1,
		...over
	});

	test('each later turn saves what it no longer reads; the first pays for a prefix no cache knows', () => {
		const found = priceOfCompaction(told());
		expect(found.savedPerTurn).toBeCloseTo((100_000 * 0.3) / 1e6, 12);
		const first = (50_000 * 3.75 - 149_000 * 0.3 - 1000 * 3.75) / 1e6;
		expect(found.breakEven).toBe(Math.ceil((0.1 + first) / 0.03));
	});

	test('on a cold cache the first request is cheaper already, and it pays at once', () => {
		expect(priceOfCompaction(told({ cached: 0 })).breakEven).toBe(0);
	});

	test('a prompt that does not get smaller never pays', () => {
		expect(priceOfCompaction(told({ after: 150_000 })).breakEven).toBe('never');
	});

	test('one unknown price makes what depends on it unknown, and nothing else', () => {
		expect(priceOfCompaction(told({ compacting: null }))).toMatchObject({
			compacting: null,
			breakEven: null
		});
		expect(priceOfCompaction(told({ compacting: null })).savedPerTurn).not.toBeNull();
		expect(priceOfCompaction(told({ card: unknown }))).toEqual({
			compacting: 0.1,
			savedPerTurn: null,
			breakEven: null
		});
	});

	test('the more is held warm, the later it pays; a cheaper summary never pays later', () => {
		const turns = (over: Partial<CompactionFigures>): number => {
			const { breakEven } = priceOfCompaction(told(over));
			return typeof breakEven === 'number' ? breakEven : Infinity;
		};
		fc.assert(
			fc.property(
				fc.nat(150_000),
				fc.nat(150_000),
				fc.double({ min: 0, max: 5, noNaN: true }),
				(a, b, compacting) => {
					const [less, more] = a < b ? [a, b] : [b, a];
					expect(turns({ cached: less, compacting })).toBeLessThanOrEqual(
						turns({ cached: more, compacting })
					);
					expect(turns({ cached: a, compacting: compacting / 2 })).toBeLessThanOrEqual(
						turns({ cached: a, compacting })
					);
				}
			)
		);
	});

	test('a summary costs the sum of its calls, and nothing when code makes it', () => {
		const call = { input: 1000, cached: 0, output: 100 };
		expect(priceOfSummary([call, call], card)).toBeCloseTo((2 * (3000 + 1500)) / 1e6, 12);
		expect(priceOfSummary([call], null)).toBe(0);
		expect(
			priceOfSummary([call, { ...call, input: 9000 }], { prices, priceStep: 5000 })
		).toBeNull();
	});
});
