import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportLoss } from '#core/anchors/loss.ts';
import type { Speaker } from '#core/anchors/passage.ts';

/** The spans that people marked by reading real sessions, and how the loss report fares against them. */

/** `[start, end, kind]` within the text of its excerpt, UTF-16. */
type MarkedSpan = readonly [number, number, string];

interface MarkedExcerpt {
	readonly session: string;
	readonly line: number;
	readonly by: Speaker;
	readonly half: Half;
	readonly text: string;
	readonly spans: readonly MarkedSpan[];
}

export type Half =
	| 'development'
	| 'first test'
	| 'second test'
	| 'third test'
	| 'fourth test'
	| 'fifth test'
	| 'sixth test'
	| 'sixth test, printed'
	| 'seventh test'
	| 'eighth test'
	| 'ninth test'
	| 'tenth test';

export interface LossScore {
	readonly marked: number;
	readonly recalled: number;
	readonly found: number;
	readonly right: number;
	readonly recall: number;
	readonly precision: number;
	/** Marked and recalled, by kind of the mark. */
	readonly kinds: ReadonlyMap<string, readonly [marked: number, recalled: number]>;
	readonly missed: readonly string[];
	readonly wrong: readonly string[];
}

export const markedExcerpts = (): readonly MarkedExcerpt[] =>
	readFileSync(join(import.meta.dirname, '../../fixtures/marked-excerpts.jsonl'), 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as MarkedExcerpt);

const sentences: ReadonlySet<string> = new Set(['rule', 'question', 'decision', 'promise']);

/** Share of a span that must be covered. */
const most = 0.6;

const everything = { items: 10_000, perKind: 10_000 };

/**
 * Each excerpt is a compaction of its own that kept nothing. A thing answers for things, a sentence for sentences; a
 * mark is recalled, and a finding right, when three fifths of it stand in findings, or in marks, wherever they stand
 * in the excerpt.
 */
export function scoreLoss(half: Half): LossScore {
	let marked = 0;
	let recalled = 0;
	let found = 0;
	let right = 0;
	const kinds = new Map<string, [number, number]>();
	const missed: string[] = [];
	const wrong: string[] = [];
	for (const excerpt of markedExcerpts().filter((one) => one.half === half)) {
		const { text, by, spans } = excerpt;
		const report = reportLoss([{ key: 'here', by, text }], [], everything);
		for (const isSentence of [false, true]) {
			const marks = spans
				.filter(([, , kind]) => sentences.has(kind) === isSentence)
				.map(([from, end, kind]) => ({ text: text.slice(from, end), kind }));
			const findings = report.filter(({ kind }) => sentences.has(kind) === isSentence);
			const inMarks = coverOf(text, marks);
			const inFindings = coverOf(text, findings);
			for (const mark of marks) {
				const isRecalled = shareOf(text, mark.text, inFindings) >= most;
				marked++;
				if (isRecalled) recalled++;
				else missed.push(`${excerpt.session}:${String(excerpt.line)} ${mark.kind} ${mark.text}`);
				const [all, hits] = kinds.get(mark.kind) ?? [0, 0];
				kinds.set(mark.kind, [all + 1, hits + (isRecalled ? 1 : 0)]);
			}
			for (const finding of findings) {
				found++;
				if (shareOf(text, finding.text, inMarks) >= most) right++;
				else
					wrong.push(`${excerpt.session}:${String(excerpt.line)} ${finding.kind} ${finding.text}`);
			}
		}
	}
	return {
		marked,
		recalled,
		found,
		right,
		recall: recalled / Math.max(1, marked),
		precision: right / Math.max(1, found),
		kinds,
		missed,
		wrong
	};
}

/** For each sign of the text, whether one of the pieces covers it. */
function coverOf(text: string, pieces: readonly { readonly text: string }[]): Uint8Array {
	const cover = new Uint8Array(text.length);
	for (const piece of pieces)
		for (let at = text.indexOf(piece.text); at >= 0; at = text.indexOf(piece.text, at + 1))
			cover.fill(1, at, at + piece.text.length);
	return cover;
}

/** Share of a piece that is covered, where it is covered best. */
function shareOf(text: string, piece: string, cover: Uint8Array): number {
	let best = 0;
	for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) {
		let sum = 0;
		for (let place = at; place < at + piece.length; place++) sum += cover[place] ?? 0;
		best = Math.max(best, sum / Math.max(1, piece.length));
	}
	return best;
}
