import { matchesQuery, plainText } from '#core/text/matches-query.ts';
import type { Archive } from '#core/archive/stored.ts';
import { words } from '../words/all-words.ts';
import { whatOf } from './archive-facts.ts';

/** Which archives are shown while somebody types: those whose row holds every word. */
export function filterArchives(entries: readonly Archive[], query: string): readonly Archive[] {
	if (query.trim() === '') return entries;
	const matches = matchesQuery(query);
	return entries.filter((entry) =>
		matches(plainText(`${words.sessions.named(entry.title)} ${whatOf(entry)}`))
	);
}
