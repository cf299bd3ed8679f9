import { setOf } from '#core/lines/own-words.ts';

/**
 * Small words and signs that turn a fact into another one: before and after, on and off, A+ and A-. Search takes most of
 * them for no content at all, for by them no text is found.
 */

/** A line a group: what stands in one place of a sentence. Words between the same bars turn nothing among themselves. */
const groups: readonly (readonly ReadonlySet<string>[])[] = `
before vor avant antes prima до|after nach apres despues dopo depois после
on an allume encendida encendido|off aus eteint apagada apagado
from von desde от|to nach zu hasta до
under below unter sous debajo под|above over uber encima над|on auf sur|behind hinter derriere detras
for fur pour за|against gegen contre contra против
since seit depuis desde с|until till bis hasta до
more mehr mas больше|less fewer weniger moins menos меньше
is are am has have|was were had did|should must|will shall`
	.trim()
	.split('\n')
	.map((group) => group.split('|').map(setOf));

const placeIn = (group: readonly ReadonlySet<string>[], word: string): number =>
	group.findIndex((words) => words.has(word));

/** Whether `part` is `whole` with something left out, or all of it. */
function isLeftOf(part: readonly number[], whole: readonly number[]): boolean {
	let at = 0;
	for (const one of whole) if (one === part[at]) at++;
	return at === part.length;
}

/**
 * Whether the small words of two lines contradict each other. Words as they are folded, in their order. A word more
 * turns nothing: "Flies Porto to Lyon" is "Flies from Porto to Lyon".
 */
export const isTurned = (mine: readonly string[], theirs: readonly string[]): boolean =>
	groups.some((group) => {
		const [a, b] = [mine, theirs].map((words) =>
			words.map((word) => placeIn(group, word)).filter((at) => at >= 0)
		) as [number[], number[]];
		return !isLeftOf(a, b) && !isLeftOf(b, a);
	});

/** Whether two words are opposites. */
export const areOpposite = (mine: string, theirs: string): boolean => isTurned([mine], [theirs]);

/** A minus or a comparison before a number; marks behind a word; of a longer word a minus is a hyphen. */
const signs =
	/(?<![\p{L}\p{N}.,\-−])[-−<>≤≥]+(?=\d)|(?<=[\p{L}\p{N}])(?:[+#]+|(?<=(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,3})[-−](?![\p{L}\p{N}\-−]))/gu;

/** The signs of a line that count, in their order. */
export const signsIn = (line: string): string =>
	[...line.normalize('NFKC').matchAll(signs)].map(([sign]) => sign.replaceAll('−', '-')).join(' ');
