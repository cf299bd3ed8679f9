import { bulletsOf, linesOf, listMark, type Bullet } from '#core/memory/file.ts';
import { normaliseLine } from '#core/lines/line.ts';
import { isSameLine, lineIdentity } from '#core/lines/same-line.ts';

/** Lines of a memory file in the form by which their origins are found, see `normaliseLine`, and one of them as it stands. */

/** The bullets of a text, in the form in which lines are compared. */
export const comparedBullets = (text: string): ReadonlySet<string> =>
	new Set(bulletsOf(text).map((bullet) => normaliseLine(bullet.text)));

/** All as they stand, headings too; where a number in front may be a mark, in both ways. */
export const standingTexts = (text: string): readonly string[] =>
	linesOf(text).flatMap((line) => [line.text.replace(listMark, ''), line.text]);

/** Those of them that say something. */
export const comparedLines = (text: string): readonly string[] =>
	standingTexts(text)
		.map(normaliseLine)
		.filter((line) => line !== '');

/** The first bullet that is a line, or undefined. */
export const bulletLike = (text: string, line: string): Bullet | undefined =>
	bulletsOf(text).find((bullet) => isSameLine(bullet.text, line));

/** Which lines stand in a file as its bullets, told of what is added and taken out since without reading all again. */
export function standingLines(text: string) {
	const counts = new Map<string, number>();
	const count = (line: string, by: number) => {
		const key = lineIdentity(line);
		counts.set(key, (counts.get(key) ?? 0) + by);
	};
	for (const bullet of bulletsOf(text)) count(bullet.text, 1);
	return {
		has: (line: string): boolean => (counts.get(lineIdentity(line)) ?? 0) > 0,
		add: (line: string) => {
			count(line, 1);
		},
		take: (line: string) => {
			count(line, -1);
		}
	};
}
