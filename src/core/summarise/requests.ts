import { textOf } from '#core/log/blocks.ts';
import { headOf } from '#core/excerpt.ts';
import { turnNumber } from '#core/summarise/transcript.ts';
import type { Exchange } from '#core/log/turn.ts';

/** Each request in a summary says how it stands (INV-30): where the summariser forgot it, code says it. */

type RequestStatus = 'done' | 'open' | 'superseded' | 'abandoned';

const status = /\b(?:done|open|superseded|abandoned)\b/i;
/**
 * A heading: a line with heading marks, or one that is bold as a whole. Elsewhere "request" is just a word (a pull
 * request).
 */
const heading =
	/^[ \t]*(?:#{1,6}[ \t][^\n]*\brequests?\b[^\n]*|\*\*[^*\n]*\brequests?\b[^*\n]*\*\*:?[ \t]*)$/im;

/** What is known without a model: a turn that was answered is done, another one is open. */
const statusOf = ({ steps }: Exchange): RequestStatus =>
	steps.at(-1)?.state === 'complete' && steps.at(-1)?.results === null ? 'done' : 'open';

/** Characters of a request as the list of them shows it. */
const longestLine = 160;

const firstLine = (text: string): string => headOf(text.replace(/\s+/g, ' ').trim(), longestLine);

const item = /^\s*(?:[-*•]|\d+[.)])\s+\S/;
/** An item that only says that there is none. */
const nothing = /^\s*\S+\s+(?:none|nothing|no (?:open |other )?requests?|n\/a|-+|–|—)[\s.!]*$/i;

/**
 * The summary with a status on every request. A section about requests is completed line by line (`open` where
 * nothing is said); where there is none, one is made from the user's own words, the newest `most` of them.
 */
export function withStatuses(summary: string, exchanges: readonly Exchange[], most = 12): string {
	const found = heading.exec(summary);
	if (!found) {
		const lines = exchanges
			.filter(({ turn }) => textOf(turn.asked).trim() !== '')
			.slice(-most)
			.map(
				(exchange) =>
					`- [${statusOf(exchange)}] turn ${turnNumber(exchange.turn.seq)}: ${firstLine(textOf(exchange.turn.asked))}`
			);
		return lines.length === 0 ? summary : `${summary}\n\n## Requests\n${lines.join('\n')}`;
	}
	const start = found.index + found[0].length;
	const rest = summary.slice(start);
	const next = /\n\s*(?:#{1,6}\s|\*\*[^\n]+\*\*:?\s*\n)/.exec(rest);
	const end = next ? start + next.index : summary.length;
	const section = summary
		.slice(start, end)
		.split('\n')
		.map((line) =>
			item.test(line) && !nothing.test(line) && !status.test(line) ? `${line} (open)` : line
		)
		.join('\n');
	return summary.slice(0, start) + section + summary.slice(end);
}
