import { textOf } from '#core/log/blocks.ts';
import { startOfText } from '#core/text/excerpt.ts';
import { isAnswered, turnNumber, type Exchange } from '#core/log/turn.ts';

/** Each request in a summary says how it stands (INV-30): where the summariser forgot it, code says it. */

type RequestStatus = 'done' | 'open' | 'superseded' | 'abandoned';

/**
 * A status in its form: a word in brackets or with a colon at the head, one in brackets or behind a dash at the end.
 * Elsewhere such a word is one of the request ("open an account"). At the head any word in brackets is taken for a
 * status: a summary may be in another language.
 */
const status =
	/^\s*\S+\s+(?:[*_]*\[(?=[^\]]*\p{L})[^\]\d]*\](?!\()|[*_]*(?:done|open|superseded|abandoned)[*_]*:)|(?:\((?:done|open|superseded|abandoned)\)|[–—-]\s*(?:done|open|superseded|abandoned))[\s.*_]*$/iu;
/**
 * A heading: a line with heading marks, or one that is bold as a whole. Elsewhere "request" is just a word (a pull
 * request).
 */
const heading =
	/^[ \t]*(?:#{1,6}[ \t][^\n]*\brequests?\b[^\n]*|\*\*[^*\n]*\brequests?\b[^*\n]*\*\*:?[ \t]*)$/im;

/** What is known without a model: a turn that was answered is done, another one is open. */
const statusOf = (exchange: Exchange): RequestStatus => (isAnswered(exchange) ? 'done' : 'open');

/** Characters of a request as the list of them shows it. */
const longestLine = 160;

const firstLine = (text: string): string =>
	startOfText(text.replace(/\s+/g, ' ').trim(), longestLine);

const item = /^\s*(?:[-*•]|\d+[.)])\s+\S/;
/** An item that only says that there is none. */
const nothing = /^\s*\S+\s+(?:none|nothing|no (?:open |other )?requests?|n\/a|-+|–|—)[\s.!]*$/i;

/** How much may be added. */
interface Room {
	/** Tokens of the whole; more is not accepted (INV-35). */
	readonly cap: number;
	readonly weigh: (text: string) => number;
}

const anyRoom: Room = { cap: Infinity, weigh: () => 0 };

/** So many requests are listed where the summariser has listed none. */
const most = 12;

/**
 * The summary with a status on every request, as far as it has room. A section about requests is completed line by
 * line (what is known of the turn it names, else `open`); where there is none, one is made from the user's own words,
 * of the newest of them.
 */
export function withStatuses(
	summary: string,
	exchanges: readonly Exchange[],
	room = anyRoom
): string {
	const found = heading.exec(summary);
	if (!found) return withRequests(summary, exchanges, room);
	const start = found.index + found[0].length;
	const rest = summary.slice(start);
	const next = /(?<!\n[^\S\n]*)\n\s*(?:#{1,6}\s|\*\*[^\n]+\*\*:?\s*\n)/.exec(rest);
	const end = next ? start + next.index : summary.length;
	const whole = (section: readonly string[]): string =>
		summary.slice(0, start) + section.join('\n') + summary.slice(end);
	const lines = summary.slice(start, end).split('\n');
	for (const [at, line] of lines.entries()) {
		if (!item.test(line) || nothing.test(line) || status.test(line)) continue;
		const completed = `${line} (${statusNamed(line, exchanges)})`;
		if (room.weigh(whole(lines.with(at, completed))) > room.cap) break;
		lines[at] = completed;
	}
	return whole(lines);
}

/** What is known of the turn that a line names. */
function statusNamed(line: string, exchanges: readonly Exchange[]): RequestStatus {
	const number = Number(/\bturn (\d+)\b/i.exec(line)?.[1]);
	const named = exchanges.find(({ turn }) => turnNumber(turn.seq) === number);
	return named ? statusOf(named) : 'open';
}

function withRequests(
	summary: string,
	exchanges: readonly Exchange[],
	{ cap, weigh }: Room
): string {
	let found = summary;
	const lines: string[] = [];
	const asked = exchanges.filter(({ turn }) => textOf(turn.asked).trim() !== '').slice(-most);
	for (const exchange of asked.reverse()) {
		const { turn } = exchange;
		lines.unshift(
			`- [${statusOf(exchange)}] turn ${turnNumber(turn.seq)}: ${firstLine(textOf(turn.asked))}`
		);
		const longer = `${summary}\n\n## Requests\n${lines.join('\n')}`;
		if (weigh(longer) > cap) break;
		found = longer;
	}
	return found;
}
