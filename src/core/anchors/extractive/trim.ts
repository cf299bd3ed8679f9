/** Cuts a text to a number of tokens, keeping its head and its tail. */
import { startOfText, endOfText, wordCut, wordStart } from '#core/text/excerpt.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import type { Family } from '#core/tokens/weights.ts';

const gap = ' … ';

/** So many tokens a line of its own costs that tells where others were left out. */
const perGap = 4;
/** With fewer tokens a line is left out rather than shortened. */
const worthShortening = 40;

/**
 * A text of at most so many tokens: whole if it fits, else three quarters head, one quarter tail. Lines are left out as
 * a whole, or shortened by themselves: the head of one and the tail of another would be a line that nobody wrote.
 */
export function trimMiddle(text: string, tokens: number, family: Family): string {
	if (tokens <= 0) return '';
	if (estimateTokens(text, family) <= tokens) return text;
	const lines = text.trim().split('\n');
	const cut = lines.length > 1 ? leaveLinesOut(lines, tokens, family) : '';
	return cut || trimLine(lines[0] ?? '', tokens, family);
}

/** Empty where no line fits. */
function leaveLinesOut(lines: readonly string[], tokens: number, family: Family): string {
	let room = tokens - perGap;
	const take = (at: number, spare: number): boolean => {
		const size = estimateTokens(`${lines[at] ?? ''}\n`, family);
		if (size > room - spare) return false;
		room -= size;
		return true;
	};
	let from = 0;
	let to = lines.length;
	const forTail = Math.floor(room / 4);
	while (from < to && take(from, forTail)) from++;
	// The first line says what it is about: it is shortened rather than left out.
	const forHead = from === 0 ? room - forTail : 0;
	while (to > from && take(to - 1, forHead)) to--;
	while (from < to && take(from, forHead)) from++;
	const shortened =
		from < to && (from === 0 || room >= worthShortening)
			? [trimLine(lines[from] ?? '', room - perGap, family)]
			: [];
	const kept = [...lines.slice(0, from), ...shortened];
	const mark = kept.length < to ? [isBullet.test(kept.at(-1) ?? '') ? '- …' : '…'] : [];
	const cut = [...kept, ...mark, ...lines.slice(to)].join('\n');
	return estimateTokens(cut, family) > tokens ? '' : cut;
}

const isBullet = /^[-*+] /;

/** One line: its head and its tail. */
function trimLine(text: string, tokens: number, family: Family): string {
	if (tokens <= 0) return '';
	if (estimateTokens(text, family) <= tokens) return text;
	let low = 0;
	let high = text.length;
	let best = 0;
	const fits = (cut: string): boolean => estimateTokens(cut, family) <= tokens;
	while (low <= high) {
		const middle = (low + high) >> 1;
		if (fits(cutTo(text, middle))) {
			best = middle;
			low = middle + 1;
		} else high = middle - 1;
	}
	const whole = cutTo(text, best, { byWords: true });
	return fits(whole) ? whole : cutTo(text, best);
}

/** Words are looked for once the length is found: it takes longer. */
function cutTo(text: string, length: number, { byWords } = { byWords: false }): string {
	if (length >= text.length) return text;
	if (length === 0) return '';
	const ahead = Math.ceil(length * 0.75);
	const behind = length - ahead;
	const head = startOfText(text, byWords ? wordCut(text, ahead) : ahead).trimEnd();
	if (behind < 8) return `${head}…`;
	const from = text.length - behind;
	const tail = endOfText(text, byWords ? text.length - wordStart(text, from) : behind);
	return head + gap + tail.trimStart();
}
