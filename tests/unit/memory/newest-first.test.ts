import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestFirst, revisionBefore, type MemoryRevision } from '#core/memory/memory.ts';

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

test('before the first version here there was none; before any other the one behind it', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(4), (count, elsewhere) => {
			const rows = [
				...Array.from({ length: count }, (_, at) => ({ id: String(at), at, rev: at + 1 })),
				...Array.from({ length: elsewhere }, (_, at) => ({ id: `e${String(at)}`, at }))
			] as MemoryRevision[];
			const sorted = rows.toSorted(newestFirst);
			for (const made of sorted.slice(0, count))
				expect(revisionBefore(sorted, made)?.rev).toBe(made.rev === 1 ? undefined : made.rev! - 1);
		})
	);
});
