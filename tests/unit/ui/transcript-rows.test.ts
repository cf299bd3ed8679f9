import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marksByTurn } from '#core/log/marks.ts';
import { pathOf } from '#core/log/path.ts';
import type { Exchange, MarkKind } from '#core/log/turn.ts';
import { onDevice } from '#core/models/model-card.ts';
import { trunk } from '#core/session/session.ts';
import {
	cardsOf,
	isCard,
	placesOf,
	rowsOf,
	seqAt,
	wentAlong
} from '#ui/chat/transcript/transcript-rows.ts';
import { anExchange } from '../../support/builders/a-turn.ts';
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

	describe('tell which message without an answer of its own', () => {
		const marked = (kind: MarkKind, ...seqs: readonly number[]) =>
			marksByTurn(
				seqs.map((seq) => ({ sessionId: 's1', turnId: `t${String(seq)}`, kind, at: seq }))
			);
		/** Of messages that were answered with these words, or were not: which went along with a later one. */
		const along = (answers: readonly (string | null)[], marks = marked('deleted')) => {
			const said = answers.map((answer, seq) => anExchange(seq, 'Asked', answer));
			const excerpt = { exchange: (at: number) => said[at] };
			return said.flatMap((_, seq) => (wentAlong(excerpt, marks, seq) ? seq : []));
		};

		it('went along with a later one that has one', () => {
			expect(along([null, null, 'To both.', null, null])).toEqual([0, 1]);
		});

		it('lost the one it went along with, or was kept out of that', () => {
			const gone = marked('deleted', 2);
			expect(along([null, null, 'To both.'], gone)).toEqual([]);
			expect(along([null, null, 'To both.', 'To all.'], gone)).toEqual([0, 1]);
			expect(along([null, null, 'To one.'], marked('left-out', 0))).toEqual([1]);
		});

		it('waits behind an answer of this device, which is to the newest message alone', () => {
			const byModel = anExchange(2);
			const here = byModel.steps.map((step) => ({ ...step, model: onDevice }));
			const behind = (...answers: readonly Exchange['steps'][]) => {
				const said = [[], ...answers].map((steps) => ({ ...byModel, steps }));
				return wentAlong({ exchange: (at) => said[at] }, marked('deleted'), 0);
			};
			expect(behind(here, byModel.steps)).toBe(true);
			expect(behind(here)).toBe(false);
		});
	});
});
