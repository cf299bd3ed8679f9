import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trunk, type Branch } from '#core/session/session.ts';
import { branchAt, headOf, pathOf } from '#core/log/path.ts';
import { forksOf, versionsAt, versionsBehind } from '#ui/chat/transcript/branch-versions.ts';
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
			/** None: a branch that ends with the turn, as “Branch” makes it. */
			length: fc.integer({ min: 0, max: 3 })
		});
		fc.assert(
			fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
				const all: Branch[] = [fork(trunk, null, 0, 2)];
				for (const { on, seq, length } of changes) {
					const path = pathOf(all, all[on % all.length]!.branch);
					// The newest turn may be the one that is put differently.
					const at = Math.min(seq, headOf(path));
					const from = length === 0 ? at + 1 : at;
					all.push({
						...fork(`b${String(all.length)}`, branchAt(path, at), from, from + length - 1),
						createdAt: all.length
					});
				}
				const names = all
					.filter(({ forkSeq, headSeq }) => headSeq >= forkSeq)
					.map(({ branch }) => branch);
				for (const { branch: from } of all) {
					const reached = new Set([from]);
					for (const on of reached) {
						const path = pathOf(all, on);
						for (let seq = 0; seq <= headOf(path); seq++)
							for (const other of versionsAt(all, path, seq).branches) reached.add(other);
						for (const other of versionsBehind(all, on, headOf(path)).branches) reached.add(other);
					}
					// One that holds nothing of its own is left and not come back to.
					expect([...reached].sort()).toEqual([...new Set([...names, from])].sort());
				}
			})
		);
	});

	it('stand below the last turn of a branch that ends where others go on', () => {
		const made = [fork(trunk, null, 0, 2), fork('b', trunk, 1, 0)];
		expect(versionsBehind(made, 'b', 0)).toEqual({ branches: [trunk, 'b'], current: 'b' });
		expect(versionsBehind(made, trunk, 2).branches).toEqual([trunk]);
		// Also from the end of the line to a branch that went on behind it.
		const gone = [fork(trunk, null, 0, 2), fork('b', trunk, 3, 4)];
		expect(versionsBehind(gone, trunk, 2).branches).toEqual([trunk, 'b']);
	});

	it('are looked for only where something forks', () => {
		expect([...forksOf(branches)]).toEqual([2]);
		expect(versionsAt(branches, pathOf(branches, trunk), 1).branches).toEqual([trunk]);
	});
});
