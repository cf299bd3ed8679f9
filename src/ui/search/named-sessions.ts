import type { Archive } from '#core/archive/stored.ts';
import type { SessionEntry } from '#state/session-list.svelte.ts';
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
	const known = new Set(open.map(({ id }) => id));
	// What a compaction has set aside is a part of a session, and no other one.
	const ended = archives.filter(
		({ sessionId, round }) => round === null && known.size < known.add(sessionId).size
	);
	return filterSessions(
		[
			...open.map(({ id, title, folder, activeAt }) => ({
				...{ title, folder, at: activeAt },
				...{ href: `/chat/${id}`, icon: 'chat' as const }
			})),
			...ended.map(({ id, title, lastAt }) => ({
				...{ title, folder: null, at: lastAt },
				...{ href: `/archive/${id}`, icon: 'archive' as const }
			}))
		],
		query
	);
}
