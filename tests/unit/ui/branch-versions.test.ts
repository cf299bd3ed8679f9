import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trunk, type Branch } from '#core/session/session.ts';
import { branchAt, headOf, pathOf } from '#core/log/path.ts';
import { forksOf, versionsAt } from '#ui/chat/transcript/branch-versions.ts';
import { aBranch } from '../../support/builders/stored-session.ts';

const fork = (branch: string, parent: string | null, forkSeq: number, headSeq: number): Branch =>
	aBranch({ branch, parent, forkSeq, headSeq, createdAt: forkSeq });

describe('branches beside a turn', () => {
	const branches = [fork(trunk, null, 0, 5), fork('b', trunk, 2, 4), fork('c', trunk, 2, 2)];

	it('are the line that was forked and its forks, wherever one stands', () => {
		for (const on of [trunk, 'b', 'c'])
			expect(versionsAt(branches, pathOf(branches, on), 2)).toEqual({
				branches: [trunk, 'b', 'c'],
				current: on
			});
	});

	it('are also the versions of a version, at the turn where they begin', () => {
		const again = [...branches, fork('d', 'c', 2, 4), fork('e', 'd', 2, 6), fork('f', 'd', 4, 4)];
		for (const on of [trunk, 'b', 'c', 'd', 'e'])
			expect(versionsAt(again, pathOf(again, on), 2)).toEqual({
				branches: [trunk, 'b', 'c', 'd', 'e'],
				current: on
			});
		expect(versionsAt(again, pathOf(again, 'f'), 4)).toEqual({
			branches: ['d', 'f'],
			current: 'f'
		});
	});

	it('lead from every branch to every other, however a conversation was edited', () => {
		const change = fc.record({
			on: fc.nat(),
			seq: fc.nat({ max: 5 }),
			length: fc.integer({ min: 1, max: 3 })
		});
		fc.assert(
			fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
				const all: Branch[] = [fork(trunk, null, 0, 2)];
				for (const { on, seq, length } of changes) {
					const path = pathOf(all, all[on % all.length]!.branch);
					// The newest turn may be the one that is put differently.
					const at = Math.min(seq, headOf(path));
					all.push({
						...fork(`b${String(all.length)}`, branchAt(path, at), at, at + length - 1),
						createdAt: all.length
					});
				}
				const names = all.map(({ branch }) => branch);
				for (const from of names) {
					const reached = new Set([from]);
					for (const on of reached)
						for (let seq = 0; seq <= headOf(pathOf(all, on)); seq++)
							for (const other of versionsAt(all, pathOf(all, on), seq).branches)
								reached.add(other);
					expect([...reached].sort()).toEqual([...names].sort());
				}
			})
		);
	});

	it('are looked for only where something forks', () => {
		expect([...forksOf(branches)]).toEqual([2]);
		expect(versionsAt(branches, pathOf(branches, trunk), 1).branches).toEqual([trunk]);
	});
});
