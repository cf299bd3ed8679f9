import { bulletsOf, linesOf, listMark, type Bullet } from '#core/memory/file.ts';
import { normaliseLine } from '#core/memory/line.ts';
import { isSameLine } from '#core/memory/same-line.ts';

/** Lines of a memory file in the form by which their origins are found, see `normaliseLine`, and one of them as it stands. */

/** Its bullets. */
export const comparedBullets = (text: string): ReadonlySet<string> =>
	new Set(bulletsOf(text).map((bullet) => normaliseLine(bullet.text)));

/** All that say something, headings too; where a number in front may be a mark, in both ways. */
export const comparedLines = (text: string): readonly string[] =>
	linesOf(text)
		.flatMap((line) => [line.text.replace(listMark, ''), line.text])
		.map(normaliseLine)
		.filter((line) => line !== '');

/** The first bullet that is a line, or undefined. */
export const bulletLike = (text: string, line: string): Bullet | undefined =>
	bulletsOf(text).find((bullet) => isSameLine(bullet.text, line));
