import { matchesQuery, plainText } from '#core/text/matches-query.ts';
import type { Archive } from '#core/archive/stored.ts';

/** Which archives are shown while somebody types: those whose title or path holds every word. */
export function filterArchives(entries: readonly Archive[], query: string): readonly Archive[] {
	if (query.trim() === '') return entries;
	const matches = matchesQuery(query);
	return entries.filter(({ title, path }) => matches(plainText(`${title} ${path}`)));
}
