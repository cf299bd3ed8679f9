import { isSameJson } from '#core/json.ts';
import { choicesOf } from '#core/session/choices.ts';
import type { Branch, Session } from '#core/session/session.ts';
import type { Summary } from '#core/summary/summary.ts';

/** The row of a session, and those of its summaries, when a later state of it comes from a file of ours. */

/** What somebody sets of a session; the rest is counted as it goes. */
const setOf = (session: Session): Partial<Session> => {
	const { title, offRecord, branch, endedAt } = session;
	return { ...choicesOf(session), title, offRecord, branch, endedAt };
};

/**
 * As it stands then, with these branches here. `isApart`: both went on in one branch, so what is on screen here, what it has
 * cost and whether it has ended are its own.
 */
export function laterSession(
	there: Session,
	file: Session,
	{
		branches,
		isApart
	}: { readonly branches: readonly Pick<Branch, 'branch'>[]; readonly isApart: boolean }
): Session {
	// A name is not taken away by one that has none, perhaps because its words were forgotten here.
	const { title, titleFrom } = file.titleFrom === 'none' ? there : file;
	// One in which nothing is said yet, or that left another turn than is here, does not come.
	const isHere = branches.some(({ branch }) => branch === file.branch);
	return {
		...(isApart
			? { ...there, ...choicesOf(file) }
			: { ...file, branch: isHere ? file.branch : there.branch }),
		title,
		titleFrom,
		// No more than it has to be: what is changed where the file was made is later again.
		rev: Math.max(there.rev + 1, file.rev),
		activeAt: Math.max(there.activeAt, file.activeAt),
		// By a file nothing becomes what may be remembered.
		offRecord: there.offRecord || file.offRecord,
		deletedAt: null
	};
}

/** A summary as it stands then: words that were edited here, and there not since, stay. */
export function laterSummary(there: Summary | undefined, file: Summary): Summary {
	if (there === undefined || (there.editedAt ?? 0) <= (file.editedAt ?? 0)) return file;
	const { text, anchors, editedAt, tokensAfter, loss, opinion } = there;
	return {
		...file,
		text,
		anchors,
		editedAt,
		tokensAfter,
		loss,
		...(opinion !== undefined && { opinion })
	};
}

const withoutPath = ({ saidBefore: _, ...rest }: Summary) => rest;

/** A summary of the file in the branch that holds its end here: what it knows of other branches, and its archive, stay its own. */
export function movedSummary(file: Summary, branch: string, there: Summary | undefined): Summary {
	const { archiveId = null, saidBefore } = there ?? {};
	return { ...withoutPath(file), branch, archiveId, ...(saidBefore && { saidBefore }) };
}

/** Whether something that somebody sets is another then. */
export function isSetAnew(...states: Parameters<typeof laterSession>): boolean {
	const [there] = states;
	return !isSameJson(setOf(there), setOf(laterSession(...states)));
}
