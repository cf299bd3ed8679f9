/** Tells plans from other output: issues, specifications and lists of tasks name what will be worked on next. */
import type { Passage } from '#core/anchors/passage.ts';

/** A point of a list or a heading, in words. */
const point = /^\s{0,6}(?:[-*•+]\s|\d{1,3}[.)]\s|#{1,6}\s)/u;
const words = /\p{L}{3} \p{L}{2}/u;

/** Shorter texts and fewer lines make no plan. */
const leastLength = 300;
const leastLines = 6;
const leastShare = 0.3;

/** Whether a passage reads as a plan that somebody else wrote; what the assistant lists it has often done already. */
export function isPlan({ by, text }: Passage): boolean {
	if (by === 'assistant' || text.length < leastLength) return false;
	let lines = 0;
	let points = 0;
	for (const line of text.split('\n')) {
		if (line.trim() === '') continue;
		lines++;
		if (point.test(line) && words.test(line)) points++;
	}
	return lines >= leastLines && points > lines * leastShare;
}
