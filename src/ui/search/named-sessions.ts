import type { Archive } from '#core/archive/stored.ts';
import type { SessionEntry } from '#state/session-list.ts';
import type { IconName } from '../kit/icons.ts';
import { filterSessions } from '../sessions/session-groups.ts';

/** A session as the search finds it by its name: the session, or the archive it has ended with. */
export interface NamedSession {
	readonly href: string;
	readonly icon: IconName;
	readonly title: string;
	/** Unix ms. */
	readonly at: number;
}

/** Sessions that are open come before those that have ended, newest first each. */
export function namedSessions(
	open: readonly SessionEntry[],
	archives: readonly Archive[],
	query: string
): readonly NamedSession[] {
	const ended = new Map<string, Archive>();
	// What a compaction has set aside is a part of a session, and no other one.
	for (const archive of archives)
		if (archive.round === null && !ended.has(archive.sessionId))
			ended.set(archive.sessionId, archive);
	for (const { id } of open) ended.delete(id);
	return filterSessions(
		[
			...open.map(({ id, title, folder, activeAt }) => ({
				href: `/chat/${id}`,
				icon: 'chat' as const,
				title,
				folder,
				at: activeAt
			})),
			...[...ended.values()].map(({ id, title, lastAt }) => ({
				href: `/archive/${id}`,
				icon: 'archive' as const,
				title,
				folder: null,
				at: lastAt
			}))
		],
		query
	);
}
