import { expect, it } from 'vitest';
import { isLastAnywhere } from '#core/log/last-anywhere.ts';
import { trunk } from '#core/session/session.ts';
import { aBranch } from '../../support/builders/stored-session.ts';

const main = aBranch({ headSeq: 3 });
const fork = (forkSeq: number, headSeq: number) =>
	aBranch({ branch: 'b', parent: trunk, forkSeq, headSeq });

it.each([
	['at the end of the only branch', [main], 3, true],
	['before its end', [main], 2, false],
	['where a branch begins that holds nothing yet', [main, fork(4, 3)], 3, true],
	['where a branch goes on', [main, fork(4, 4)], 3, false],
	['where another branch goes on elsewhere', [main, fork(3, 5)], 3, true]
])('nothing follows a turn in any branch %s: %#', (_where, branches, seq, isLast) => {
	expect(isLastAnywhere(branches, { branch: trunk, seq })).toBe(isLast);
});

it('what a new branch ends with is followed in the branch it stands in', () => {
	expect(isLastAnywhere([main, fork(3, 2)], { branch: trunk, seq: 2 })).toBe(false);
});
