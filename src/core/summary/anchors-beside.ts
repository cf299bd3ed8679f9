import type { Passage } from '#core/anchors/passage.ts';
import { rankAnchors, type AnchorList } from '#core/anchors/rank.ts';
import { spoken, type Summary } from '#core/summary/summary.ts';
import type { Family } from '#core/tokens/weights.ts';

/**
 * The list beside a summary, merged with that of the round before (context.md 9); null where none is asked for.
 * `counts`: how often what stands in the list before was named. A list without them (an import, an edit by hand) is
 * read again as somebody's words.
 */
export function anchorsBeside(
	said: readonly Passage[],
	{
		before,
		counts,
		...size
	}: {
		readonly before: Pick<Summary, 'id' | 'anchors' | 'standsFor'> | null;
		readonly counts: AnchorList | null;
		/** Tokens. */
		readonly budget: number;
		readonly family: Family;
	}
): AnchorList | null {
	if (size.budget === 0) return null;
	if (counts) return rankAnchors(said, { ...size, previous: counts });
	const listed = spoken(before);
	const again: readonly Passage[] =
		listed && listed.anchors !== ''
			? [{ key: listed.id, by: 'assistant', text: listed.anchors }]
			: [];
	return rankAnchors([...again, ...said], size);
}
