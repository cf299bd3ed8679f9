/** Puts what was lost in order for reading: like beside like, what binds first, names in code last. */
import type { AnchorKind } from '#core/anchors/passage.ts';
import type { LossItem } from '#core/summary/summary.ts';

/** In the order in which they are read. */
const headings = {
	rule: 'rules',
	decision: 'decisions',
	question: 'questions',
	name: 'names',
	money: 'numbers',
	quantity: 'numbers',
	date: 'dates',
	time: 'dates',
	url: 'links',
	path: 'files',
	file: 'files',
	hash: 'ids',
	uuid: 'ids',
	id: 'ids',
	code: 'code',
	quote: 'quotes'
} as const satisfies Record<AnchorKind, string>;

type LossHeading = (typeof headings)[AnchorKind];

const order: readonly LossHeading[] = [...new Set(Object.values(headings))];

const isKind = (kind: string): kind is AnchorKind => Object.hasOwn(headings, kind);

interface LossGroup {
	readonly heading: LossHeading;
	/** The worst first, as the report gave them. */
	readonly items: readonly LossItem[];
}

/** Every item once, under its heading; headings without items are left out. A kind from elsewhere counts as a quotation. */
export function groupLosses(items: readonly LossItem[]): readonly LossGroup[] {
	const headingOf = ({ kind }: LossItem): LossHeading => (isKind(kind) ? headings[kind] : 'quotes');
	return order
		.map((heading) => ({ heading, items: items.filter((item) => headingOf(item) === heading) }))
		.filter((group) => group.items.length > 0);
}
