import { cleanText } from '#core/text/clean-text.ts';
import { sharedEnd, sharedStart } from '#core/text/shared-ends.ts';

/** Editing memory files: Markdown in, Markdown out, and every byte that was not meant stays as it was. */

/** The line end a file uses most; `\n` for a file that has none. */
export function lineEndOf(text: string): '\n' | '\r\n' {
	const all = text.split('\n').length - 1;
	const windows = text.split('\r\n').length - 1;
	return windows * 2 > all ? '\r\n' : '\n';
}

/** One line of a file. Offsets are UTF-16 units; `end` is before the line end. */
interface Line {
	readonly text: string;
	readonly start: number;
	readonly end: number;
	/** Offset behind the line end. */
	readonly next: number;
}

/** A line that is a bullet. `text`: what stands behind its mark. */
export type Bullet = Line;

/** The text of a file without signs that nobody sees, and how many there were. A BOM at its beginning stays. */
export function cleanFile(text: string): { readonly text: string; readonly removed: number } {
	const begin = text.startsWith('\uFEFF') ? 1 : 0;
	const rest = cleanText(text.slice(begin));
	return { ...rest, text: text.slice(0, begin) + rest.text };
}

/** The text with the BOM that the file had: nobody sees it, so words put before it or in its place leave it where it was. */
export const keepBom = (before: string, text: string): string =>
	before.startsWith('\uFEFF') && !text.startsWith('\uFEFF') ? `\uFEFF${text}` : text;

/** The lines of a file without its BOM; a final line end makes no empty last line. */
export function linesOf(text: string): Line[] {
	const lines: Line[] = [];
	let start = text.startsWith('\uFEFF') ? 1 : 0;
	while (start < text.length) {
		const newline = text.indexOf('\n', start);
		const next = newline < 0 ? text.length : newline + 1;
		let end = newline < 0 ? text.length : newline;
		if (end > start && text[end - 1] === '\r') end--;
		lines.push({ text: text.slice(start, end), start, end, next });
		start = next;
	}
	return lines;
}

export const bulletMark = /^\s*[-*+]\s+/;
export const headingMark = /^#{1,6}\s/;
/** Marks that open and close in one line are code within it. */
const fenceMark = /^\s*(`{3,}(?!.*`)|~{3,})/;
/** `* * *` and its like: a line across the page, no bullet. */
export const breakMark = /^\s*([-*])[ \t]*(?:\1[ \t]*){2,}$/;

/** The lines of a file that stand in no block of code, and the mark of a block that nothing closes; empty: there is none. */
function readFences(text: string): { readonly prose: Line[]; readonly open: string } {
	/** The mark that opened the fence; only one of its kind that is as long and stands alone closes it. */
	let open = '';
	const prose = linesOf(text).filter((line) => {
		const sign = fenceMark.exec(line.text)?.[1];
		if (sign !== undefined && open === '') open = sign;
		else if (sign?.startsWith(open) && line.text.trim() === sign) open = '';
		return open === '' && sign === undefined;
	});
	return { prose, open };
}

/** The lines of a file that stand in no block of code. */
export const proseLines = (text: string): Line[] => readFences(text).prose;

/** The text with the block of code closed that reaches to its end: what is added behind it would else be code. */
export function closeFence(text: string): string {
	const { open } = readFences(text);
	return open === '' ? text : insert(text, text.length, [open], false);
}

/** The bullets of a file, code fences left out. */
export const bulletsOf = (text: string): Bullet[] =>
	proseLines(text).flatMap((line) => {
		const mark = breakMark.test(line.text) ? null : bulletMark.exec(line.text);
		return mark ? [{ ...line, text: line.text.slice(mark[0].length).trimEnd() }] : [];
	});

/** Where an insertion goes, and what must stand before it. */
function insert(text: string, at: number, lines: readonly string[], blankBefore: boolean): string {
	const end = lineEndOf(text);
	const before = text.slice(0, at);
	const after = text.slice(at);
	const open = before !== '' && before !== '\uFEFF' && !before.endsWith('\n') ? end : '';
	const blank = blankBefore && before.trim() !== '' && before.trim() !== '\uFEFF' ? end : '';
	return before + open + blank + lines.map((line) => line + end).join('') + after;
}

/** The last heading of these words, and the one behind it. */
function sectionOf(prose: readonly Line[], heading: string) {
	const own = prose.findLast((line) => line.text.trimEnd() === heading);
	const next = own && prose.find(({ start, text }) => start > own.start && headingMark.test(text));
	return { own, next };
}

/**
 * Put a bullet under a heading, at the end of its section; the heading is appended at the end of the file when it
 * is not there. Only inserts: removing what was inserted gives the old text back. A block of code at the end that
 * nothing closes is closed first.
 */
export function addUnder(
	text: string,
	{ heading, line }: { readonly heading: string; readonly line: string }
): string {
	const bullet = `- ${line}`;
	const { prose, open } = readFences(text);
	const { own, next } = sectionOf(prose, heading);
	const closed = closeFence(text);
	if (!own) return insert(closed, closed.length, [heading, bullet], true);
	if (!next && open !== '') return insert(closed, closed.length, [bullet], false);
	const section = linesOf(text).filter(
		({ start }) => start >= own.start && start < (next?.start ?? Infinity)
	);
	const last = section.findLast((row) => row.text.trim() !== '');
	return insert(text, last?.next ?? text.length, [bullet], false);
}

/** Put one bullet at the end of a file, directly behind a list that ends it. */
export function addBullet(before: string, line: string): string {
	const text = closeFence(before);
	const last = linesOf(text).findLast((row) => row.text.trim() !== '');
	const continuesList = last !== undefined && bulletMark.test(last.text);
	const at = continuesList ? last.next : text.length;
	return insert(text, at, [`- ${line}`], !continuesList);
}

const bulletsReading = (text: string, find: string): readonly Bullet[] =>
	bulletsOf(text).filter((row) => row.text === find.trim());

/** How many bullets that read `line` stand before the first that reads `find`; null: there is none. */
export function countBefore(text: string, line: string, find: string): number | null {
	const [own] = bulletsReading(text, find);
	return own ? bulletsReading(text, line).filter(({ start }) => start < own.start).length : null;
}

/** Replace the text of the first bullet that reads `find`, with `skip` of so many later; null when there is none. */
export function replaceBullet(
	text: string,
	find: string,
	replacement: string,
	skip = 0
): string | null {
	const all = bulletsReading(text, find);
	const bullet = all[skip] ?? all[0];
	if (!bullet) return null;
	const line = text.slice(bullet.start, bullet.end);
	const mark = bulletMark.exec(line)?.[0] ?? '';
	const trail = line.slice(mark.length + bullet.text.length);
	return text.slice(0, bullet.start) + mark + replacement + trail + text.slice(bullet.end);
}

/**
 * Take the bullet that reads `find` out with its line end, or return null when there is none. Of several, the last that
 * `addUnder` may have put under the heading; with none there, the first.
 */
export function removeBullet(text: string, find: string, heading: string): string | null {
	const all = bulletsReading(text, find);
	const { own, next } = sectionOf(proseLines(text), heading);
	const bullet =
		all.findLast(({ start }) => own && start > own.start && start < (next?.start ?? Infinity)) ??
		all[0];
	return bullet ? text.slice(0, bullet.start) + text.slice(bullet.next) : null;
}

/** Of bullets and numbered items. */
export const listMark = /^\s*(?:[-*+]|\d+[.)])\s+/;

/**
 * What the lines of a file say, bullets or not, without the marks of lists; headings say nothing. A number in front may
 * be a mark or the day of a date: such a line is told in both ways.
 */
export const saidLines = (text: string): readonly string[] => linesOf(text).flatMap(saidIn);

function saidIn({ text }: Line): readonly string[] {
	if (/^\s*#{1,6}(?:\s|$)/.test(text)) return [];
	const whole = text.trim();
	const bare = text.replace(listMark, '').trim();
	return [...new Set(/^\d/.test(whole) ? [bare, whole] : [bare])].filter((line) => line !== '');
}

/** The lines that say what is meant, with their numbers from 0. */
export const linesSaying = (
	text: string,
	isMeant: (line: string) => boolean
): readonly { readonly number: number; readonly text: string }[] =>
	linesOf(text).flatMap((line, number) => {
		const said = saidIn(line).find(isMeant);
		return said === undefined ? [] : [{ number, text: said }];
	});

/** The text without each line that is meant, bullet or not; the very same text where there is none. */
export const withoutLines = (text: string, isMeant: (line: string) => boolean): string =>
	cutLines(text, (line) => saidIn(line).some(isMeant));

/** Take lines out; a heading of ours that holds nothing any more by that goes too. */
export function cutLines(text: string, isGone: (line: Line) => boolean): string {
	let left = '';
	let at = 0;
	let above = '';
	const headings = new Set<string>();
	for (const line of linesOf(text)) {
		if (headingMark.test(line.text)) above = line.text.trimEnd();
		if (!isGone(line)) continue;
		left += text.slice(at, line.start);
		at = line.next;
		if (ourHeading.test(above)) headings.add(above);
	}
	return at === 0 ? text : [...headings].reduce(removeEmptySection, left + text.slice(at));
}

/**
 * Take a heading out whose section holds nothing any more, with the blank line before it. Returns the text as it is
 * when the heading is not there or still has something to say.
 */
export function removeEmptySection(text: string, heading: string): string {
	const lines = linesOf(text);
	const at = lines.findLastIndex((line) => line.text.trimEnd() === heading);
	const own = lines[at];
	if (!own) return text;
	let next = at + 1;
	while (lines[next]?.text.trim() === '') next++;
	const following = lines[next];
	if (following && !headingMark.test(following.text)) return text;
	const above = lines[at - 1];
	const blank =
		above?.text.trim() === '' && text.slice(0, above.start).trim().replace('\uFEFF', '') !== ''
			? above
			: undefined;
	return text.slice(0, blank?.start ?? own.start) + text.slice(own.next);
}

/**
 * Take over one edit made in a text area, which shows every line end as `\n`: what was not touched keeps its bytes,
 * new lines end as the file's lines do. `shown` is what the text area holds after the edit.
 */
export function takeEdit(text: string, shown: string): string {
	// Offset in the text of each character as shown; one more for the end.
	const offsets: number[] = [];
	let plain = '';
	for (let at = 0; at < text.length; at++) {
		offsets.push(at);
		const isReturn = text[at] === '\r';
		plain += isReturn ? '\n' : text.charAt(at);
		if (isReturn && text[at + 1] === '\n') at++;
	}
	offsets.push(text.length);
	const wanted = shown.replace(/\r\n?/g, '\n');
	const head = sharedStart(plain, wanted);
	const tail = sharedEnd(plain, wanted, head);
	const middle = wanted.slice(head, wanted.length - tail).replaceAll('\n', lineEndOf(text));
	return text.slice(0, offsets[head]) + middle + text.slice(offsets[plain.length - tail]);
}

/**
 * Headings of a daily note (fixed words: tests from outside rely on them). `time` is local, `HH:MM`; in a file that
 * is no day's note its day stands before it.
 */
export const extractionHeading = {
	compaction: (time: string) => `### Extracted from context compaction (${time})`,
	reset: (time: string) => `### Extracted from session reset (${time})`,
	saved: (time: string) => `### Saved in conversation (${time})`,
	synthesis: (time: string) => `### Context synthesis (${time})`
} as const;

const ourHeading = /^### (?:Extracted from |Saved in conversation |Context synthesis )/;
