import { withoutSpans } from '#core/asking/pasted.ts';
import { textOf, type UserBlock } from '#core/log/blocks.ts';
import { jsonStretches, withoutJson } from '#core/provenance/embedded-json.ts';
import { myself } from '#core/lines/content-words.ts';
import type { Turn } from '#core/log/turn.ts';
import { withoutTables } from '#core/text/tables.ts';
import { wordSet } from '#core/text/word-set.ts';

/**
 * What stands in a message without being the words of who sent it: quotations, code, markup, texts of pictures,
 * links' titles, mail, logs, tables. People paste them from elsewhere, and whoever wrote them may want something
 * (threat 19).
 */

const fences = /(^|\n)[^\S\n]*(```|~~~)[\s\S]*?(?:\n[^\S\n]*\2[^\n]*|$)/g;
/** A quotation goes on to the next empty line, marked or not. */
const quotes = /(^|\n)[^\S\n]*>[^\n]*(?:\n[^\S\n]*\S[^\n]*)*/g;
/** Behind an empty line, as far in as Markdown has it. */
const indented = /(^|\n)[^\S\n]*\n(?:(?: {4}|\t)[^\n]*(?:\n|$))+/g;
/** A picture with its text, in any of the ways Markdown knows. */
const pictures = /!\[(?:(?!!\[)[^\]])*\](?:\([^)]*\)|\[[^\]]*\])?/g;
const references = /(^|\n)[^\S\n]*\[[^\]\n]+\]:[^\n]*/g;
const titles = /\]\((?:(?!\]\()[^)\s])*\s+["'(][^)]*\)/g;
/** Comments, closing tags and tags with attributes, also spelt out; `Array<string>` is none. */
const markup =
	/<!--[\s\S]*?(?:-->|$)|<\/[a-z][^<>]*>|<[a-z][\w-]*\s[^>]*>?|&lt;[\s\S]*?(?:&gt;|$)/gi;
/** Five words and more between quotation marks: a sentence of somebody else, not a title. */
const speech =
	/“[^”“]{24,}”|”[^”“]{24,}”|„[^“”„]{24,}[“”]|[«‹][^»›«‹]{24,}[»›]|»[^«»]{24,}«|‘[^’‘]{24,}’|‚[^‘‚]{24,}‘|"[^"\n]{24,}"|(?<![\p{L}\p{N}])'[^'\n]{24,}'(?!\p{L})/gu;
/** Where signs are words, a sentence is shorter; a stop in it makes it one whatever its length. */
const eastern = /([「『“"«])([^「『“"«」』”»]*)[」』”"»]/gu;
const isEastern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const tables = /(^|\n)[^\S\n]*\|[^\n]*/g;

/** Cells that only a sign separates; two such lines are rows of a table. */
const cells = /\S;\S|\t/;
/** Two lines that begin with the time are a log. */
const clock = /^\s*[[(]?\d{1,2}:\d\d(?::\d\d)?\b/;
/** From here on everything is somebody else's: a line in a frame ("----- Forwarded -----"). */
const frame =
	/^\s*(?:---+\s*[\p{L}\p{N}].*---|===+\s*[\p{L}\p{N}].*===|___+\s*[\p{L}\p{N}].*___|\*\*\*+\s*[\p{L}\p{N}].*\*\*\*|~~~+\s*[\p{L}\p{N}].*~~~)/u;
/** The head of a letter, and "on that day at that time somebody wrote:". */
const letter = /^[^:]{1,30}[:：].*@[\w-]+\.\w|(?:@[\w-]+\.\w|\d:\d\d).*[:：]\s*$/;
/** Lines longer than this are not taken for heads. */
const longestHead = 300;

const code = /`[^`\n]*`/g;

/** Two lines that a name begins: a conversation, a form, the head of a letter. */
const labelled = /^\s*\p{L}[^:：.?!]{0,30}[:：]\s+\S/u;

/** A line that announces what comes behind it. */
const announcement = /^(.*)[:：]\s*$/u;

const speakers = wordSet([
	'i i’m i’ve me my mine we our us io mio mia mi eu meu minha ben benim bana'
]);

/** "About me:" announces what its writer says; "Translate this:" what somebody else does. */
function isOwnList(head: string): boolean {
	const words = head
		.toLowerCase()
		.replace(/'/g, '’')
		.split(/[^\p{L}’]+/u);
	return words.some((word) => speakers.has(word) || myself.has(word)) || /[我私僕俺]/u.test(head);
}

/** Without code and JSON within a line: people who write to a program write those themselves. */
const withoutInline = (text: string): string =>
	withoutJson(text.replace(code, ' '), { inline: true });

/** A message without what is marked as somebody else's, and without code and JSON within a line. */
function withoutMarked(text: string): string {
	const lines = withoutTables(withoutInline(text.replace(fences, '\n')).split('\n'));
	const kept = untilLine(lines, (line, next) => {
		const head = line.slice(0, longestHead);
		if (frame.test(head)) return true;
		if (next === undefined) return false;
		return letter.test(head) || (clock.test(head) && clock.test(next));
	})
		.filter((line, at, kept) => !isRow(line, kept[at - 1]) && !isRow(line, kept[at + 1]))
		.join('\n')
		.replace(quotes, '\n')
		.replace(indented, '\n')
		.replace(tables, '\n')
		.replace(pictures, ' ')
		.replace(references, '\n');
	return withoutJson(withoutTitles(kept), { inline: false })
		.replace(markup, ' ')
		.replace(speech, ' ')
		.replace(eastern, (whole, _open, said: string) =>
			isEastern.test(said) && (said.length >= 10 || /[。！？]/u.test(said)) ? ' ' : whole
		);
}

/** Behind the last bracket that closes there is no title: else each that opens would be held against all of the rest. */
function withoutTitles(text: string): string {
	const end = text.lastIndexOf(')') + 1;
	return text.slice(0, end).replace(titles, '] ') + text.slice(end);
}

const isRow = (line: string, beside: string | undefined): boolean =>
	beside !== undefined && cells.test(line) && cells.test(beside);

function withoutAnnounced(text: string): string {
	const lines = text.split('\n');
	const said = untilLine(lines, (line, next) => {
		if (next === undefined) return false;
		return labelled.test(line) && labelled.test(next);
	});
	const announced = said.findIndex((line, at) => {
		const head = announcement.exec(line.slice(-longestHead))?.[1];
		return head !== undefined && at < said.length - 1 && !isOwnList(head);
	});
	return (announced < 0 ? said : said.slice(0, announced + 1)).join('\n');
}

/** Lines before the first that `ends` them. */
function untilLine(
	lines: readonly string[],
	ends: (line: string, next: string | undefined) => boolean
): readonly string[] {
	const at = lines.findIndex((line, index) => ends(line, lines[index + 1]));
	return at < 0 ? lines : lines.slice(0, at);
}

/** A message without what it quotes. */
export const ownPart = (text: string): string => withoutAnnounced(withoutMarked(text));

/**
 * Text that only looks quoted, without any mark that says so, and JSON within a line. It does not count as the
 * sender's words, but because many people write like that themselves, it does not make the rest of the message doubtful.
 */
export function handedOn(text: string): string {
	const marked = withoutMarked(text);
	const inline = jsonStretches(text).filter(({ isInline }) => isInline);
	return [
		marked.slice(withoutAnnounced(marked).length),
		...inline.map(({ start, end }) => text.slice(start, end))
	]
		.join('\n')
		.trim();
}

const evened = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The words of a turn that its sender wrote: without what was pasted or is quoted. */
export const ownPartOf = ({ asked, pasted }: Pick<Turn, 'asked' | 'pasted'>): string =>
	ownPart(withoutSpans(textOf(asked), pasted ?? []));

/** Whether a turn brings along what its sender has not written. */
export const bringsAlong = ({ asked, pasted }: Pick<Turn, 'asked' | 'pasted'>): boolean =>
	asked.some(holdsQuotes) || (pasted !== undefined && pasted.length > 0);

/** Whether a block of a message brings along what is marked as not its sender's. */
export function holdsQuotes(block: UserBlock): boolean {
	if (block.type === 'image' || block.type === 'document') return true;
	if (block.type !== 'text') return false;
	return evened(withoutMarked(block.text)) !== evened(withoutInline(block.text));
}
