import { cleanText } from '#core/text/clean-text.ts';
import { cutMark, startOfText } from '#core/text/excerpt.ts';
import type { Finding, FindingKind, Unusable } from '#core/opinion/opinion.ts';

/** The findings in a model’s answer. Models deviate from a form, and what can be understood all the same counts. */

type ReadOpinion =
	| {
			readonly status: 'read';
			readonly findings: readonly Finding[];
			/** It was cut off at its length; the whole lines before that hold. */
			readonly cutOff: boolean;
	  }
	| { readonly status: 'unusable'; readonly why: Unusable };

/** More than a person would go through. */
const most = 40;
/** Of one finding, characters. */
const longest = 600;

const thinking = /<(think|thinking|analysis)>[\s\S]*?(?:<\/\1>|$)/gi;
const opening = /<opinion>/giu;
const closing = /<\/opinion>/iu;
const nothing = /^[\s\p{P}]*(?:none|nothing)\b/iu;

/** `missing 12: words`, also as an item of a list, in bold, with `turn` before the number, or with a dash. */
const line =
	/^(?:[-*•+]\s+|\d{1,2}[.)]\s+)?[*_`"]*(missing|wrong)\b([^:：]{0,40}?)(?:[:：]|\s[—–-]\s)\s*(.+)$/iu;
/** Marks of a heading in bold that end behind the colon. */
const leftOver = /^[*_`]+\s+/u;
/** The same, where the whole line is in bold. */
const leftBehind = /^([^*]*)\*\*$/u;

/** Reasons to stop at which an answer is whole; one that nobody knows is none of them. */
const atItsEnd: readonly (string | null)[] = ['end_turn', 'stop_sequence'];

/** `turnIds`: the turns that were shown, by their number as people count them. */
export function readOpinion(
	said: string,
	{
		stopReason,
		turnIds
	}: { readonly stopReason: string | null; readonly turnIds: ReadonlyMap<number, string> }
): ReadOpinion {
	if (stopReason === 'refusal') return { status: 'unusable', why: 'refused' };
	const answer = said.replace(thinking, '').trim();
	const { text, isClosed } = blockOf(answer);
	const cutOff = !isClosed && !atItsEnd.includes(stopReason);
	if (answer === '') return { status: 'unusable', why: cutOff ? 'cut-off' : 'empty' };
	const findings = findingsIn(cutOff ? withoutLast(text) : text, turnIds);
	if (findings.length > 0) return { status: 'read', findings, cutOff };
	if (cutOff) return { status: 'unusable', why: 'cut-off' };
	return saysNothing(text)
		? { status: 'read', findings, cutOff: false }
		: { status: 'unusable', why: 'unreadable' };
}

/** The last block, for who talks about the form first opens one too early; without a block, all there is. */
function blockOf(answer: string): {
	readonly text: string;
	readonly isClosed: boolean;
} {
	const start = [...answer.matchAll(opening)].at(-1);
	if (!start) return { text: answer, isClosed: false };
	const rest = answer.slice(start.index + start[0].length);
	const end = closing.exec(rest);
	return { text: end ? rest.slice(0, end.index) : rest, isClosed: end !== null };
}

const rowsOf = (text: string): readonly string[] =>
	text.split(/\r?\n/u).flatMap((row) => (row.trim() === '' ? [] : [row.trim()]));

/** Also `missing: none`; an empty block is one that lists nothing. */
const saysNothing = (text: string): boolean =>
	rowsOf(text).every((row) => nothing.test(line.exec(row)?.[3] ?? row));

/** A line that broke off says half of something. */
const withoutLast = (text: string): string => text.slice(0, Math.max(0, text.lastIndexOf('\n')));

function findingsIn(text: string, turnIds: ReadonlyMap<number, string>): readonly Finding[] {
	const found = new Map<string, Finding>();
	for (const row of rowsOf(text)) {
		const read = line.exec(row);
		if (!read) continue;
		const [, kind = '', head = '', words = ''] = read;
		const sentence = sentenceOf(words);
		if (sentence === '' || isNothing(sentence) || found.has(sentence)) continue;
		if (found.size === most) break;
		const named = (head.match(/\d+/gu) ?? []).map((digits) => turnIds.get(Number(digits)));
		found.set(sentence, {
			kind: kind.toLowerCase() as FindingKind,
			text: sentence,
			turnId: named.find((turnId) => turnId !== undefined) ?? null
		});
	}
	return [...found.values()];
}

/** A sentence may well begin with these words; one that ends with them says nothing. */
const isNothing = (sentence: string): boolean => sentence.length < 20 && nothing.test(sentence);

/** One line without signs that nobody sees; it may be put into the summary as it is. */
function sentenceOf(words: string): string {
	const bare = words.replace(leftOver, '').replace(leftBehind, '$1');
	const clean = cleanText(bare).text.replace(/\s+/gu, ' ').trim();
	return clean.length <= longest ? clean : `${startOfText(clean, longest).trimEnd()} ${cutMark}`;
}
