import type { Failure } from '#core/failure.ts';
import { done, failed, type Done } from '#flows/done.ts';
import type { Accepted } from '#flows/desk/review-desk.ts';

/** Several lines decided together at the desk: what came of them. */

/** What came of accepting several lines at once. */
export interface Taken {
	readonly taken: number;
	/** Of these: in memory already, so nothing was written. */
	readonly known: number;
	/** Stay because words written into them are not saved. */
	readonly unsaved: number;
	/** Stay because they are not what was on the screen, or the line they are about is gone. */
	readonly changed: number;
	/** Stay because they are not to be remembered. */
	readonly refused: number;
	/** Stay because they come from tools, the web or imports. */
	readonly tainted: number;
	/** Summaries, which are read one by one. */
	readonly drafts: number;
	/** Why the others could not be stored; then nothing is said of what stays for other reasons. */
	readonly unstored?: Failure;
}

/** What came of deciding lines: how many were, and why the others could not be stored. */
export type Decided<T = unknown> = T & { readonly taken: number; readonly unstored?: Failure };

/** Whether all lines that were meant are decided. */
export async function allOf(meant: readonly unknown[], work: Promise<Decided>): Promise<Done> {
	const { taken, unstored } = await work;
	if (unstored) return failed(unstored);
	return taken < meant.length ? failed({ kind: 'changed-meanwhile' }) : done;
}

export const sumsOf = ({ accepted, written, unstored }: Accepted) => ({
	taken: accepted.length,
	known: accepted.length - written.length,
	...(unstored && { unstored })
});

export const nothingStays = { unsaved: 0, changed: 0, refused: 0, tainted: 0, drafts: 0 };

/** Decide lines one after the other, until one cannot be stored; one that changed meanwhile is left as it is. */
export async function oneByOne<Line>(
	lines: readonly Line[],
	decide: (line: Line) => Promise<Done>
): Promise<Decided<{ readonly decided: readonly Line[] }>> {
	const decided: Line[] = [];
	const sums = () => ({ decided, taken: decided.length });
	for (const line of lines) {
		const outcome = await decide(line);
		if (outcome.status === 'done') decided.push(line);
		else if (outcome.failure.kind !== 'changed-meanwhile')
			return { ...sums(), unstored: outcome.failure };
	}
	return sums();
}
