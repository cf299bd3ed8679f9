/** Chooses which anchors stand beside a summary, within a budget, and writes them as one text. */
import { weigh, estimateTokens } from '#core/tokens/estimate.ts';
import type { Family } from '#core/tokens/weights.ts';
import { extractAnchors } from '#core/anchors/extract.ts';
import { mergeAnchors, warmthOf, type ListedAnchor } from '#core/anchors/rank/listed.ts';
import { foldersIn, isAlternatives } from '#core/anchors/code/strokes.ts';
import type { AnchorKind, Passage } from '#core/anchors/passage.ts';

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

/**
 * The anchors worth carrying beside a summary: by how often, how recently and by whom they were used,
 * each weighed against the tokens it costs, within the budget (context.md 9). A list of an earlier
 * round is merged in, so that names survive many rounds.
 */
export function rankAnchors(passages: readonly Passage[], options: RankOptions): AnchorList {
	const { budget, family, previous } = options;
	const found = extractAnchors(passages).filter(({ kind }) => headings[kind] !== undefined);
	const items = mergeAnchors(found, passages.length, previous?.items ?? []);
	const folders = foldersIn(items.filter(({ kind }) => kind === 'path').map(({ text }) => text));
	const priced = items
		.map((item) => {
			const cost = weigh(' ' + item.text, family);
			const trust = isAlternatives(item.text, folders) ? trustInAlternatives : 1;
			return {
				item,
				cost,
				gain: (trust * valueOf(item)) / (cost + priceFloor)
			};
		})
		.filter(({ gain }) => gain > 0)
		.sort((left, right) => right.gain - left.gain || compare(left.item.text, right.item.text));
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
		room += tokens <= budget ? budget - tokens : (budget - tokens) * 1.1 - 1;
	}
	return best;
}

const attempts = 6;

interface Priced {
	readonly item: ListedAnchor;
	/** Tokens of its text after a space. */
	readonly cost: number;
}

/** The best that fit, none of them spelt out by another: what a longer name holds is found verbatim at no cost. */
function chooseWithin(priced: readonly Priced[], room: number): ListedAnchor[] {
	let chosen: Priced[] = [];
	let left = room;
	let written = '';
	for (const next of priced) {
		const { item, cost } = next;
		if (cost > left || written.includes(item.text)) continue;
		const spelt = chosen.filter((other) => item.text.includes(other.item.text));
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

// Long names cost more, but also spell out the short ones inside them: price counts less than fully.
const priceFloor = 30;
const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

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
