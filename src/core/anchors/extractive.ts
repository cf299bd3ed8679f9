/** Builds a summary from real text alone, for when no model answers: never empty, never invented. */
import { bindingIn, openIn } from '#core/anchors/extractive/bindings.ts';
import { trimMiddle } from '#core/anchors/extractive/trim.ts';
import { turnsWithin } from '#core/anchors/extractive/turns.ts';
import { headingsFor, type SummaryHeadings } from '#core/anchors/headings.ts';
import type { Passage } from '#core/anchors/passage.ts';
import { rankAnchors } from '#core/anchors/rank.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import type { Family } from '#core/tokens/weights.ts';

interface ExtractOptions {
	/** Tokens the summary may have; it is also always shorter than its source. */
	readonly budgetTokens: number;
	readonly family: Family;
	/** ISO 639-1 of the headings; English where it is not known. */
	readonly language?: string;
	/** The summary of what came before: carried on, cut to a quarter of the budget, or its share of it where that is more. */
	readonly previous?: string;
	/** 0–1: how much of all there is to tell it tells; it leaves a quarter for the turns all the same. */
	readonly previousShare?: number;
	/** Pictures in the covered turns: they cannot be quoted, so they are counted. */
	readonly images?: number;
	/** A list of anchors stands beside the summary: names and figures need not be listed in it as well. */
	readonly besideAnchors?: boolean;
}

/** Below this many tokens headings would cost more than they tell. */
const roomForHeadings = 150;

/** What a summary is built from. */
interface Source {
	readonly turns: readonly (readonly Passage[])[];
	/** Of all turns, those that say something. */
	readonly passages: readonly Passage[];
	/** The summary of the round before, or nothing. */
	readonly previous: string;
	readonly headings: SummaryHeadings;
}

/**
 * A summary of turns (each the passages of one turn) without any model: every request verbatim but
 * trimmed, the end of the last answer to it, what binds, what is open, and the names and figures,
 * within the budget (context.md 5, extractive fallback). Empty only when the turns hold no text.
 */
export function extractSummary(
	turns: readonly (readonly Passage[])[],
	options: ExtractOptions
): string {
	const { family, budgetTokens } = options;
	const passages = turns.flat().filter(({ text }) => text.trim() !== '');
	const text = passages.map((passage) => passage.text).join('\n');
	const headings = headingsFor(options.language ?? 'en');
	const previous = withoutHeading(options.previous?.trim() ?? '', headings.before);
	if (text.trim() === '' && previous === '') return '';
	const weight = estimateTokens(text, family) + estimateTokens(previous, family);
	const budget = Math.max(1, Math.min(budgetTokens, Math.floor(weight * 0.8)));
	const source = { turns, passages, previous, headings };
	if (budget < roomForHeadings) return withoutHeadings(source, budget, family);
	const summary = underHeadings(source, budget, options);
	if (estimateTokens(summary, family) <= budget && summary !== '') return summary;
	return trimMiddle(summary, budget, family) || shortForm(source, budget, family);
}

function underHeadings(
	{ turns, passages, previous, headings }: Source,
	budget: number,
	{ family, images = 0, besideAnchors = false, previousShare = 0 }: ExtractOptions
): string {
	const parts: string[] = [];
	const room = (): number => budget - estimateTokens(parts.join('\n\n'), family) - 6;
	const section = (heading: string, body: string): void => {
		if (body !== '') parts.push(`## ${heading}\n${body}`);
	};
	const fit = (text: string, tokens: number): string =>
		trimMiddle(text, Math.min(tokens, room() - 10), family);

	const share = Math.min(3 / 4, Math.max(1 / 4, previousShare));
	section(headings.before, fit(previous, Math.floor(budget * share)));
	section(headings.rules, fit(listOf(bindingIn(passages)), Math.floor(budget / 8)));
	section(headings.open, fit(listOf(openIn(passages)), Math.floor(budget / 12)));
	if (images > 0) section(headings.images, String(images));
	const anchors = besideAnchors
		? ''
		: rankAnchors(passages, { budget: Math.floor(budget / 4), family }).text;
	const forTurns = room() - estimateTokens(anchors, family) - 24;
	section(headings.turns, turnsWithin(turns, headings, forTurns, family));
	section(headings.names, fit(anchors, room() - 12));
	return parts.join('\n\n');
}

/** An extract that carries one on itself: its heading is written anew. */
const withoutHeading = (previous: string, heading: string): string =>
	previous.replace(new RegExp(`^(?:## ${heading}\\n+)+`), '');

/** All turns, if they fit as they are. */
function withoutHeadings(source: Source, budget: number, family: Family): string {
	const { turns, previous, headings } = source;
	const whole = [previous, turnsWithin(turns, headings, Infinity, family)]
		.filter((part) => part !== '')
		.join('\n');
	return whole !== '' && estimateTokens(whole, family) <= budget
		? whole
		: shortForm(source, budget, family);
}

/** The newest request alone, or whatever text there is, cut to size. */
function shortForm({ passages, previous }: Source, budget: number, family: Family): string {
	const asked = passages.filter(({ by }) => by === 'user').map(({ text }) => text.trim());
	const text = [previous, ...(asked.length > 0 ? asked : passages.map((passage) => passage.text))]
		.filter((part) => part !== '')
		.join('\n')
		.trim();
	return trimMiddle(text, budget, family) || (text.match(/^\P{C}/u)?.[0] ?? text.slice(0, 1));
}

const listOf = (sentences: readonly string[]): string =>
	sentences.map((sentence) => `- ${sentence}`).join('\n');
