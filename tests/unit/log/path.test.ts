import { describe, expect, it } from 'vitest';
import { pathOf, pathWith } from '#core/log/path.ts';
import { trunk, type Branch } from '#core/session/session.ts';
import { aBranch } from '../../support/builders/stored-session.ts';

const branch = (name: string, parent: string | null, forkSeq: number, headSeq: number): Branch =>
	aBranch({ branch: name, parent, forkSeq, headSeq });

describe('a path with one turn more', () => {
	it.each([
		['in a new session', [branch(trunk, null, 0, -1)], trunk],
		['in the trunk', [branch(trunk, null, 0, 4)], trunk],
		['in a branch', [branch(trunk, null, 0, 4), branch('b', trunk, 2, 3)], 'b'],
		['as the first of a branch', [branch(trunk, null, 0, 4), branch('b', trunk, 2, 1)], 'b']
	])('is the one that is read once it is stored: %s', (_, rows, name) => {
		const seq = (rows.find((row) => row.branch === name)?.headSeq ?? -1) + 1;
		const stored = rows.map((row) => (row.branch === name ? { ...row, headSeq: seq } : row));
		expect(pathWith(pathOf(rows, name), { branch: name, seq })).toEqual(pathOf(stored, name));
	});
});
