import type { CacheLifetime } from '#core/wire/cache.ts';
import type { Foreseen } from '#core/plan/foreseen.ts';
import type { Counters } from '#core/wire/usage.ts';
import { foreseenText, priceFacts, type Fact } from '../presets/foreseen-text.ts';
import * as format from '../words/format.ts';
import { words } from '../words/all-words.ts';

/** What the next request costs, what a summary now would cost and save, and what the session has cost. */

interface Money {
	/** US dollars for what is sent; null: unknown. */
	readonly request: number | null;
	/** US dollars for the longest answer; null: unknown. */
	readonly answer: number | null;
	/** When the cache goes cold, Unix ms; null: it is cold. */
	readonly coldAt: number | null;
	/** Null: no cache is asked for. */
	readonly lifetime: CacheLifetime | null;
	/** Null: nothing to look at yet. */
	readonly foreseen: Foreseen | null;
	readonly counters: Counters;
}

export interface LinkedFact extends Fact {
	/** Where it can be changed. */
	readonly href?: string;
}

/** By what they tell of: the next request, the next summary, all that was. */
export interface MoneyFacts {
	readonly next: readonly LinkedFact[];
	readonly summary: readonly Fact[];
	readonly soFar: readonly Fact[];
}

const told = words.inspector.money;

export function moneyFacts(money: Money): MoneyFacts {
	const { request, answer, coldAt, lifetime, foreseen, counters } = money;
	const isPriced = request !== null;
	/** Nobody pays for what this device or one's own server answers. */
	const isFree = request === 0 && answer === 0;
	const planned = foreseen === null ? [] : priceFacts(foreseen, { saysUnknown: isPriced });
	const next = [
		// That there are no prices is said once, and not in each row that would hold one.
		...(isFree
			? []
			: isPriced
				? [
						{ name: told.request, value: format.money(request) },
						{ name: told.answer, value: told.atMost(answer) }
					]
				: [{ name: told.prices, value: told.noPrices, href: '/settings#provider' }]),
		...(lifetime === null
			? []
			: [{ name: told.cache, value: coldAt === null ? told.cold : told.warm(coldAt) }])
	];
	const soFar = [
		...((isPriced && !isFree) || counters.cost > 0
			? [
					{
						name: told.soFar,
						value: told.spent({ cost: counters.cost, unpriced: counters.unpriced })
					}
				]
			: []),
		...(counters.compactions === 0
			? []
			: [
					{
						name: told.compactions,
						value: told.made({
							all: counters.compactions,
							emergencies: counters.emergencyCompactions
						})
					}
				])
	];
	const summary =
		foreseen !== null && planned.length === 0
			? [{ name: told.summary, value: foreseenText(foreseen) }]
			: planned;
	return { next, summary, soFar };
}
