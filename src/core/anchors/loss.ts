/** Names what a compaction would lose: found in the covered passages, absent from all that is kept. */
import { extractAnchors } from '#core/anchors/extract.ts';
import type { Anchor, AnchorKind, Passage, Speaker } from '#core/anchors/passage.ts';
import { hasRoot } from '#core/anchors/scan.ts';
import { foldersIn, isAlternatives } from '#core/anchors/code/strokes.ts';

/** One lost thing with where to read it. */
export interface Loss {
	readonly kind: AnchorKind;
	readonly text: string;
	/** Of the newest passage that holds it. */
	readonly key: string;
	/** Who said it, the most trusted voice first. */
	readonly by: Speaker;
	readonly count: number;
	/** Higher is worse; comparable only within one report. */
	readonly importance: number;
}

export interface LossCaps {
	readonly items: number;
	readonly perKind: number;
}

const caps: LossCaps = { items: 80, perKind: 20 };

/** Of what is reported so much at most may come from plans that only a tool printed. */
const shareOfTools = 0.25;

/** What losing one mention costs: a promise more than a number, a number more than a name in code. */
const weight: Readonly<Record<AnchorKind, number>> = {
	rule: 6,
	decision: 4.5,
	question: 4,
	money: 3,
	date: 3,
	url: 3,
	quantity: 2.5,
	name: 2.5,
	path: 2.2,
	file: 2,
	hash: 2,
	uuid: 2,
	id: 2,
	time: 1.8,
	quote: 1.5,
	code: 1.4
};

/** What may be nothing comes after what is surely something. */
const faint = 0.4;

/**
 * What stands in the covered passages and in none of the kept texts (summary, pins, memory,
 * anchors), worst first and what only tools printed last, at most `items` in all and `perKind` of a kind. Case,
 * quotation marks, folders before a path and the writing of numbers make no difference (context.md 5, loss report).
 */
export function reportLoss(
	covered: readonly Passage[],
	kept: readonly string[],
	limits: LossCaps = caps
): Loss[] {
	const holds = keeperOf(kept);
	const lastAnswer = covered.findLastIndex(({ by }) => by === 'assistant');
	// Each keeps its place: a question that this device has answered is answered.
	const ownWords = covered.map((one) => (one.isQuoted ? { ...one, text: '' } : one));
	const anchors = extractAnchors(ownWords, { closely: true });
	const folders = foldersIn(anchors.filter(({ kind }) => kind === 'path').map(({ text }) => text));
	const lost = anchors
		.filter((anchor) => isWorthReporting(anchor, lastAnswer) && !isChoice(anchor, folders))
		.filter((anchor) => !holds(anchor))
		.map((anchor): Loss => ({
			kind: anchor.kind,
			text: anchor.text,
			key: anchor.key,
			by: anchor.by.user > 0 ? 'user' : anchor.by.assistant > 0 ? 'assistant' : 'tool',
			count: anchor.count,
			importance: importanceOf(anchor, covered.length)
		}))
		.sort(
			(left, right) =>
				Number(left.by === 'tool') - Number(right.by === 'tool') ||
				right.importance - left.importance
		);
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
		if (sentences.has(loss.kind)) said.push(flatten(loss.text));
		perKind.set(loss.kind, of + 1);
		reported.push(loss);
	}
	return reported;
}

const sentences: ReadonlySet<AnchorKind> = new Set(['rule', 'decision', 'question']);

/** Who repeats a sentence, or quotes it, has said nothing more that could be lost: it is named once, as it weighs most. */
function isEcho({ kind, text }: Loss, said: readonly string[]): boolean {
	if (kind !== 'quote' && !sentences.has(kind)) return false;
	const flat = flatten(text);
	const share = kind === 'quote' ? 0.8 : 0;
	return said.some(
		(other) => flat.includes(other) || (other.includes(flat) && flat.length >= share * other.length)
	);
}

/** A question that got an answer is not open; a name only a tool printed was never talked about, unless it is what a plan asks for. */
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

function importanceOf(anchor: Anchor, length: number): number {
	const said = 3 * anchor.by.user + anchor.by.assistant + Math.min(2, anchor.by.tool * 0.2);
	const fresh = 0.6 + 0.4 * ((anchor.last + 1) / Math.max(1, length));
	return weight[anchor.kind] * Math.log2(1 + said) * fresh * (anchor.isFaint ? faint : 1);
}

const flatten = (text: string): string =>
	text
		.toLowerCase()
		.replace(/["'“”‘’«»„「」『』`*_]/gu, '')
		.replace(/\s+/gu, ' ');

const squeeze = (text: string): string => text.toLowerCase().replace(/[\s\u00a0\u202f,.']/gu, '');

/** Answers whether the kept texts still hold an anchor, in whatever writing. */
function keeperOf(kept: readonly string[]): (anchor: Anchor) => boolean {
	const raw = kept.join('\n');
	const lower = raw.toLowerCase();
	const flat = flatten(raw);
	const squeezed = squeeze(raw);
	const words = new Set(wordsOf(flat));
	return (anchor) => {
		if (lower.includes(anchor.text.toLowerCase())) return !isCutNumber(lower, anchor);
		switch (anchor.kind) {
			case 'path':
				return namesEnd(lower, anchor.text.toLowerCase());
			case 'url':
				return lower.includes(withoutScheme(anchor.normal.toLowerCase()));
			case 'quantity':
			case 'money':
			case 'date':
			case 'time':
				return holdsNumber(squeezed, squeeze(anchor.text));
			case 'name':
			case 'quote':
				return flat.includes(flatten(anchor.text));
			case 'rule':
			case 'decision':
			case 'question':
				return flat.includes(flatten(anchor.text)) || saysTheSame(words, anchor.text);
			case 'file':
			case 'hash':
			case 'uuid':
			case 'id':
			case 'code':
				return false;
		}
	};
}

const figures: ReadonlySet<AnchorKind> = new Set(['quantity', 'money', 'date', 'time']);

/** `5 km` does not stand in `15 km`. */
const isCutNumber = (lower: string, anchor: Anchor): boolean =>
	figures.has(anchor.kind) && !holdsNumber(lower, anchor.text.toLowerCase());

function holdsNumber(text: string, wanted: string): boolean {
	for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
		const before = text.charCodeAt(at - 1);
		if (!(before >= 48 && before <= 57)) return true;
	}
	return false;
}

/** A path counts as kept when its last two parts are, or its file name. */
function namesEnd(lower: string, path: string): boolean {
	const parts = path.split('/').filter((part) => part !== '');
	const file = parts.at(-1) ?? '';
	if (file.includes('.') && file.length > 5 && lower.includes(file)) return true;
	return parts.length > 1 && lower.includes(parts.slice(-2).join('/'));
}

const withoutScheme = (url: string): string =>
	url.slice(url.indexOf('://') + 3).replace('www.', '');

const wordsOf = (flat: string): string[] => flat.match(/[\p{L}\p{N}]{4,}/gu) ?? [];

/** Nearly all longer words of a sentence stand in what is kept. */
function saysTheSame(kept: ReadonlySet<string>, sentence: string): boolean {
	const words = wordsOf(flatten(sentence));
	if (words.length < 3) return false;
	return words.filter((word) => kept.has(word)).length >= words.length * 0.85;
}
