import { textOf } from '#core/log/blocks.ts';
import { isSameJson } from '#core/json.ts';
import type { Turn } from '#core/log/turn.ts';
import type { Branch } from '#core/session/session.ts';

/** A message that is asked again stands in several branches: which go on from one place, and which ask the same there. */

/** The line that was first forked at a turn: a version of a version is a version of the same turn. */
function lineAt(branches: readonly Branch[], name: string, seq: number): Branch | undefined {
	const row = branches.find(({ branch }) => branch === name);
	return row?.forkSeq === seq && row.parent !== null ? lineAt(branches, row.parent, seq) : row;
}

/**
 * The branches that differ at `seq` from the one of that name, it included: the line that was forked, then its forks
 * there and theirs, oldest first, all as far as they go on there. Empty where there is no such branch.
 */
export function branchesAt(
	branches: readonly Branch[],
	name: string,
	seq: number
): readonly string[] {
	const line = lineAt(branches, name, seq);
	if (!line) return [];
	const forks: Branch[] = [];
	for (let from: readonly Branch[] = [line]; from.length > 0; forks.push(...from)) {
		const names = new Set<string | null>(from.map(({ branch }) => branch));
		from = branches.filter(({ parent, forkSeq }) => names.has(parent) && forkSeq === seq);
	}
	forks.sort((a, b) => a.createdAt - b.createdAt);
	return [line, ...forks]
		.filter(({ branch, headSeq }) => headSeq >= seq || branch === name)
		.map(({ branch }) => branch);
}

/** Whether two turns of one place ask the same: in the same words, or where there are none with the same files. */
export function asksTheSame(one: Turn, other: Turn): boolean {
	if (one.forgottenAt !== undefined || other.forgottenAt !== undefined) return false;
	const words = textOf(one.asked);
	return words === textOf(other.asked) && (words !== '' || isSameJson(one.asked, other.asked));
}
