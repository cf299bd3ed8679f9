import { keptBack, turnsMarked } from '#core/log/marks.ts';
import type { Session } from '#core/session/session.ts';
import type { Mark } from '#core/log/turn.ts';
import type { SearchAsk } from '#core/search/found.ts';
import { openToGuests } from '#core/search/searchable.ts';

/**
 * What a search may show, by who asks: somebody at a screen, a guest, or a model in the middle of a session
 * (`askedIn`), which finds nothing of other conversations that is off the record.
 */

/** Whether anything of a session may be found at all. */
export function isOpenTo(
	{ guest, askedIn }: Pick<SearchAsk, 'guest' | 'askedIn'>,
	session: Pick<Session, 'id' | 'kind' | 'deletedAt' | 'offRecord'>
): boolean {
	if (session.deletedAt !== null) return false;
	if (guest && !openToGuests(session)) return false;
	return !isElsewhere(session.id, askedIn) || !session.offRecord;
}

/** A model asks, and in another conversation. */
export const isElsewhere = (sessionId: string, askedIn: string | undefined): boolean =>
	askedIn !== undefined && askedIn !== sessionId;

/** Ids of the turns of a session that are not shown to whoever asks. */
export function hiddenTurns(
	marks: readonly Mark[],
	sessionId: string,
	askedIn: string | undefined
): ReadonlySet<string> {
	// Who looks for something on a screen finds what no model is given.
	if (askedIn === undefined) return turnsMarked(marks, 'deleted');
	const out = keptBack(marks, { isElsewhere: isElsewhere(sessionId, askedIn) });
	return new Set(out.map(({ turnId }) => turnId));
}
