import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { exchangesUpTo, forkExchanges } from '#core/log/fork.ts';
import type { Exchange } from '#core/log/turn.ts';
import { trunk } from '#core/session/session.ts';
import { aBranch, someExchanges } from '../../support/builders/stored-session.ts';

const idsOf = (exchanges: readonly { readonly turn: { readonly turnId: string } }[]) =>
	exchanges.map(({ turn }) => turn.turnId);

/** As they were paid for and thought through where they were said. */
const paidFor = (exchanges: readonly Exchange[]): readonly Exchange[] =>
	exchanges.map(({ turn, steps }) => ({
		turn,
		steps: steps.map((step) => ({
			...step,
			cost: 0.02,
			epoch: 3,
			basis: { prefix: 'f'.repeat(64), model: step.model, key: 'k' }
		}))
	}));

describe('a fork of archived turns', () => {
	it('holds the same words under new ids, numbered without gaps, in a chain of its own, and costs nothing', () => {
		fc.assert(
			fc.property(fc.nat(12), fc.nat(30), (count, from) => {
				const exchanges = paidFor(someExchanges(count, { from }));
				let ids = 0;
				const copies = forkExchanges(exchanges, {
					sessionId: 'new',
					newId: () => `turn-${String(++ids)}`
				});
				expect(brokenLink(chainStart('new'), copies)).toBeNull();
				expect(copies.map(({ turn }) => turn.seq)).toEqual(exchanges.map((_, at) => at));
				expect(copies.map(({ turn }) => turn.asked)).toEqual(
					exchanges.map(({ turn }) => turn.asked)
				);
				for (const [at, { steps }] of copies.entries()) {
					expect(steps.map(({ content }) => content)).toEqual(
						exchanges[at]?.steps.map(({ content }) => content)
					);
					for (const { basis, cost, epoch } of steps)
						expect({ basis, cost, epoch }).toEqual({ basis: null, cost: null, epoch: 0 });
				}
			})
		);
	});

	it('ends with the turn that was pointed at, on its own branch, or with the end of the one that is shown', () => {
		const main = someExchanges(5);
		const other = someExchanges(3, { branch: 'b2', from: 2 });
		const branches = [
			aBranch({ headSeq: 4 }),
			aBranch({ branch: 'b2', parent: trunk, forkSeq: 2, headSeq: 4 })
		];
		const all = [...main, ...other];
		const upTo = (turnId: string | null, shown = trunk) =>
			idsOf(exchangesUpTo(all, { turnId, branches, shown }));
		expect(upTo('s1-trunk-3')).toEqual(['s1-trunk-0', 's1-trunk-1', 's1-trunk-2', 's1-trunk-3']);
		expect(upTo('s1-b2-3')).toEqual(['s1-trunk-0', 's1-trunk-1', 's1-b2-2', 's1-b2-3']);
		expect(upTo('nobody')).toEqual([]);
		expect(upTo(null)).toEqual(idsOf(main));
		expect(upTo(null, 'b2')).toEqual([...idsOf(main).slice(0, 2), ...idsOf(other)]);
	});

	it('of one round takes everything up to the turn, whatever number it begins with', () => {
		const some = someExchanges(4, { from: 7 });
		expect(
			idsOf(exchangesUpTo(some, { turnId: 's1-trunk-8', branches: [], shown: trunk }))
		).toEqual(['s1-trunk-7', 's1-trunk-8']);
		expect(exchangesUpTo(some, { turnId: null, branches: [], shown: trunk })).toHaveLength(4);
	});
});
