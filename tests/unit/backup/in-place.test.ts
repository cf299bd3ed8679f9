import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StateLine } from '#core/backup/backup.ts';
import { outOfPlace } from '#core/backup/in-place.ts';

/** What a backup may bring beside a session that is here already. */

const turns = Array.from({ length: 6 }, (_, at) => `t${String(at)}`);
const some = fc.subarray(turns);
const end = fc.constantFrom(null, 5, 6);

const lines: fc.Arbitrary<StateLine[]> = fc
	.array(
		fc.record({
			turnIds: fc.subarray(turns, { minLength: 1 }),
			throughSeq: fc.nat(8),
			archiveId: fc.constantFrom('a0', 'a1'),
			branch: fc.constantFrom('trunk', 'other')
		}),
		{ maxLength: 4 }
	)
	.map((cold) => [
		...cold.map((row): StateLine => ({ table: 'cold', row })),
		{ table: 'archives', row: { id: 'a0', round: null } },
		{ table: 'archives', row: { id: 'a1', round: 1 } },
		{ table: 'compactions', row: { id: 'c1' } }
	]);

const asked = fc.record({
	here: some,
	inFile: some,
	ended: end,
	endedThere: end,
	isMoved: fc.boolean(),
	lines
});

test('nothing that comes lies over a turn that is here, or goes on where something here is missing from the file', () => {
	fc.assert(
		fc.property(asked, ({ here, inFile, ended, endedThere, isMoved, lines: rows }) => {
			const branches = [
				{ sessionId: 's', branch: 'trunk', parent: null, forkSeq: 0, headSeq: 5, createdAt: 1 }
			];
			const out = outOfPlace(
				{ endedAt: ended, turnIds: new Set(here), branches, archiveIds: new Set(['a1']) },
				{ endedAt: endedThere, turnIds: new Set(inFile), isMoved },
				rows
			);
			const come = rows.filter((line) => !out.includes(line));
			const cold = come.filter(({ table }) => table === 'cold');
			const isWithin = !isMoved && here.every((id) => inFile.includes(id));
			for (const { row } of cold) {
				expect((row['turnIds'] as string[]).some((id) => here.includes(id))).toBe(false);
				expect([row['branch'], Number(row['throughSeq']) <= 5]).toEqual(['trunk', true]);
				// Its archive comes with it.
				expect(come.some((line) => line.row['id'] === row['archiveId'])).toBe(true);
			}
			if (!isWithin) expect(cold).toEqual([]);
			expect(come.some(({ table }) => table === 'compactions')).toBe(isWithin);
			const isSameReset = ended !== null && ended === endedThere;
			const fillsGap = cold.some(({ row }) => row['archiveId'] === 'a0');
			expect(come.some(({ row }) => row['id'] === 'a0')).toBe(isSameReset || fillsGap);
		})
	);
});
