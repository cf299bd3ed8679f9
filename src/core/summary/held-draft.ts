import type { Path } from '#core/log/path.ts';
import { draftOf, isCommitted, isOnPath, type Summary } from '#core/summary/summary.ts';

/** What becomes of a draft whose words are under the pen, when other hands decide about it meanwhile. */

/**
 * `waits`: it is the draft of its path. `replaced`: another one is. `discarded`: none is. `overtaken`: what is in use
 * goes as far, so it can wait no more. `unknown`: a copy that does not know it has taken the place of everything.
 */
export type Fate = 'waits' | 'replaced' | 'discarded' | 'overtaken' | 'unknown';

/** A summary as a screen has it: one that is stored no more, but was when it was read last, may be among them. */
export type Listed = Summary & { readonly isUnknown?: true };

/** As they are stored, and those with words under the pen as they were. */
export const withUnknown = (
	before: readonly Listed[],
	stored: readonly Summary[],
	isUnderPen: (id: string) => boolean
): readonly Listed[] => [
	...stored,
	...before
		.filter(({ id }) => isUnderPen(id) && !stored.some((one) => one.id === id))
		.map((one): Listed => ({ ...one, status: 'discarded', isUnknown: true }))
];

export interface HeldDraft {
	readonly draft: Summary;
	readonly fate: Fate;
}

function fateOf(draft: Listed, summaries: readonly Summary[], path: Path): Fate {
	if (draft.isUnknown) return 'unknown';
	const waiting = draftOf(summaries, path);
	if (waiting?.id === draft.id) return 'waits';
	const again = [...summaries.filter(isCommitted), { ...draft, status: 'draft' as const }];
	if (!draftOf(again, path)) return 'overtaken';
	return waiting ? 'replaced' : 'discarded';
}

/**
 * The draft of a path that must stay on screen, for somebody writes in it; null: there is none. Of one that is in use by
 * now the words are at its card. Where two are written in, the one that waits no more comes first: it has no other place.
 *
 * @param summaries all of the session
 * @param isUnderPen whether there are words that are stored nowhere, by id
 */
export function heldDraft(
	summaries: readonly Listed[],
	path: Path,
	isUnderPen: (id: string) => boolean
): HeldDraft | null {
	const held = summaries
		.filter(({ id, status }) => (status === 'draft' || status === 'discarded') && isUnderPen(id))
		.filter((draft) => draft.isUnknown ?? isOnPath(draft, path))
		.map((draft) => ({ draft, fate: fateOf(draft, summaries, path) }));
	return held.findLast(({ fate }) => fate !== 'waits') ?? held.at(-1) ?? null;
}
