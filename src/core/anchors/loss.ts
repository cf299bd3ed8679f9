/** Names what a compaction would lose: found in the covered passages, absent from all that is kept. */
import { hasRoot } from '#core/anchors/code/paths.ts';
import { foldersIn, isAlternatives } from '#core/anchors/code/strokes.ts';
import { extractAnchors } from '#core/anchors/extract.ts';
import { lossCaps, type LossCaps } from '#core/anchors/loss-caps.ts';
import { importanceOf } from '#core/anchors/loss/importance.ts';
import { flatten, keeperOf } from '#core/anchors/loss/kept.ts';
import type { Anchor, AnchorKind, Passage, Speaker } from '#core/anchors/passage.ts';

/** One lost thing with where to read it. */
interface Loss {
	readonly kind: AnchorKind;
	readonly text: string;
	/** Of the newest passage that holds it. */
	readonly key: string;
	/** Who said it, the most trusted voice first. */
	readonly by: Speaker;
	/** Higher is worse; comparable only within one report. */
	readonly importance: number;
}

/** Of what is reported so much at most may come from plans that only a tool printed. */
const shareOfTools = 0.25;

/**
 * What stands in the covered passages and in none of the kept texts (summary, pins, memory,
 * anchors), worst first and what only tools printed last, at most `items` in all and `perKind` of a kind. Case,
 * quotation marks, folders before a path and the writing of numbers make no difference (context.md 5, loss report).
 */
export function reportLoss(
	covered: readonly Passage[],
	kept: readonly string[],
	limits: LossCaps = lossCaps
): Loss[] {
	const holds = keeperOf(kept);
	const lastAnswer = covered.findLastIndex(({ by }) => by === 'assistant');
	// An answer of this device loses its words here and keeps its place: the question before it is answered.
	const ownWords = covered.map((one) => (one.isQuoted ? { ...one, text: '' } : one));
	const anchors = extractAnchors(ownWords, { closely: true });
	const folders = foldersIn(anchors.filter(({ kind }) => kind === 'path').map(({ text }) => text));
	const lost = anchors
		.filter((anchor) => isWorthReporting(anchor, lastAnswer) && !isChoice(anchor, folders))
		.filter((anchor) => !holds(anchor))
		.map((anchor) => lossOf(anchor, covered.length))
		.sort(
			(left, right) =>
				Number(left.by === 'tool') - Number(right.by === 'tool') ||
				right.importance - left.importance
		);
	return chooseWithin(lost, limits);
}

const lossOf = (anchor: Anchor, length: number): Loss => ({
	kind: anchor.kind,
	text: anchor.text,
	key: anchor.key,
	by: anchor.by.user > 0 ? 'user' : anchor.by.assistant > 0 ? 'assistant' : 'tool',
	importance: importanceOf(anchor, length)
});

/** The worst that there is room for, each thing named once. */
function chooseWithin(lost: readonly Loss[], limits: LossCaps): Loss[] {
	const perKind = new Map<AnchorKind, number>();
	let fromTools = 0;
	const reported: Loss[] = [];
	const said: string[] = [];
	// One thing may be of several kinds; set in quotation marks is the one that says least.
	const named = new Set(
		lost.filter(({ kind }) => kind !== 'quote').map(({ text }) => flatten(text))
	);
	const seen = new Set<string>();
	for (const loss of lost) {
		const of = perKind.get(loss.kind) ?? 0;
		if (of >= limits.perKind) continue;
		if (reported.length >= limits.items) break;
		const flat = flatten(loss.text);
		if (seen.has(flat) || (loss.kind === 'quote' && named.has(flat)) || isEcho(loss, said))
			continue;
		if (loss.by === 'tool' && ++fromTools > limits.items * shareOfTools) continue;
		seen.add(flat);
		if (sentences.has(loss.kind)) said.push(flat);
		perKind.set(loss.kind, of + 1);
		reported.push(loss);
	}
	return reported;
}

const sentences: ReadonlySet<AnchorKind> = new Set(['rule', 'decision', 'question']);

/** Who repeats a sentence, or quotes it, has said nothing more that could be lost: it is named where it weighs most. */
function isEcho({ kind, text }: Loss, said: readonly string[]): boolean {
	if (kind !== 'quote' && !sentences.has(kind)) return false;
	const flat = flatten(text);
	const share = kind === 'quote' ? 0.8 : 0;
	return said.some(
		(other) => flat.includes(other) || (other.includes(flat) && flat.length >= share * other.length)
	);
}

/**
 * A question that got an answer is not open; a name only a tool printed was never talked about, unless it is what a
 * plan asks for.
 */
function isWorthReporting(anchor: Anchor, lastAnswer: number): boolean {
	if (anchor.kind === 'question') {
		if (anchor.by.user > 0) return anchor.last > lastAnswer;
		return anchor.last >= lastAnswer;
	}
	return anchor.by.user + anchor.by.assistant > 0 || anchor.planned !== null;
}

/** “Success/failure” are words, and no path. */
const isChoice = ({ kind, text }: Anchor, folders: ReadonlySet<string>): boolean =>
	kind === 'path' && isAlternatives(text, folders) && !hasRoot(text);
