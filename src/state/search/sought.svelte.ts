import { untrack } from 'svelte';
import type { SearchHit } from '#core/search/found.ts';

/** Words to be led to in what is read. Another object is another wish, also for the same words. */
export interface Sought {
	readonly words: readonly string[];
	/** What was shown with them: of many places it tells which one is meant. */
	readonly beside?: readonly string[];
	/** The step in whose calls of tools they stand; null: in none; left out: in any. */
	readonly step?: number | null;
	/** Which of the places, counted from 0; left out: where most of the words stand. */
	readonly nth?: number;
}

interface Followed extends Sought {
	readonly turnId: string | null;
	/** Path and hash. */
	readonly address: string;
}

let followed: Followed | null = $state.raw(null);

/** Somebody goes to what a search has found: what was marked there is looked for where it leads. */
export function follow(
	{ turnId, step, snippet }: Pick<SearchHit, 'turnId' | 'step' | 'snippet'>,
	address: string
): void {
	const shown = (wanted: boolean) =>
		snippet.flatMap(({ text, hit }) => (hit === wanted ? [text] : []));
	followed = { turnId, address, words: shown(true), beside: shown(false), step: step ?? null };
}

/** Whoever is elsewhere and comes to the same turn again has not come for these words. */
export function arriveAt(address: string): void {
	if (untrack(() => followed)?.address !== address) followed = null;
}

/** What is looked for in a turn that was gone to, or null. */
export const soughtIn = (turnId: string): Sought | null =>
	followed?.turnId === turnId ? followed : null;
