import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestFirst } from '#core/memory/memory.ts';

/** In which order the revisions of a memory file were written. */

test('revisions stand in the order in which they were written, whatever clocks and ids say, and behind them those that say nothing of it, by time', () => {
	const rows = fc.record({
		numbered: fc.array(fc.nat(9), { maxLength: 12 }),
		others: fc.array(fc.nat(9), { maxLength: 6 })
	});
	fc.assert(
		fc.property(rows, ({ numbered, others }) => {
			const written = numbered.map((at, index) => ({ id: `${String(at)}-x`, at, rev: index + 1 }));
			const older = others.map((at, index) => ({ id: `old-${String(index)}`, at }));
			const sorted = [...older, ...written].sort(newestFirst);
			expect(sorted.slice(0, written.length)).toEqual(written.toReversed());
			const times = sorted.slice(written.length).map(({ at }) => at);
			expect(times).toEqual(times.toSorted((a, b) => b - a));
		})
	);
});
