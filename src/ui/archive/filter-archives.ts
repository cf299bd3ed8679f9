import type { Archive } from '#core/jobs.ts';

/** Which archives are shown while somebody types: those whose title or path holds every word. */

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export function filterArchives(entries: readonly Archive[], query: string): readonly Archive[] {
	const wanted = plain(query).split(/\s+/u).filter(Boolean);
	if (wanted.length === 0) return entries;
	return entries.filter(({ title, path }) => {
		const text = plain(`${title} ${path}`);
		return wanted.every((word) => text.includes(word));
	});
}
