/** Writes turns as what was asked and what came of it, in as much room as there is. */
import { trimMiddle } from '#core/anchors/extractive/trim.ts';
import type { SummaryHeadings } from '#core/anchors/headings.ts';
import type { Passage } from '#core/anchors/passage.ts';
import { proseOf } from '#core/anchors/text/prose.ts';
import { sentencesOf } from '#core/anchors/text/sentences.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import type { Family } from '#core/tokens/weights.ts';

/** Tokens a line costs besides its text, and how many of its text make it worth having. */
const perLine = 9;
const least = 14;

/** Every turn as its request and its conclusion; all get the same room, and what one leaves the others use. */
export function turnsWithin(
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
	const last = turn.findLast(
		({ by, text, isCall }) => by === 'assistant' && !isCall && text.trim() !== ''
	);
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
