/** Signs that make another word of one, though the form in which lines are compared lacks them: A-, C++, ~20, max_power. */

/** Marks of emphasis that open and close. What stands alone was meant. */
const emphasis = new RegExp(
	String.raw`(?<![\p{L}\p{N}*_~])(?:${['\\*\\*\\*', '\\*\\*', '\\*', '___', '__', '_', '~~', '~']
		.map((mark) => String.raw`${mark}(?=[^\s*_~]).*?\S${mark}`)
		.join('|')})(?![\p{L}\p{N}])`,
	'gu'
);

/** What stands between them. */
function within(emphasised: string): string {
	const marks = emphasised.search(/[^*_~]/);
	return emphasised.slice(marks, -marks);
}

/** A minus, a comparison or "about" before a number; marks at a word or within it; of a longer word a minus is a hyphen. */
const signs =
	/(?<![\p{L}\p{N}.,\-−])[-−<>≤≥~]{1,9}(?=\d)|(?<![\p{L}\p{N}*_~])_+(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])(?:[+#]+|[*_~]+(?=[\p{L}\p{N}])|(?:_+|[*~])(?![\p{L}\p{N}*_~])|(?<=(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,3})[-−](?![\p{L}\p{N}\-−]))/gu;

const word = /[\p{L}\p{N}]+/gu;

/** Each sign that counts, with how many words stand before it. */
function found(line: string): readonly { readonly sign: string; readonly after: number }[] {
	let plain = line.normalize('NFKC');
	// What is emphasised twice has marks within marks.
	for (let before = ''; before !== plain;) {
		before = plain;
		plain = plain.replace(emphasis, within);
	}
	let from = 0;
	let after = 0;
	return [...plain.matchAll(signs)].map(({ 0: sign, index }) => {
		after += plain.slice(from, index).match(word)?.length ?? 0;
		from = index;
		return { sign: sign.replaceAll('−', '-'), after };
	});
}

/** The signs of a line (`cleanLine` of it) that count, in their order; a comparison may stand apart from its number. */
export const signsIn = (line: string): string =>
	found(line.replace(/([<>≤≥]) (?=\d)/g, '$1'))
		.map(({ sign }) => sign)
		.join(' ');

/** The same with where each stands: "mother A-, father A" is not "mother A, father A-". */
export const placedSigns = (line: string): string =>
	found(line)
		.map(({ sign, after }) => `${String(after)}${sign}`)
		.join(' ');
