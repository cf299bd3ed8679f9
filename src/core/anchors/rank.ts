/** Chooses which anchors stand beside a summary, within a budget, and writes them as one text. */
import { extractAnchors } from '#core/anchors/extract.ts';
import type { Passage } from '#core/anchors/passage.ts';
import { mergeAnchors, type ListedAnchor } from '#core/anchors/rank/listed.ts';
import { priceAnchors, type Priced } from '#core/anchors/rank/priced.ts';
import { isListed, renderAnchors } from '#core/anchors/rank/written.ts';
import { holdsApart } from '#core/anchors/stands-alone.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import type { Family } from '#core/tokens/weights.ts';

export interface AnchorList {
	readonly items: readonly ListedAnchor[];
	/** What is sent: `renderAnchors` of the items. */
	readonly text: string;
}

interface RankOptions {
	/** Tokens the text may have. */
	readonly budget: number;
	readonly family: Family;
	/** The list of the round before; its items compete with the new ones. */
	readonly previous?: AnchorList;
}

/** How often the room is bent at most: after that a list is as full as it gets. */
const attempts = 6;

/**
 * The anchors worth carrying beside a summary: by how often, how recently and by whom they were used,
 * each weighed against the tokens it costs, within the budget (context.md 9). A list of an earlier
 * round is merged in, so that names survive many rounds.
 */
export function rankAnchors(passages: readonly Passage[], options: RankOptions): AnchorList {
	const { budget, family, previous } = options;
	const found = extractAnchors(passages).filter(({ kind }) => isListed(kind));
	const merged = mergeAnchors(found, passages.length, previous?.items ?? []);
	const priced = priceAnchors(merged, family);
	let room = budget;
	let best: AnchorList = { items: [], text: '' };
	// What a list costs is known only when it is written: the room is bent until it fills the budget.
	for (let attempt = 0; attempt < attempts; attempt++) {
		const items = chooseWithin(priced, room);
		const text = renderAnchors(items);
		const tokens = estimateTokens(text, family);
		const fits = tokens <= budget;
		if (fits && items.length >= best.items.length) best = { items, text };
		if (fits && (items.length === priced.length || tokens === budget)) break;
		room += fits ? budget - tokens : (budget - tokens) * 1.1 - 1;
	}
	return best;
}

/** The best that fit, none of them spelt out by another: what a longer name holds is found verbatim at no cost. */
function chooseWithin(priced: readonly Priced[], room: number): ListedAnchor[] {
	let chosen: Priced[] = [];
	let left = room;
	let written = '';
	for (const next of priced) {
		const { item, cost } = next;
		if (cost > left || holdsApart(written, item.text, item.kind)) continue;
		const spelt = chosen.filter(({ item: other }) => holdsApart(item.text, other.text, other.kind));
		if (spelt.length > 0) {
			chosen = chosen.filter((other) => !spelt.includes(other));
			for (const other of spelt) left += other.cost;
		}
		left -= cost;
		written += '\n' + item.text;
		chosen.push(next);
	}
	return chosen.map(({ item }) => item);
}
