import type { ArchiveLine } from '#core/archive/archive.ts';
import { blankLine } from '#core/forgetting/blank.ts';
import { titleGiven } from '#core/forgetting/title-given.ts';
import type { Session } from '#core/session/session.ts';
import { endOf, saysNothing } from '#flows/forgetting/stores/forget-summaries.ts';
import { withoutHandedOn } from '#flows/forgetting/stores/own-results.ts';
import type { LineWalk } from '#flows/forgetting/walk.ts';

/** A line of a session without what is forgotten: the very same one where it holds nothing of it, null where nothing stays. */
export function lineWithout(
	walk: LineWalk,
	line: Exclude<ArchiveLine, { type: 'session' }>
): ArchiveLine | null {
	const { at, turnIds } = walk;
	if (line.type === 'summary') {
		const end = line.sessionId === walk.sessionId ? endOf(walk, line) : null;
		if (end === null) return line;
		return { ...line, ...(end === 'drop' ? saysNothing : end) };
	}
	const left = blankLine(line, (turnId) => turnIds.has(turnId), at);
	if (left?.type !== 'step') return left;
	const step = withoutHandedOn(walk, left);
	return step === left ? left : { ...step, type: 'step' };
}

/** Whether the title of a session is words of what is forgotten. */
export const isNamedAfter = (
	walk: LineWalk,
	session: Pick<Session, 'id' | 'title' | 'titleFrom'>
): boolean =>
	session.id === walk.sessionId &&
	(session.titleFrom === 'import'
		? titleGiven(session, walk) !== ''
		: session.titleFrom === 'first-message' && walk.exchanges.some(({ turn }) => turn.seq === 0));
