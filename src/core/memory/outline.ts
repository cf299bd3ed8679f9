import { bulletsOf, linesOf, proseLines, type Bullet } from '#core/memory/file.ts';
import { foldWord } from '#core/search/words/fold.ts';

/** A memory file as a person looks through it: headings, the lines under them, and which lines hold some words. */

/** A bullet with the number of its line (from 0) and how deep it stands, in steps of two columns. */
export interface OutlineLine extends Bullet {
	readonly number: number;
	readonly depth: number;
}

interface OutlineSection {
	/** Words of the heading; empty for what stands before the first. */
	readonly heading: string;
	/** Where the heading starts, UTF-16 offset. */
	readonly start: number;
	readonly lines: readonly OutlineLine[];
}

const headingMark = /^#{1,6}\s+(.*)/;
const behindHeading = /(?<!\s)\s+(?:#+\s*)?$|(?<!#)#+\s*$/;

/** Sections of a file in order; one without bullets is kept for its heading. */
export function outlineOf(text: string): readonly OutlineSection[] {
	const bullets = new Map(bulletsOf(text).map((bullet) => [bullet.start, bullet]));
	const prose = new Set(proseLines(text).map(({ start }) => start));
	let open = { heading: '', start: 0, lines: [] as OutlineLine[] };
	const sections = [open];
	for (const [number, line] of linesOf(text).entries()) {
		const heading = prose.has(line.start) ? headingMark.exec(line.text) : null;
		const bullet = bullets.get(line.start);
		if (bullet) {
			const indent = (/^\s*/.exec(line.text)?.[0] ?? '').replaceAll('\t', '    ').length;
			open.lines.push({ ...bullet, number, depth: Math.min(6, Math.floor(indent / 2)) });
		} else if (heading) {
			open = {
				heading: (heading[1] ?? '').replace(behindHeading, ''),
				start: line.start,
				lines: []
			};
			sections.push(open);
		}
	}
	return sections.filter(({ lines }, at) => at > 0 || lines.length > 0);
}

interface FoundLine {
	readonly text: string;
	/** From 0. */
	readonly number: number;
}

const fold = (text: string): string => text.trim().split(/\s+/u).map(foldWord).join(' ');

/** Lines (of whatever kind) that hold every word of a query, whatever the case and the accents. Empty for no words. */
export function findLines(text: string, query: string): readonly FoundLine[] {
	const wanted = fold(query)
		.split(' ')
		.filter((word) => word !== '');
	if (wanted.length === 0) return [];
	return linesOf(text).flatMap((line, number) => {
		const folded = fold(line.text);
		if (!wanted.every((word) => folded.includes(word))) return [];
		return [{ text: line.text.trim(), number }];
	});
}
