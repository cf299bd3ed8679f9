import { describe, expect, it } from 'vitest';
import { isGone, isKeptOut, leftOutTurns, marksByTurn, turnsMarked } from '#core/log/marks.ts';
import type { Mark, MarkKind } from '#core/log/turn.ts';
import { aTurn } from '../../support/builders/a-turn.ts';

const mark = (turnId: string, kind: MarkKind): Mark => ({ sessionId: 's1', turnId, kind, at: 1 });

const marks = [
	mark('t0', 'left-out'),
	mark('t1', 'deleted'),
	mark('t2', 'off-record'),
	mark('t2', 'pinned'),
	mark('t3', 'waiting')
];

describe('marks of turns', () => {
	it('tell which turns have one of some kinds, each once', () => {
		expect([...turnsMarked(marks, 'pinned', 'off-record')]).toEqual(['t2']);
		expect([...turnsMarked(marks, 'deleted')]).toEqual(['t1']);
	});

	it('are found by their turn, in the order in which they were made', () => {
		const byTurn = marksByTurn(marks);
		expect(Object.keys(byTurn)).toEqual(['t0', 't1', 't2', 't3']);
		expect(byTurn['t2']).toEqual([marks[2], marks[3]]);
	});

	it('keep out what was left out or deleted, and nothing else', () => {
		expect([...leftOutTurns(marks)]).toEqual(['t0', 't1']);
	});

	it('are not needed for a forgotten turn: it is kept out and gone by itself', () => {
		const forgotten = aTurn(4, [], { forgottenAt: 2 });
		expect(isKeptOut(forgotten, new Set())).toBe(true);
		expect(isGone(forgotten, [])).toBe(true);
	});

	it('let a turn that is left out be seen, and not one that is deleted', () => {
		const turn = aTurn(0);
		expect(isKeptOut(turn, leftOutTurns(marks))).toBe(true);
		expect(isGone(turn, [mark('t0', 'left-out')])).toBe(false);
		expect(isGone(turn, [mark('t0', 'deleted')])).toBe(true);
	});
});
