import { describe, expect, it } from 'vitest';
import { marksByTurn } from '#core/log/marks.ts';
import type { Exchange, MarkKind } from '#core/log/turn.ts';
import { wentAlong } from '#core/log/went-along.ts';
import { onDevice } from '#core/models/model-card.ts';
import { anExchange } from '../../support/builders/a-turn.ts';

describe('a message without an answer of its own', () => {
	const marked = (kind: MarkKind, ...seqs: readonly number[]) =>
		marksByTurn(seqs.map((seq) => ({ sessionId: 's1', turnId: `t${String(seq)}`, kind, at: seq })));
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
