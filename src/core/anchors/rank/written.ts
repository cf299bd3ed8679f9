/** Writes the list of anchors as the text that stands beside a summary, one line for each sort of thing. */
import type { AnchorKind } from '#core/anchors/passage.ts';
import type { ListedAnchor } from '#core/anchors/rank/listed.ts';

/** The line on which a kind stands; sentences stand on none. */
const headings: Readonly<Partial<Record<AnchorKind, string>>> = {
	path: 'Paths',
	file: 'Paths',
	url: 'Links',
	hash: 'Ids',
	uuid: 'Ids',
	id: 'Ids',
	code: 'Names in code',
	name: 'Names',
	date: 'Dates',
	time: 'Dates',
	money: 'Figures',
	quantity: 'Figures'
};

const order = ['Paths', 'Links', 'Ids', 'Names in code', 'Names', 'Dates', 'Figures'];
/** Names in code hold no spaces, so a space parts them at no cost; the others may hold some. */
const spaced = new Set(['Names', 'Dates', 'Figures']);

/** One line for each kind; every item stands in it verbatim, neighbours in a folder beside each other. */
export function renderAnchors(items: readonly ListedAnchor[]): string {
	const lines: string[] = [];
	for (const heading of order) {
		const texts = items
			.filter((item) => headings[item.kind] === heading)
			.map(({ text }) => text)
			.sort(compare);
		if (texts.length > 0) lines.push(`${heading}: ${texts.join(spaced.has(heading) ? '; ' : ' ')}`);
	}
	return lines.join('\n');
}

/** Whether a kind has a line on the list. */
export const isListed = (kind: AnchorKind): boolean => headings[kind] !== undefined;

/** By the codes of their characters, so that a list is the same on every device. */
export const compare = (left: string, right: string): number =>
	left < right ? -1 : left > right ? 1 : 0;
