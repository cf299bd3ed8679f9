import { describe, expect, it } from 'vitest';
import { chooseCut, cutsOf, requestedStart, type Cut } from '#core/plan/boundary.ts';
import type { Position } from '#core/log/turn.ts';
import type { Item } from '#core/plan/items.ts';

/** Where a tail may begin, where a preset wants it to, and which of the places is taken. */

/** An item of ten tokens; `seq.step`, step -1 is the question. */
const item = (seq: number, step: number, over: Partial<Item> = {}): Item => ({
	position: { seq, step },
	turnId: `t${String(seq)}`,
	tokens: 10,
	now: 10,
	messages: 1,
	images: 0,
	input: 10,
	length: 40,
	question: step === -1,
	open: false,
	...over
});

/** Turns of so many steps each. */
const turnsOf = (...steps: readonly number[]): Item[] =>
	steps.flatMap((count, seq) => [
		item(seq, -1),
		...Array.from({ length: count }, (_, step) => item(seq, step))
	]);

const cut = (at: number, tail: number, whole: boolean, stays = tail): Cut => ({
	at,
	tail,
	stays,
	whole
});
const none = () => 0;

describe('a cut may fall', () => {
	it('before a question, and between two steps, whose tail then holds the question too', () => {
		expect(cutsOf(turnsOf(1, 3), none)).toEqual([
			cut(0, 60, true),
			cut(2, 40, true),
			cut(4, 30 - 10 + 10, false),
			cut(5, 10 + 10, false)
		]);
	});

	it('where a request is repeated between turns, which then stays beside what is behind', () => {
		const repeated = (through: Position | null) => (through?.seq === 0 ? 7 : 0);
		expect(cutsOf(turnsOf(1, 1, 1), repeated)).toEqual([
			cut(0, 60, true),
			cut(2, 40, true, 47),
			cut(4, 20, true)
		]);
	});

	it('nowhere behind the newest question as a whole, nor inside or behind a turn with an open call (#72, INV-18, INV-22)', () => {
		const items = [
			...turnsOf(2, 1),
			item(2, -1),
			item(2, 0),
			item(2, 1, { open: true }),
			item(3, -1)
		];
		expect(cutsOf(items, none).map(({ at }) => at)).toEqual([0, 2, 3, 5]);
	});

	it('nowhere behind the newest step that says anything: a stop before the next call says nothing (INV-18)', () => {
		const stopped = item(0, 2, { tokens: 0, now: 0, messages: 0 });
		expect(cutsOf([...turnsOf(2), stopped], none).map(({ at }) => at)).toEqual([0, 2]);
	});
});

describe('the preset wants the tail to begin', () => {
	const items = turnsOf(1, 1, 1, 1, 1);
	const scale = { usable: 100, window: 200 };
	const start = (keep: Parameters<typeof requestedStart>[1]) => requestedStart(items, keep, scale);

	it('where the larger of messages and a share is held', () => {
		const both = (messages: number, share: number) =>
			start({ kind: 'messages-or-usable', messages, share, atMost: 1 });
		expect(both(2, 0.5)).toBe(5);
		expect(both(7, 0.5)).toBe(3);
		expect(start({ kind: 'messages-or-window', messages: 2, share: 0.2 })).toBe(6);
	});

	it('where so many tokens are full, and one message later where they are not met exactly', () => {
		expect(start({ kind: 'tokens', tokens: 30 })).toBe(7);
		expect(start({ kind: 'tokens', tokens: 29 })).toBe(8);
		expect(start({ kind: 'tokens', tokens: 1000 })).toBe(0);
	});

	it('before the n-th last turn that was answered; one that was not counts as none', () => {
		const keep = { kind: 'assistant-turns', turns: 2 } as const;
		expect(start(keep)).toBe(6);
		expect(requestedStart([...items, item(5, -1)], keep, scale)).toBe(6);
		const silent = [...items, item(5, -1), item(5, 0, { messages: 0 })];
		expect(requestedStart(silent, keep, scale)).toBe(6);
	});
});

describe('of the places where a cut may fall is taken', () => {
	const cuts = [cut(0, 100, true), cut(4, 60, true), cut(6, 45, false), cut(8, 30, true)];

	it('the one between turns before what was asked for, unless half as much again would stay', () => {
		expect(chooseCut(cuts, 6, 100)).toEqual(cut(4, 60, true));
		expect(chooseCut([cut(0, 100, true), ...cuts.slice(2)], 6, 100)).toEqual(cut(6, 45, false));
		expect(chooseCut(cuts, 8, 100)).toEqual(cut(8, 30, true));
	});

	it('where what was asked for is too much, the longest tail that fits, or a whole one nearly as long', () => {
		expect(chooseCut(cuts, 4, 50)).toEqual(cut(8, 30, true));
		expect(chooseCut([...cuts.slice(0, 3), cut(8, 20, true)], 4, 50)).toEqual(cut(6, 45, false));
	});

	it('the one of which least stays, the request that is repeated counted in', () => {
		const long = [...cuts.slice(0, 3), cut(8, 30, true, 90)];
		expect(chooseCut(long, 8, 50)).toEqual(cut(6, 45, false));
		expect(chooseCut(long, 8, 10)).toEqual(cut(6, 45, false));
	});

	it('where nothing fits, the shortest tail', () => {
		expect(chooseCut(cuts, 4, 10)).toEqual(cut(8, 30, true));
		expect(chooseCut([...cuts].reverse(), 4, 10)).toEqual(cut(8, 30, true));
	});
});
