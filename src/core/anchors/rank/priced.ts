/** Sets what carrying an anchor gains against the tokens it costs. */
import { foldersIn, isAlternatives } from '#core/anchors/code/strokes.ts';
import type { AnchorKind } from '#core/anchors/passage.ts';
import { warmthOf, type ListedAnchor } from '#core/anchors/rank/listed.ts';
import { compare } from '#core/anchors/rank/written.ts';
import { weigh } from '#core/tokens/estimate.ts';
import type { Family } from '#core/tokens/weights.ts';

export interface Priced {
	readonly item: ListedAnchor;
	/** Tokens of its text after a space. */
	readonly cost: number;
	/** What carrying it is worth, by its cost. */
	readonly gain: number;
}

/** Kinds on the list, with what one mention is worth. Sentences belong to the loss report and the summary. */
const worth: Readonly<Partial<Record<AnchorKind, number>>> = {
	path: 1.8,
	id: 1,
	url: 0.9,
	hash: 0.9,
	code: 0.9,
	file: 0.8,
	uuid: 0.6,
	name: 0.5,
	money: 0.5,
	date: 0.5,
	quantity: 0.3,
	time: 0.2
};

/** Words around a stroke may be a path after all, so they are not thrown away. */
const trustInAlternatives = 0.25;

/**
 * What is worked with, or stands beside what is, counts most; what was said often, long ago, still
 * counts a little.
 */
function valueOf(item: ListedAnchor): number {
	const now = warmthOf(item) + (item.company ?? 0);
	const ever = item.by.user + item.by.assistant + 0.3 * item.by.tool;
	return (worth[item.kind] ?? 0) * (Math.log2(1 + now) + 0.15 * Math.log2(1 + ever));
}

/** Long names cost more, but also spell out the short ones inside them: price counts less than fully. */
const priceFloor = 30;

/** The anchors that are worth anything, the best for their price first. */
export function priceAnchors(items: readonly ListedAnchor[], family: Family): Priced[] {
	const folders = foldersIn(items.filter(({ kind }) => kind === 'path').map(({ text }) => text));
	return items
		.map((item) => {
			const cost = weigh(' ' + item.text, family);
			const trust = isAlternatives(item.text, folders) ? trustInAlternatives : 1;
			return { item, cost, gain: (trust * valueOf(item)) / (cost + priceFloor) };
		})
		.filter(({ gain }) => gain > 0)
		.sort((left, right) => right.gain - left.gain || compare(left.item.text, right.item.text));
}
