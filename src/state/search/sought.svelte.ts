import type { SearchHit } from '#core/search/found.ts';

/** Words to be led to in what is read. Another object is another wish, also for the same words. */
export interface Sought {
	readonly words: readonly string[];
}

let followed: (Sought & { readonly turnId: string | null }) | null = $state.raw(null);

/** Somebody goes to what a search has found: what was marked there is looked for where it leads. */
export function follow({ turnId, snippet }: Pick<SearchHit, 'turnId' | 'snippet'>): void {
	const words = snippet.flatMap(({ text, hit }) => (hit ? [text] : []));
	followed = { turnId, words };
}

/** What is looked for in a turn that was gone to, or null. */
export const soughtIn = (turnId: string): Sought | null =>
	followed?.turnId === turnId ? followed : null;
