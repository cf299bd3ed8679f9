import { addBullet, bulletsOf, cutLines } from '#core/memory/file.ts';
import { lineIdentity } from '#core/lines/same-line.ts';

/** Moving lines from one memory file to another: what each file becomes. No byte changes but those of the lines. */

/** Take bullets out by where they start; headings of ours that hold nothing any more go too. */
export function takeOut(text: string, starts: readonly number[]): string {
	const wanted = new Set(starts);
	const all = bulletsOf(text).map(({ start }) => start);
	const gone = new Set(all.filter((start) => wanted.has(start)));
	return cutLines(text, ({ start }) => gone.has(start));
}

interface Moved {
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
