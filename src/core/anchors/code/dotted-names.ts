/** Finds names of code joined by points, colons or strokes, of which no ending and no capital tells what they are. */
import { conventional } from '#core/anchors/code/strokes.ts';
import type { AnchorKind, Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { inPieces } from '#core/anchors/text/patterns.ts';
import { modules } from '#core/anchors/text/sentences.ts';

/** What every program calls: it tells nothing of this one. */
const everyday = [
	// Lists.
	'append|push|pop|shift|extend|insert|remove',
	// Texts.
	'decode|encode|strip|trim|split|join|replace|lower|upper|toLowerCase|toUpperCase',
	'startswith|endswith|startsWith|endsWith|format',
	// Going through many.
	'map|filter|reduce|forEach|slice|find|items|keys|values|get|set',
	// Numbers.
	'max|min|floor|round|abs|random',
	// Files, promises, and what is left.
	'touch|mkdir|then|catch|toString|unwrap|clone|len|iter|collect|to_string'
].join('|');

/** What is called of something; `path.join` and its like say something all the same. */
const called = (owner: string, rest: string): RegExp =>
	inPieces(
		'gu',
		String.raw`(?<![\w.$/@-])${owner}\.(?:[A-Za-z_$]\w{0,40}\.){0,4}`,
		String.raw`(?!(?<!\b(?:path|fs|Path|Enum|List|Map|String)\.)(?:${everyday})\()`,
		String.raw`[A-Za-z_$]\w{1,40}${rest}`
	);

/** With a sign that each needs: where it is missing nothing is searched for. */
const anywhere: readonly (readonly [AnchorKind, needs: string, RegExp])[] = [
	// With arguments, which are long or say nothing: `os.path.join(…)`. A letter alone is a passing thing.
	['code', '(', called(String.raw`[A-Za-z_$]\w{1,40}`, String.raw`(?=\([^()\s])`)],
	['code', '(', called(String.raw`[A-Za-z_$]\w{0,40}`, String.raw`\(\)`)],
	// `serde_json::from_str`, `std::collections::HashMap`.
	['code', '::', /(?<![\w:./])[A-Za-z_]\w{1,40}(?:::[A-Za-z_]\w{1,40}){1,6}(?!\w|::)/gu],
	// `App\Models\Cart`.
	['code', '\\', /(?<![\w\\:/.])[A-Z][a-z]\w{1,40}(?:\\[A-Z]\w{1,40}){1,6}(?![\w\\])/gu],
	// `<class 'shop.errors.EmptyCart'>`
	['code', '<', /(?<=<(?:class|module|function) ')[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){1,6}(?=')/gu],
	// In what is remarked beside code: `# Check if cart.total.sum is set`.
	[
		'code',
		' ',
		inPieces(
			'gmu',
			String.raw`(?<=[ (])(?:[a-z_]\w{1,40}\.){1,5}[A-Za-z_]\w{1,40}(?![\w/(]|\.\w)`,
			String.raw`(?<=^[ \t]{0,40}(?:#|\/\/) [^\n]{0,200})`
		)
	],
	// What code is about to say: `def check_out(cart):`.
	[
		'code',
		' ',
		inPieces(
			'gmu',
			String.raw`(?<=^[ \t]{0,40}(?:(?:pub|async|export|default|static|public|private) )*`,
			'(?:def|fn|func|function|class|struct|trait|interface|impl) )',
			String.raw`[A-Za-z_]\w{2,60}(?=[(<:{]| \{)`
		)
	],
	// Many files in one: `*.test.ts`, `.cache*`, `src/**/*.css`.
	[
		'file',
		'*',
		inPieces(
			'gu',
			String.raw`(?<![\w*/.-])(?:(?:[\w.-]+\/)+\*{1,2}(?:\/?[\w.*-]*[\w*])?`,
			String.raw`|\*\.[a-z][\w.]{0,16}\w|\.[a-z][\w.-]{2,24}\*)(?![\w*/])`
		)
	]
];

const pronouns = '(?:me|it|us|him|her|them|you|this|that|here|there|now|too|done|so)';

/** What tells that a name is one of code, right after it. */
const parts = [
	'call|class|object|instance|method|function|constructor|exception|error|module|type|model|struct',
	'interface|enum|component'
].join('|');

const inProse: readonly (readonly [AnchorKind, RegExp])[] = [
	// A capital after a point begins a sentence, unless another follows in the word, or what stands beside it tells.
	[
		'code',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d_./@:$-])(?:`,
			String.raw`[a-z]\w{1,40}(?:\.[a-z]\w{1,40}){0,4}\.[A-Z][a-z]+[A-Z]\w*`,
			String.raw`|(?:[a-z]\w{1,40}\.){1,5}(?<!\b${pronouns}\.)[A-Z][a-z]\w{1,40}(?= (?:${parts})s?(?!\w))`,
			String.raw`|(?:${modules})\.[A-Z]\w{1,40}`,
			String.raw`)(?![\w/]|\.\w)`
		)
	],
	// By convention without an ending.
	[
		'file',
		new RegExp(
			String.raw`(?<![\p{L}\d_./@-])(?:${conventional})(?:\.[a-z]{2,8})?(?![\w/-]|\.\w)`,
			'gu'
		)
	]
];

/** `prose` is the text with its code blanked out. */
export function findDottedNames(text: string, prose: string): Mention[] {
	const found: Mention[] = [];
	const search = (where: string, kind: AnchorKind, pattern: RegExp): void => {
		for (const match of matchesOf(pattern, where))
			found.push({ kind, text: match[0], offset: match.index });
	};
	for (const [kind, needs, pattern] of anywhere)
		if (text.includes(needs)) search(text, kind, pattern);
	for (const [kind, pattern] of inProse) search(prose, kind, pattern);
	return found;
}
