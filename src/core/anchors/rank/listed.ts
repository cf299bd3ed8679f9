/** Anchors as a list carries them from round to round: how warm they are, and how new ones join them. */
import { coolingOf } from '#core/anchors/extract/heat.ts';
import type { Anchor, AnchorKind, Counts } from '#core/anchors/passage.ts';

/** An anchor as a list carries it from round to round. */
export interface ListedAnchor {
	readonly kind: AnchorKind;
	readonly text: string;
	readonly normal: string;
	readonly count: number;
	readonly by: Counts;
	/** See `Anchor.heat`. */
	readonly heat: number;
	/** Passages read since a plan named it; null, or missing in lists of before: none did. */
	readonly planAge?: number | null;
	/** Warmth of the names around it (see `companyOf`), as it stood after the last round; older lists have none. */
	readonly company?: number;
	/** Of the newest turn that holds it, so that it can be recalled. */
	readonly key: string;
	/** Passages read since it was last said. */
	readonly age: number;
}

/** Passages after which what a plan names is half as likely to be worked on yet. */
const planHalfLife = 120;

/** Whether it is being worked with: said lately, or planned. */
export function warmthOf({ heat, age, planAge }: ListedAnchor): number {
	const planned = planAge == null ? 0 : 2 ** (-planAge / planHalfLife);
	return heat * coolingOf(age) + planned;
}

/** The anchors of the newest passages (`read` of them) together with those of the list of the round before. */
export function mergeAnchors(
	found: readonly Anchor[],
	read: number,
	previous: readonly ListedAnchor[]
): ListedAnchor[] {
	const items = new Map<string, ListedAnchor>();
	for (const item of previous)
		items.set(idOf(item), {
			...item,
			age: item.age + read,
			planAge: item.planAge == null ? null : item.planAge + read,
			company: (item.company ?? 0) * coolingOf(read)
		});
	for (const anchor of found)
		items.set(idOf(anchor), withMentions(anchor, read, items.get(idOf(anchor))));
	const around = companyOf(found, (anchor) => {
		const item = items.get(idOf(anchor));
		return item ? warmthOf(item) : 0;
	});
	for (const [anchor, company] of around) {
		const item = items.get(idOf(anchor));
		if (item) items.set(idOf(anchor), { ...item, company: Math.max(company, item.company ?? 0) });
	}
	return [...items.values()];
}

const idOf = ({ kind, normal }: Pick<ListedAnchor, 'kind' | 'normal'>): string =>
	kind + '\n' + normal;

function withMentions(
	anchor: Anchor,
	read: number,
	before: ListedAnchor | undefined
): ListedAnchor {
	const { kind, text, normal, count, by, heat, planned, key, last } = anchor;
	return {
		kind,
		text: before?.text ?? text,
		normal,
		count: count + (before?.count ?? 0),
		by: {
			user: by.user + (before?.by.user ?? 0),
			assistant: by.assistant + (before?.by.assistant ?? 0),
			tool: by.tool + (before?.by.tool ?? 0)
		},
		heat: heat + (before ? before.heat * coolingOf(before.age) : 0),
		planAge: planned === null ? (before?.planAge ?? null) : read - 1 - planned,
		company: before?.company ?? 0,
		key,
		age: read - 1 - last
	};
}

/** Cold names that every passage is taken to hold besides its own: one warm name alone is little company. */
const strangers = 5;

/**
 * What stands beside names that are being worked with is worked with next, whoever printed it. How warm the names are
 * that stood around each anchor, in the warmest of its passages: the mean of `log2(1 + warmth)` over all names of that
 * passage. `warmthOf` is asked once an anchor.
 */
function companyOf(
	anchors: readonly Anchor[],
	warmthOf: (anchor: Anchor) => number
): ReadonlyMap<Anchor, number> {
	const sums = new Map<number, number>();
	const counts = new Map<number, number>();
	for (const anchor of anchors) {
		const warmth = Math.log2(1 + warmthOf(anchor));
		for (const place of anchor.places) {
			sums.set(place, (sums.get(place) ?? 0) + warmth);
			counts.set(place, (counts.get(place) ?? 0) + 1);
		}
	}
	const meanAt = (place: number): number =>
		(sums.get(place) ?? 0) / ((counts.get(place) ?? 0) + strangers);
	return new Map(
		anchors.map((anchor) => [
			anchor,
			anchor.places.reduce((most, place) => Math.max(most, meanAt(place)), 0)
		])
	);
}
