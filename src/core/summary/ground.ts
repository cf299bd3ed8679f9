import type { Failure } from '#core/failure.ts';
import type { Path } from '#core/log/path.ts';
import { comparePositions } from '#core/log/turn.ts';
import { isCommitted, isOnPath, type Summary } from '#core/summary/summary.ts';
import { sha256 } from '#core/sha256.ts';

/**
 * What a later round stands on: it holds what the summary before it said, and covers nothing before its own turns. It
 * may be kept or put to use only as long as that summary is not taken out of use.
 */

export const noGround: Failure = { kind: 'changed-meanwhile', why: 'summary-before' };

/**
 * Whether the turns before a summary are still stood for: it begins with the first turn, or a summary that ends where
 * it begins is in use or behind the one that is, and says something where words of it went into this one: what was
 * deleted comes back by none. `summaries`: all of the session; `path`: that of its own branch.
 */
export function hasGround(summary: Summary, summaries: readonly Summary[], path: Path): boolean {
	const { from, round, integrates } = summary;
	if (from.seq === 0 && from.step < 0) return true;
	// None ends between the one it was written on and itself; that one may be out of use by now.
	const before = summaries
		.filter(
			(other) =>
				other.committedAt !== null &&
				other.round < round &&
				isOnPath(other, path) &&
				comparePositions(other.through, from) < 0
		)
		.sort((a, b) => comparePositions(b.through, a.through));
	const [last] = before;
	return before.some(
		(other) =>
			isCommitted(other) &&
			comparePositions(other.through, last?.through ?? from) === 0 &&
			(typeof integrates !== 'string' || other.standsFor === 'text')
	);
}

/**
 * Whether a later round stays when a summary goes out of use: no word of that one went into it, and the line of rounds
 * it was made from begins no later than that one, so that it stands for those messages by itself. Rows from before do
 * not say what went into them. `summaries`: all of the session.
 */
export function staysWithout(
	{ from, round, integrates }: Summary,
	gone: Summary,
	summaries: readonly Summary[]
): boolean {
	if (integrates === null) return comparePositions(from, gone.from) <= 0;
	const before = summaries.find(({ id }) => id === integrates);
	// A file from elsewhere may name a later one.
	if (!before || before.id === gone.id || before.round >= round) return false;
	return staysWithout(before, gone, summaries);
}

/** Changes with the words of a summary, and when it comes to stand for nothing. */
export const wordsKey = ({ id, standsFor, text, anchors }: Summary): string =>
	sha256(JSON.stringify([id, standsFor, text, anchors]));

/** Whether a summary is still not taken out of use, and says what was read of it. */
export const isAsRead = (now: Summary | undefined, read: Summary): boolean =>
	now !== undefined && isCommitted(now) && wordsKey(now) === wordsKey(read);
