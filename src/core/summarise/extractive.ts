import { extractSummary } from '#core/anchors/extractive.ts';
import { headingsFor, type SummaryHeadings } from '#core/anchors/headings.ts';
import type { Passage } from '#core/anchors/passage.ts';
import type { Family } from '#core/tokens/weights.ts';

/** The summary that code makes when no model does: real text only, each request with its status. */

export const extractiveId = 'extractive-1';

/** Share of the budget for the text itself; the status marks of the requests are added afterwards. */
const withoutMarks = 0.95;
/** With fewer tokens not even a request is told. */
const leastText = 20;

/** Passages of one turn have one key and stand together. */
function byTurn(passages: readonly Passage[]): readonly (readonly Passage[])[] {
	const turns: Passage[][] = [];
	for (const passage of passages) {
		const turn = turns.at(-1);
		if (turn?.[0]?.key === passage.key) turn.push(passage);
		else turns.push([passage]);
	}
	return turns;
}

/** At most `budget` tokens; `soFar` is the summary of everything before, which takes its share of them. Empty only when there is no text at all. */
export function makeExtractive(
	passages: readonly Passage[],
	told: {
		readonly budget: number;
		readonly family: Family;
		readonly language: string | null;
		readonly soFar: { readonly text: string; readonly share: number } | null;
		readonly images: number;
		readonly besideAnchors: boolean;
	}
): string {
	const text = extractSummary(byTurn(passages), {
		budgetTokens: Math.max(leastText, Math.floor(told.budget * withoutMarks)),
		family: told.family,
		...(told.language === null ? {} : { language: told.language }),
		...(told.soFar === null ? {} : { previous: told.soFar.text, previousShare: told.soFar.share }),
		images: told.images,
		besideAnchors: told.besideAnchors
	});
	return markRequests(text, headingsFor(told.language ?? 'en'));
}

/** A request with an answer behind it is done, another is open (INV-30). */
function markRequests(text: string, { asked, answered, done, pending }: SummaryHeadings): string {
	const lines = text.split('\n');
	return lines
		.map((line, at) => {
			if (!line.startsWith(`- ${asked}: `)) return line;
			const next = lines.slice(at + 1).find((other) => other.startsWith('- '));
			const status = next?.startsWith(`- ${answered}: `) ? done : pending;
			return `- ${asked} [${status}]: ${line.slice(asked.length + 4)}`;
		})
		.join('\n');
}
