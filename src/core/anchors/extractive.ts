/** Builds a summary from real text alone, for when no model answers: never empty, never invented. */
import { estimateTokens } from '#core/tokens/estimate.ts';
import type { Family } from '#core/tokens/weights.ts';
import { findSentences } from '#core/anchors/bonds/bonds.ts';
import { headingsFor, type SummaryHeadings } from '#core/anchors/headings.ts';
import type { Passage } from '#core/anchors/passage.ts';
import { proseOf } from '#core/anchors/text/prose.ts';
import { rankAnchors } from '#core/anchors/rank.ts';
import { sentencesOf } from '#core/anchors/text/sentences.ts';
import { trimMiddle } from '#core/anchors/extractive/trim.ts';

export interface ExtractOptions {
	/** Tokens the summary may have; it is also always shorter than its source. */
	readonly budgetTokens: number;
	readonly family: Family;
	/** ISO 639-1 of the headings; English where it is not known. */
	readonly language?: string;
	/** The summary of the round before: carried on, cut to a quarter of the budget. */
	readonly previous?: string;
	/** Pictures in the covered turns: they cannot be quoted, so they are counted. */
	readonly images?: number;
	/** A list of anchors stands beside the summary: names and figures need not be listed in it as well. */
	readonly besideAnchors?: boolean;
}

/** Below this many tokens headings would cost more than they tell. */
const roomForHeadings = 150;

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
	const source = passages.map(({ text }) => text).join('\n');
	const previous = options.previous?.trim() ?? '';
	if (source.trim() === '' && previous === '') return '';
	const weight = estimateTokens(source, family) + estimateTokens(previous, family);
	const budget = Math.max(1, Math.min(budgetTokens, Math.floor(weight * 0.8)));
	const headings = headingsFor(options.language ?? 'en');
	if (budget < roomForHeadings) {
		const whole = [previous, turnsWithin(turns, headings, Infinity, family)]
			.filter((part) => part !== '')
			.join('\n');
		return whole !== '' && estimateTokens(whole, family) <= budget
			? whole
			: shortForm(passages, previous, budget, family);
	}

	const parts: string[] = [];
	const room = (): number => budget - estimateTokens(parts.join('\n\n'), family) - 6;
	const section = (heading: string, body: string): void => {
		if (body !== '') parts.push(`## ${heading}\n${body}`);
	};
	const fit = (text: string, tokens: number): string =>
		trimMiddle(text, Math.min(tokens, room() - 10), family);

	section(headings.before, fit(previous, Math.floor(budget / 4)));
	section(headings.rules, fit(listOf(bindingIn(passages)), Math.floor(budget / 8)));
	section(headings.open, fit(listOf(openIn(passages)), Math.floor(budget / 12)));
	const images = options.images ?? 0;
	if (images > 0) section(headings.images, String(images));
	const anchors = options.besideAnchors
		? ''
		: rankAnchors(passages, { budget: Math.floor(budget / 4), family }).text;
	const forTurns = room() - estimateTokens(anchors, family) - 24;
	section(headings.turns, turnsWithin(turns, headings, forTurns, family));
	section(headings.names, fit(anchors, room() - 12));
	const summary = parts.join('\n\n');
	if (estimateTokens(summary, family) <= budget && summary !== '') return summary;
	return trimMiddle(summary, budget, family) || shortForm(passages, previous, budget, family);
}

/** The newest request alone, or whatever text there is, cut to size. */
function shortForm(
	passages: readonly Passage[],
	previous: string,
	budget: number,
	family: Family
): string {
	const asked = passages.filter(({ by }) => by === 'user').map(({ text }) => text.trim());
	const text = [previous, ...(asked.length > 0 ? asked : passages.map((passage) => passage.text))]
		.filter((part) => part !== '')
		.join('\n')
		.trim();
	return trimMiddle(text, budget, family) || (text.match(/^\P{C}/u)?.[0] ?? text.slice(0, 1));
}

const listOf = (sentences: readonly string[]): string =>
	sentences.map((sentence) => `- ${sentence}`).join('\n');

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

function bindingIn(passages: readonly Passage[]): string[] {
	return unique(
		passages
			.filter(({ by }) => by === 'user')
			.flatMap(({ text, by }) => findSentences(proseOf(text), by))
			.filter(({ kind }) => kind !== 'question')
			.map(({ text }) => text)
	);
}

/** Questions of the last answer, and of the user after it. */
function openIn(passages: readonly Passage[]): string[] {
	const last = passages.findLastIndex(({ by }) => by === 'assistant');
	return unique(
		passages
			.slice(Math.max(0, last))
			.filter(({ by }) => by !== 'tool')
			.flatMap(({ text, by }) => findSentences(proseOf(text), by))
			.filter(({ kind }) => kind === 'question')
			.map(({ text }) => text)
	);
}

/** Every turn as its request and its conclusion; all get the same room, and what one leaves the others use. */
function turnsWithin(
	turns: readonly (readonly Passage[])[],
	headings: SummaryHeadings,
	budget: number,
	family: Family
): string {
	const entries = turns
		.map((turn) => [
			{ label: headings.asked, text: requestOf(turn) },
			{ label: headings.answered, text: conclusionOf(turn) }
		])
		.map((pair) => pair.filter(({ text }) => text !== ''))
		.filter((pair) => pair.length > 0);
	const perLine = 9;
	const least = 14;
	const sizeOf = (pair: (typeof entries)[number]): number =>
		pair.reduce(
			(sum, { text }) => sum + perLine + Math.min(least, estimateTokens(text, family)),
			0
		);
	const lines = entriesWithin(entries, sizeOf, budget).flat();
	const needs = lines.map(({ text }) => estimateTokens(text, family));
	const share = levelOf(needs, budget - lines.length * perLine);
	return lines
		.map(({ label, text }, at) => {
			const cut = (needs[at] ?? 0) <= share ? text : trimMiddle(text, share, family);
			return `- ${label}: ${cut.replaceAll('\n', '\n  ')}`;
		})
		.join('\n');
}

/** Too many turns for the budget: the newest say most, and the first says what it is all about. */
function entriesWithin<Entry>(
	entries: readonly Entry[],
	sizeOf: (entry: Entry) => number,
	budget: number
): readonly Entry[] {
	const [first] = entries;
	if (first === undefined) return [];
	let left = budget - sizeOf(first);
	let from = entries.length;
	for (; from > 1; from--) {
		const entry = entries[from - 1];
		const size = entry === undefined ? 0 : sizeOf(entry);
		if (size > left) break;
		left -= size;
	}
	// Where one alone fits, it is the newest.
	return from === entries.length ? entries.slice(-1) : [first, ...entries.slice(from)];
}

/** The level up to which every need can be met so that all of them fit. */
function levelOf(needs: readonly number[], budget: number): number {
	let low = 1;
	let high = Math.max(1, ...needs);
	while (low < high) {
		const level = Math.ceil((low + high) / 2);
		const sum = needs.reduce((all, need) => all + Math.min(need, level), 0);
		if (sum <= budget) low = level;
		else high = level - 1;
	}
	return low;
}

const requestOf = (turn: readonly Passage[]): string =>
	turn
		.filter(({ by }) => by === 'user')
		.map(({ text }) => text.trim())
		.filter((text) => text !== '')
		.join('\n');

/** Characters at the end of an answer that hold its conclusion. */
const conclusionLength = 1200;

/** The end of the last answer: people and models say at the end what came of it. */
function conclusionOf(turn: readonly Passage[]): string {
	const last = turn.findLast(({ by, text }) => by === 'assistant' && text.trim() !== '');
	if (last === undefined) return '';
	const prose = sentencesOf(proseOf(last.text));
	const sentences = prose.length > 0 ? prose : sentencesOf(last.text);
	const kept: string[] = [];
	let length = 0;
	for (const { text } of sentences.reverse()) {
		length += text.length;
		if (kept.length > 0 && length > conclusionLength) break;
		kept.push(text);
	}
	return kept.reverse().join(' ');
}
