import type { Exchange, Mark, MarkKind, Step, Turn } from '#core/log/turn.ts';

/** What the marks beside a log say of its turns: what is sent of it, and what is shown. */

/** Ids of the turns that have a mark of one of these kinds. */
export const turnsMarked = (
	marks: readonly Mark[],
	...kinds: readonly MarkKind[]
): ReadonlySet<string> =>
	new Set(marks.flatMap(({ kind, turnId }) => (kinds.includes(kind) ? [turnId] : [])));

/** The marks of each turn that has any, by turn id, which may be any word. */
export function marksByTurn(marks: readonly Mark[]): Readonly<Record<string, readonly Mark[]>> {
	const byTurn = Object.create(null) as Record<string, Mark[]>;
	for (const mark of marks) (byTurn[mark.turnId] ??= []).push(mark);
	return byTurn;
}

/** Ids of the turns that the user keeps out of the prompt: left out, or deleted. */
export const leftOutTurns = (marks: readonly Mark[]): ReadonlySet<string> =>
	turnsMarked(marks, 'left-out', 'deleted');

/**
 * The marks by which a model is shown nothing of a turn that is looked up or was quoted: left out or deleted, and in
 * another conversation off the record as well.
 */
export const keptBack = (
	marks: readonly Mark[],
	{ isElsewhere }: { readonly isElsewhere: boolean }
): readonly Mark[] =>
	marks.filter(
		({ kind }) =>
			kind === 'left-out' || kind === 'deleted' || (isElsewhere && kind === 'off-record')
	);

/** What the user decided about a turn holds for what is asked in its place as well; it waits for the network no more then. */
export const handedOn: readonly MarkKind[] = ['off-record', 'left-out', 'waiting'];

/** Whether nothing of a turn is sent or summarised: it is one of those left out, or was forgotten. */
export const isKeptOut = (turn: Turn, leftOut: ReadonlySet<string>): boolean =>
	turn.forgottenAt !== undefined || leftOut.has(turn.turnId);

/** Whether nothing of a turn is shown: it was deleted, which can be undone, or forgotten. `marks`: its own. */
export const isGone = (turn: Turn, marks: readonly Mark[]): boolean =>
	turn.forgottenAt !== undefined || marks.some(({ kind }) => kind === 'deleted');

/**
 * The mark by which a turn waits for the network, or null: what came of it since may have been all of an answer, and
 * the next try is the user's. No clock tells what came since, for clocks are set back. `marks`: its own.
 */
export const waitingMark = ({ turn, steps }: Exchange, marks: readonly Mark[]): Mark | null =>
	marks.find((mark) => mark.kind === 'waiting' && !isGone(turn, marks) && isBehind(mark, steps)) ??
	null;

/** Whether nothing was said since a message began to wait. */
export const isBehind = ({ at, saidBefore }: Mark, steps: readonly Step[]): boolean =>
	steps.every(({ index, endedAt }) =>
		saidBefore === undefined ? endedAt < at : index <= saidBefore
	);
