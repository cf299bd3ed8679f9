/** How much it matters that a thing is lost: by its kind, by who said it how often, and by how lately. */
import type { Anchor, AnchorKind } from '#core/anchors/passage.ts';

/** What losing one mention costs: a promise more than a number, a number more than a name in code. */
const weight: Readonly<Record<AnchorKind, number>> = {
	rule: 6,
	decision: 4.5,
	question: 4,
	money: 3,
	date: 3,
	url: 3,
	quantity: 2.5,
	name: 2.5,
	path: 2.2,
	file: 2,
	hash: 2,
	uuid: 2,
	id: 2,
	time: 1.8,
	quote: 1.5,
	code: 1.4
};

/** What may be nothing comes after what is surely something. */
const faint = 0.4;

/** Of an anchor in so many passages; comparable only within one report. */
export function importanceOf(anchor: Anchor, length: number): number {
	const said = 3 * anchor.by.user + anchor.by.assistant + Math.min(2, anchor.by.tool * 0.2);
	const fresh = 0.6 + 0.4 * ((anchor.last + 1) / Math.max(1, length));
	return weight[anchor.kind] * Math.log2(1 + said) * fresh * (anchor.isFaint ? faint : 1);
}
