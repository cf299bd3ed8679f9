/** Tells prose from code in a message, so that sentences and names are only looked for where people write them. */

/** Endings and signs of a line that no sentence has. */
const codeEnd = /[{}();,[\]<>|=&+*\\]$|\b(?:do|end|then|fi|esac)$/u;
const codeInside =
	/=>|->|\|>|::|==|!=|&&|\|\||\(\)|<\/|\/>|\$\{|#\{|%\{|;\s|":|^\s*(?:(?!\/[a-z]+ )[@#$/<|+-]{1,3}\w|\*\s@)/u;
const indented = /^(?:\t| {4,})\S/u;

/** Words between the two ends of one element on a line, as clients send them. */
const tags = /^(\s*<([a-z][\w-]*)>)(?=[^<>]*\s)([^<>]+)(<\/\2>\s*)$/i;

const listed = /^\s*(?:[-*•]|\d{1,3}[.)])\s/u;
/** Colours and weights of a terminal. */
const escapes = new RegExp(
	`(?<!\\\\(?:x1b|033|e|u001b))${String.fromCharCode(27)}?\\[\\d{1,3}(?:;\\d{1,3})*m`,
	'gu'
);

/** Whether a line outside a fence reads as code: two signs of it, or one and hardly any words. */
function isCode(line: string): boolean {
	let signs = 0;
	if (codeEnd.test(line.trimEnd())) signs++;
	if (codeInside.test(line)) signs++;
	if (indented.test(line) && !listed.test(line)) signs++;
	return signs > 1;
}

/** A text of the same length with every line of code blanked out, so that offsets stay true. */
export function proseOf(text: string): string {
	let fenced = false;
	return text
		.replace(escapes, (codes) => ' '.repeat(codes.length))
		.split('\n')
		.map((line) => {
			const fence = line.trimStart().startsWith('```');
			if (fence) fenced = !fenced;
			const tagged = fenced ? null : tags.exec(line);
			if (tagged) {
				const [, open = '', , inner = '', close = ''] = tagged;
				return ' '.repeat(open.length) + inner + ' '.repeat(close.length);
			}
			return fence || fenced || isCode(line) ? ' '.repeat(line.length) : line;
		})
		.join('\n');
}
