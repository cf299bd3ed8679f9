import { addBullet, bulletsOf, removeEmptySection, linesOf } from '#core/memory/file.ts';
import { lineIdentity } from '#core/lines/same-line.ts';

/** Moving lines from one memory file to another: what each file becomes. No byte changes but those of the lines. */

const ourHeading = /^### (?:Extracted from |Saved in conversation |Context synthesis )/;

/** Take bullets out by where they start; headings of ours that hold nothing any more go too. */
export function takeOut(text: string, starts: readonly number[]): string {
	const gone = new Set(starts);
	let left = '';
	let at = 0;
	for (const { start, next } of bulletsOf(text)) {
		if (!gone.has(start)) continue;
		left += text.slice(at, start);
		at = next;
	}
	left += text.slice(at);
	if (at === 0) return text;
	const headings = new Set<string>();
	let above = '';
	for (const line of linesOf(text)) {
		if (/^#{1,6}\s/.test(line.text)) above = line.text.trimEnd();
		else if (gone.has(line.start) && ourHeading.test(above)) headings.add(above);
	}
	return [...headings].reduce(removeEmptySection, left);
}

export interface Moved {
	readonly source: string;
	readonly target: string;
	/** The lines, as they read. */
	readonly lines: readonly string[];
	/** Of these, so many stood in the target already and were only taken out. */
	readonly known: number;
}

/**
 * Move bullets by where they start in the source. A line that the target holds already is not written
 * twice. Starts that are no bullet's are passed over.
 */
export function moveBullets(source: string, target: string, starts: readonly number[]): Moved {
	const wanted = new Set(starts);
	const moving = bulletsOf(source).filter(
		(bullet) => wanted.has(bullet.start) && bullet.text !== ''
	);
	const there = new Set(bulletsOf(target).map(({ text }) => lineIdentity(text)));
	let known = 0;
	let grown = target;
	for (const { text } of moving) {
		const line = lineIdentity(text);
		if (there.has(line)) known++;
		else grown = addBullet(grown, text);
		there.add(line);
	}
	return {
		source: takeOut(
			source,
			moving.map(({ start }) => start)
		),
		target: grown,
		lines: moving.map(({ text }) => text),
		known
	};
}
