/** Whether a figure, an id or a name stands in a text as itself, and is not the beginning or the end of another. */
import type { AnchorKind } from '#core/anchors/passage.ts';

/** Kinds of which one may be spelt inside another that means something else: `5 km` in `15 km`, `#12` in `#123`. */
const apart: ReadonlySet<string> = new Set<AnchorKind>([
	'quantity',
	'money',
	'date',
	'time',
	'id',
	'name'
]);

/** Endings that a name may take on: `Anna’s`, `Annas`. A unit is one however it is written out: `5 min`, `5 minutes`. */
const longestEnding = 2;

const isDigit = (sign: string | undefined): boolean => sign !== undefined && /\d/.test(sign);
/** Of the scripts that part words by spaces and put nothing before them. */
const letter =
	/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}]/u;
const isLetter = (sign: string | undefined): boolean => sign !== undefined && letter.test(sign);

/** `text`, `wanted`: in the same case; `kind`: that of an anchor. Of paths, code and sentences any place will do. */
export function holdsApart(text: string, wanted: string, kind: string): boolean {
	if (!apart.has(kind)) return text.includes(wanted);
	for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
		if (!goesOnBefore(text, at) && !goesOnBehind(text, at + wanted.length, kind)) return true;
	return false;
}

function goesOnBefore(text: string, at: number): boolean {
	const [before, first] = [text[at - 1], text[at]];
	if (isDigit(first)) return isDigit(before) || (isPoint(before) && isDigit(text[at - 2]));
	return isLetter(first) && isLetter(before);
}

function goesOnBehind(text: string, end: number, kind: string): boolean {
	const [last, next] = [text[end - 1], text[end]];
	if (isDigit(last)) return isDigit(next) || (isPoint(next) && isDigit(text[end + 1]));
	if ((kind !== 'name' && kind !== 'id') || !isLetter(last)) return false;
	let ending = 0;
	while (ending <= longestEnding && isLetter(text[end + ending])) ending++;
	return ending > longestEnding;
}

const isPoint = (sign: string | undefined): boolean => sign === '.' || sign === ',';
