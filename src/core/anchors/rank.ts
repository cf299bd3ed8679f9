/** Chooses which anchors stand beside a summary, within a budget, and writes them as one text. */
import { weigh, estimateTokens } from '#core/tokens/estimate.ts';
import type { Family } from '#core/tokens/weights.ts';
import { coolingOf, extractAnchors } from './extract.ts';
import type { Anchor, AnchorKind, Counts, Passage } from './passage.ts';

/** An anchor as a list carries it from round to round. */
interface ListedAnchor {
	readonly kind: AnchorKind;
	readonly text: string;
	readonly normal: string;
	readonly count: number;
	readonly by: Counts;
	/** See `Anchor.heat`. */
	readonly heat: number;
	/** Of the newest turn that holds it, so that it can be recalled. */
	readonly key: string;
	/** Passages read since it was last said. */
	readonly age: number;
}

export interface AnchorList {
	readonly items: readonly ListedAnchor[];
	/** What is sent: `renderAnchors` of the items. */
	readonly text: string;
}

export interface RankOptions {
	/** Tokens the text may have. */
	readonly budget: number;
	readonly family: Family;
	/** The list of the round before; its items compete with the new ones. */
	readonly previous?: AnchorList;
}

/** Kinds on the list, with what one mention is worth. Sentences belong to the loss report and the summary. */
const worth: Readonly<Partial<Record<AnchorKind, number>>> = {
	path: 1.8,
	id: 1.4,
	url: 0.9,
	hash: 0.9,
	file: 0.8,
	code: 0.8,
	money: 0.8,
	name: 0.7,
	date: 0.7,
	uuid: 0.6,
	quantity: 0.5,
	time: 0.4
};

/** What was said lately counts most; what was said often, long ago, still counts a little. */
function valueOf(item: ListedAnchor): number {
	const now = item.heat * coolingOf(item.age);
	const ever = item.by.user + item.by.assistant + 0.3 * item.by.tool;
	return (worth[item.kind] ?? 0) * (Math.log2(1 + now) + 0.1 * Math.log2(1 + ever));
}

/**
 * The anchors worth carrying beside a summary: by how often, how recently and by whom they were used,
 * each weighed against the tokens it costs, within the budget (context.md 9). A list of an earlier
 * round is merged in, so that names survive many rounds.
 */
export function rankAnchors(passages: readonly Passage[], options: RankOptions): AnchorList {
	const { budget, family, previous } = options;
	const items = merge(extractAnchors(passages), passages.length, previous?.items ?? []).filter(
		({ kind }) => headings[kind] !== undefined
	);
	const priced = items
		.map((item) => {
			const cost = weigh(' ' + item.text, family);
			return {
				item,
				cost,
				gain: valueOf(item) / (cost + priceFloor) ** pricePower
			};
		})
		.filter(({ gain }) => gain > 0)
		.sort((left, right) => right.gain - left.gain || compare(left.item.text, right.item.text));
	const chosen: ListedAnchor[] = [];
	// Headings and a little slack; the loop below takes back what is still too much.
	let left = budget - weigh(renderAnchors([]), family) - 8;
	const kinds = new Set<string>();
	let written = '';
	for (const { item, cost } of priced) {
		// A longer name on the list already holds this one: it is found verbatim at no cost.
		if (written.includes(item.text)) continue;
		const heading = headings[item.kind] ?? '';
		const price = cost + separation + (kinds.has(heading) ? 0 : weigh(`\n${heading}: `, family));
		if (price > left) continue;
		kinds.add(heading);
		left -= price;
		written += '\n' + item.text;
		chosen.push(item);
	}
	const kept = withoutContained(chosen);
	let text = renderAnchors(kept);
	while (kept.length > 0 && estimateTokens(text, family) > budget) {
		kept.pop();
		text = renderAnchors(kept);
	}
	return { items: kept, text };
}

// Long names cost more, but also spell out the short ones inside them: price counts less than fully.
const priceFloor = 30;
const pricePower = 0.6;
/** What stands between two items costs a little. */
const separation = 0.1;

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

function merge(
	found: readonly Anchor[],
	read: number,
	previous: readonly ListedAnchor[]
): ListedAnchor[] {
	const items = new Map<string, ListedAnchor>();
	for (const item of previous)
		items.set(item.kind + '\n' + item.normal, { ...item, age: item.age + read });
	for (const { kind, text, normal, count, by, heat, key, last } of found) {
		const id = kind + '\n' + normal;
		const before = items.get(id);
		items.set(id, {
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
			key,
			age: read - 1 - last
		});
	}
	return [...items.values()];
}

/** Items that a longer one on the list spells out as well. */
function withoutContained(items: readonly ListedAnchor[]): ListedAnchor[] {
	return items.filter(
		(item, at) =>
			!items.some(
				(other, place) =>
					place !== at && other.text.length > item.text.length && other.text.includes(item.text)
			)
	);
}

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
function renderAnchors(items: readonly ListedAnchor[]): string {
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
