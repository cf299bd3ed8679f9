import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathOf } from '#core/log/path.ts';
import { trunk } from '#core/session/session.ts';
import { summaryInUse } from '#core/summary/summary.ts';
import { cardsOf, isCard, placesOf, rowsOf, seqAt } from '#ui/chat/transcript/transcript-rows.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aBranch } from '../../support/builders/stored-session.ts';

describe('rows of the transcript', () => {
	const path = pathOf([aBranch({ headSeq: 9 })], trunk);

	it('hold every turn once and in order, and each card behind the turn it ends with', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: -1, max: 40 }),
				fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 5 }),
				(head, ends) => {
					const cards = [...ends]
						.sort((a, b) => a - b)
						.filter((seq) => seq <= head)
						.map((seq, at) => aSummary(seq, { id: `m${String(at)}` }));
					const rows = rowsOf(head, cards);
					expect(rows.filter((row) => !isCard(row))).toEqual(
						Array.from({ length: head + 1 }, (_, seq) => seq)
					);
					for (const card of cards) {
						const before = rows.slice(0, rows.indexOf(card)).filter((row) => !isCard(row));
						expect(before).toHaveLength(card.through.seq + 1);
					}
				}
			)
		);
	});

	it('tell the turn at each place, a card by the turn it stands behind, and the last one beyond the end', () => {
		const rows = rowsOf(3, [aSummary(1)]);
		expect([0, 1, 2, 3, 4, 9].map((at) => seqAt(rows, at))).toEqual([0, 1, 1, 2, 3, 3]);
		expect(seqAt([], 0)).toBe(0);
	});

	it('tell where cards and some turns stand; what has no row has no place', () => {
		const rows = rowsOf(3, [aSummary(1)]);
		expect(placesOf(rows, [3, 0, 7])).toEqual([2, 4, 0]);
	});

	it('keep superseded cards and drop drafts, undone ones and those of another branch', () => {
		const kept = [
			aSummary(2, { id: 'a', round: 1, status: 'superseded' }),
			aSummary(5, { id: 'b', round: 2, status: 'active' })
		];
		const dropped = [
			aSummary(6, { id: 'c', status: 'draft' }),
			aSummary(6, { id: 'd', status: 'reverted' }),
			aSummary(6, { id: 'e', status: 'active', branch: 'other' })
		];
		expect(cardsOf([...dropped, ...kept].reverse(), path)).toEqual(kept);
	});

	it('hold the summary in use behind one that ends at an earlier step of the same turn, whichever was made first', () => {
		const inUse = aSummary(6, { id: 'a', round: 1, through: { seq: 6, step: 4 } });
		const shorter = aSummary(6, { id: 'b', round: 2, through: { seq: 6, step: 1 } });
		const cards = cardsOf([inUse, shorter], path);
		expect(cards).toEqual([shorter, inUse]);
		expect(cards.at(-1)).toBe(summaryInUse(cards, path));
	});
});
