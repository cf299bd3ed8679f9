/** The one extractor: everything in passages that a summary in prose is likely to lose. */
import { findRules, findSentences } from '#core/anchors/bonds/bonds.ts';
import { findCommands } from '#core/anchors/code/commands.ts';
import { findCompounds } from '#core/anchors/code/compounds.ts';
import { findDetails } from '#core/anchors/extract/details.ts';
import { findFigures } from '#core/anchors/figures/figures.ts';
import { findKnownNames } from '#core/anchors/names/known-names.ts';
import type { Anchor, AnchorKind, Mention, Passage, Speaker } from '#core/anchors/passage.ts';
import { isPlan } from '#core/anchors/extract/plans.ts';
import { proseOf } from '#core/anchors/text/prose.ts';
import { findProperNames } from '#core/anchors/names/proper-names.ts';
import { findQuotes } from '#core/anchors/quotes/quotes.ts';
import { scanNames } from '#core/anchors/scan.ts';

/** How a text is looked at: a list has room for what is surely a name, a report also for what may be one. */
export interface Look {
	readonly closely: boolean;
}

/** All mentions in one text, unsorted. Total on any string. */
function mentionsIn({ text, by }: Passage, planned: boolean, look: Look): Mention[] {
	const names = scanNames(text);
	// Text that nobody wrote by hand is only scanned for names: its numbers and capitals are noise.
	if (by === 'tool') return planned && look.closely ? [...names, ...askedBy(text)] : names;
	const prose = proseOf(text);
	const things = [
		...names,
		...findCompounds(prose),
		...(look.closely ? withoutOrder(findFigures(prose), prose) : findFigures(prose)),
		...findProperNames(prose),
		...findKnownNames(prose),
		...findCommands(text, prose),
		...findQuotes(prose)
	];
	return [
		...things,
		...(look.closely ? findDetails(text, prose, things) : []),
		...findSentences(prose, by, look)
	];
}

/** `/ask why …`: an order to the program that the message begins with was obeyed at once. */
const withoutOrder = (figures: readonly Mention[], prose: string): readonly Mention[] =>
	figures.filter(
		({ text, offset }) => !text.startsWith('/') || prose.slice(0, offset).trim() !== ''
	);

/** What an issue or a file of rules asks for besides names: its rules, figures and quotations. */
function askedBy(plan: string): Mention[] {
	const prose = proseOf(plan);
	return [...findFigures(prose), ...findQuotes(prose), ...findRules(prose)];
}

const exact: ReadonlySet<AnchorKind> = new Set([
	'url',
	'path',
	'file',
	'hash',
	'uuid',
	'id',
	'code'
]);

/**
 * The form under which two spellings are one thing: case, spaces, quotation marks, and the separators
 * of a number do not count; in links, paths and code only the case of hashes does not.
 */
function normalise(kind: AnchorKind, text: string): string {
	if (kind === 'url' || kind === 'path') return text.endsWith('/') ? text.slice(0, -1) : text;
	if (kind === 'hash' || kind === 'uuid') return text.toLowerCase();
	if (exact.has(kind)) return text;
	const flat = text.toLowerCase().replace(/\s+/gu, ' ').trim();
	if (kind === 'quantity' || kind === 'money' || kind === 'date')
		return flat.replace(/[\s\u00a0\u202f,.']/gu, '');
	return flat.replace(/["'“”‘’«»]/gu, '');
}

const nobody: Readonly<Record<Speaker, number>> = { user: 0, assistant: 0, tool: 0 };

/** Passages after which a mention is worth half. */
const halfLife = 30;

/** What the assistant works with comes up again; what a tool prints is mostly read once. */
const warmth: Readonly<Record<Speaker, number>> = { user: 1, assistant: 2, tool: 0.5 };

/** What is left of a mention's heat after so many passages. */
export const coolingOf = (passages: number): number => 2 ** (-passages / halfLife);

/** Every anchor of the passages once, with how often, where last and by whom; in order of first mention. */
export function extractAnchors(
	passages: readonly Passage[],
	look: Look = { closely: false }
): Anchor[] {
	const found = new Map<string, Anchor & { readonly places: number[] }>();
	passages.forEach((passage, last) => {
		const planned = isPlan(passage) ? last : null;
		for (const mention of mentionsIn(passage, planned !== null, look)) {
			const normal = normalise(mention.kind, mention.text);
			if (normal === '') continue;
			const id = (exact.has(mention.kind) ? '' : mention.kind) + '\n' + normal;
			const known = found.get(id);
			const by = known?.by ?? nobody;
			const places = known?.places ?? [];
			if (places.at(-1) !== last) places.push(last);
			const cooled = known ? known.heat * coolingOf(last - known.last) : 0;
			found.set(id, {
				kind: known?.kind ?? mention.kind,
				text: known?.text ?? mention.text,
				normal,
				count: (known?.count ?? 0) + 1,
				isFaint: (known?.isFaint ?? true) && mention.isFaint === true,
				by: { ...by, [passage.by]: by[passage.by] + 1 },
				heat: cooled + warmth[passage.by],
				planned: planned ?? known?.planned ?? null,
				key: passage.key,
				last,
				places,
				offset: mention.offset
			});
		}
	});
	return [...found.values()];
}
