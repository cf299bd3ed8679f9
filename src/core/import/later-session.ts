import { isSameJson } from '#core/json.ts';
import type { Branch, Session } from '#core/session/session.ts';
import type { Summary } from '#core/summary/summary.ts';

/** The row of a session, and those of its summaries, when a later state of it comes from a file of ours. */

/** As it stands then, with these branches here. */
export function laterSession(
	there: Session,
	file: Session,
	branches: readonly Pick<Branch, 'branch'>[]
): Session {
	// A name is not taken away by one that has none, perhaps because its words were forgotten here.
	const { title, titleFrom } = file.titleFrom === 'none' ? there : file;
	return {
		...file,
		title,
		titleFrom,
		// One in which nothing is said yet, or that left another turn than is here, does not come.
		branch: branches.some(({ branch }) => branch === file.branch) ? file.branch : there.branch,
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

/** What somebody sets of a session; the rest is counted as it goes. */
const set = [
	...(['title', 'pinned', 'folder', 'model', 'policy', 'resetPolicy', 'offRecord'] as const),
	...(['switchedOff', 'branch', 'endedAt'] as const)
];

/** Whether something of that is another then. */
export function isSetAnew(...states: Parameters<typeof laterSession>): boolean {
	const [there] = states;
	const later = laterSession(...states);
	return set.some((name) => !isSameJson(there[name], later[name]));
}
