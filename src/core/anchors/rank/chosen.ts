/** Chooses the anchors that a list has room for, by what each is worth and what it costs. */
import { holdsApart } from '#core/anchors/stands-alone.ts';
import type { ListedAnchor } from '#core/anchors/rank/listed.ts';
import type { Priced } from '#core/anchors/rank/priced.ts';

/** The best that fit, none of them spelt out by another: what a longer name holds is found verbatim at no cost. */
export function chooseWithin(priced: readonly Priced[], room: number): ListedAnchor[] {
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
