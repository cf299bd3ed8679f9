import type { Exchange } from '#core/log/turn.ts';
import { branchAt, headOf, type Path } from '#core/log/path.ts';

/** What of a conversation could not be read, said in its place in a file: a reader cannot tell a gap from two messages that follow. */

/** Messages one behind the other that could not be read. */
export interface Gap {
	readonly missing: number;
}

/** Seqs of a path that were not read, without those that were deleted: the file tells nothing of them. */
export function missingSeqs(
	path: Path,
	read: readonly Exchange[],
	isDeleted: (branch: string, seq: number) => boolean
): readonly number[] {
	const there = new Set(read.map(({ turn }) => turn.seq));
	return Array.from({ length: headOf(path) + 1 }, (_, seq) => seq).filter(
		(seq) => !there.has(seq) && !isDeleted(branchAt(path, seq) ?? '', seq)
	);
}

/** Exchanges in their order with the gaps between them. */
export function withGaps(
	exchanges: readonly Exchange[],
	missing: readonly number[]
): readonly (Exchange | Gap)[] {
	const told: (Exchange | Gap)[] = [];
	let at = 0;
	const upTo = (seq: number): void => {
		const from = at;
		while ((missing[at] ?? Infinity) < seq) at++;
		if (at > from) told.push({ missing: at - from });
	};
	for (const exchange of exchanges) {
		upTo(exchange.turn.seq);
		told.push(exchange);
	}
	upTo(Infinity);
	return told;
}

export const gapText = ({ missing }: Gap): string =>
	`[${String(missing)} ${missing === 1 ? 'message' : 'messages'} could not be read]`;
