import type { Pin } from '#core/log/pin.ts';
import type { Mark, MarkKind } from '#core/log/turn.ts';
import { attemptsAt } from '#db/log/attempts.ts';
import { marksOf } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import type { ReadGrowth } from '#flows/import/foreign/read-growth.ts';

/** What was decided about turns that come into a session that is here: where the file was made, and here of the same message. */

/** Decisions that keep words out of something. */
const keepsOut: readonly MarkKind[] = ['deleted', 'off-record', 'left-out'];

/** Of what stands beside turns in the file, that of those which come. A copy is kept out as its turn is, and not pinned. */
export function besideTurns(
	{ marks, pins }: { readonly marks: readonly Mark[]; readonly pins: readonly Pin[] },
	{ turns, copies }: Pick<ReadGrowth, 'turns' | 'copies'>
) {
	const came = new Set<string | null>(turns.map(({ turnId }) => turnId));
	const ofCopies = marks.flatMap((mark) => {
		const turnId = copies.get(mark.turnId);
		return turnId !== undefined && keepsOut.includes(mark.kind) ? [{ ...mark, turnId }] : [];
	});
	const ofTurns = marks.filter(({ turnId, kind }) => came.has(turnId) && kind !== 'waiting');
	return {
		summaries: [],
		marks: [...ofTurns, ...ofCopies],
		pins: pins.filter(({ turnId }) => came.has(turnId))
	};
}

/**
 * A decision about a message holds for its words, also where the other device asked them again: what was taken away here
 * stays away. Inside the transaction in which the turns came; returns the marks that they have by that.
 */
export async function marksOfAttempts(
	db: Truth,
	sessionId: string,
	{ branches, turns }: Pick<ReadGrowth, 'branches' | 'turns'>
): Promise<readonly Mark[]> {
	const begun = turns.filter(({ branch, seq }) =>
		branches.some((row) => row.branch === branch && row.forkSeq === seq)
	);
	const marks = begun.length === 0 ? [] : await marksOf(db, sessionId);
	const decided = marks.filter(({ kind }) => keepsOut.includes(kind));
	const given: Mark[] = [];
	for (const { turnId } of decided.length === 0 ? [] : begun) {
		const attempts = await attemptsAt(db, { sessionId, turnId });
		for (const mark of decided) if (attempts.includes(mark.turnId)) given.push({ ...mark, turnId });
	}
	return given;
}
