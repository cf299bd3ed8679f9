import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inPlaceOf, timesForgotten, type Tombstone } from '#core/forgetting/what.ts';

/** How often something was forgotten here, which tells whether a copy was made before that. */

test('each forgetting that came to its end is counted, also of what was forgotten before and whatever the clock said', () => {
	const acts = fc.array(
		fc.record({ line: fc.nat(3), at: fc.nat(5), walks: fc.integer({ min: 1, max: 3 }) }),
		{ maxLength: 12 }
	);
	fc.assert(
		fc.property(acts, (done) => {
			const brought: Tombstone = { id: '0', kind: 'line', at: 3, brought: true };
			const rows = new Map<string, Tombstone>([['0', brought]]);
			done.forEach(({ line, at, walks }, index) => {
				const id = String(line);
				const row: Tombstone = { id, kind: 'line', at };
				const what = { kind: 'line', line: id } as const;
				const pending = { what, lines: [], summaries: {} };
				// A walk that was cut off writes its row once more.
				for (let walk = 0; walk < walks; walk++)
					rows.set(id, inPlaceOf(rows.get(id), { ...row, pending }));
				const closed = { ...(rows.get(id) ?? row) };
				delete (closed as { pending?: unknown }).pending;
				rows.set(id, closed);
				expect(timesForgotten([...rows.values()])).toBe(index + 1);
			});
		})
	);
});
