/** Finds what its form alone tells: short forms, calls, hosts, numbers of telephones and seats. */
import { isShortForm } from '#core/anchors/names/common-words.ts';
import type { AnchorKind, Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { inPieces } from '#core/anchors/text/patterns.ts';

/** Endings of hosts that are no words and no endings of files. */
const domains = [
	'com|org|net|edu|gov|info|io|dev|app|ai|co|xyz|cloud|tech|shop|store|online|site|blog|wiki',
	'de|fr|es|uk|ch|nl|ru|cn|jp|kr|br|au|ca|eu|tw|hk|pl|se'
].join('|');

/** Also in code, where nobody writes a scheme before a host. */
const anywhere: readonly (readonly [AnchorKind, RegExp])[] = [
	// `example.org:8080/path`.
	[
		'url',
		inPieces(
			'giu',
			String.raw`(?<![\w@./:$-])(?:[a-z\d](?:[a-z\d-]{0,40}[a-z\d])?\.){1,5}(?:${domains})`,
			String.raw`(?::\d{2,5})?(?:/[\w./~%#?=&+-]{0,120}[\w/])?(?![\w(=-]|\.\w)`
		)
	],
	// `10.0.0.1:22`, `localhost:3000`.
	[
		'url',
		inPieces(
			'gu',
			String.raw`(?<![\w.])(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d{2,5})?`,
			String.raw`(?:\/[\w./-]{0,80}[\w/])?(?![\w.]\w)`
		)
	],
	// What a program says or asks for, in several words: `"Press ENTER to continue"`.
	['quote', /(?<=")[\p{L}\d][^"\n\\$<>;=|]{3,60} [^"\n\\$<>;=|]{2,60}(?=")/gu],
	// What went wrong, as a program says it.
	[
		'quote',
		inPieces(
			'gu',
			'(?<=(?:^|[\\s(`])(?:[A-Z][A-Za-z]{2,30}(?:Error|Exception|Warning)',
			'|Error|error|fatal|FAILED): )',
			'[\\p{L}\'"`<[][^\\n`]{8,140}?(?=\\.?(?:\\n|$)|\\.\\s|`)'
		)
	],
	// What a checker says of a line: `cart.py:12:4: F821 undefined name 'sum'`.
	[
		'quote',
		inPieces(
			'gu',
			String.raw`(?<=[:)]\d{0,5}:? (?:error |warning )?[A-Z]{1,4}\d{2,5}:? )`,
			'[\\p{L}\'"`][^\\n`]{8,140}?(?=\\.?(?:\\n|$)|\\.\\s|`)'
		)
	],
	// A line alone in a fence or a tag is typed as it stands: `decompile --all main`.
	[
		'quote',
		inPieces(
			'gu',
			'(?<=(?:^|\\n)(?:```[a-z]{0,12}|<(?:command|bash|shell|code|cmd)>)[ \\t]{0,4}\\n)',
			'(?=\\S{1,40} )[^\\n`]{4,110}(?=\\n(?:```|<\\/))'
		)
	],
	// So many digits name something in code too.
	['id', /(?<![\w.,:/#@-])\d{6,15}(?![\w,:/-]|\.\d)/gu],
	// The zone of a clock; many times in one, it is named once.
	[
		'time',
		inPieces(
			'giu',
			String.raw`(?<=:\d\d \(?)`,
			String.raw`(?:UTC|GMT|[ECMP][SD]?T|CES?T|BST|IST|JST|AES?T)(?:[+-]\d{1,2})?(?!\w)`
		)
	],
	// A command of a chat between tags.
	['code', /(?<=>)\/[a-z][a-z-]{2,20}(?=<)/gu]
];

/** What stands after an order to a program where it is spoken of, and nothing is ordered. */
const spokenOf = [
	'and|or|to|on|in|is|it|for|with|as|at|by|of|but|so|a|an|the|then|that|this|when|if|from|instead|again',
	'commands?|works?|first|before|after|now'
].join('|');

const inProse: readonly (readonly [AnchorKind, RegExp])[] = [
	// Too short to be a quotation: `on`, `242`.
	['code', /(?<=`)(?:[a-z][a-z\d]|\d{3,5})(?=`)/gu],
	// `s.model()`, `fs.watch()`, `round(x, 2)`; “reservation(s)” is a word.
	[
		'code',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d_.$]|\b(?:def|fn|func|function|class) )`,
			String.raw`[A-Za-z_$][\w$]{0,60}(?:(?:\.|::|->)[A-Za-z_$][\w$]{0,60}){0,5}`,
			String.raw`[!?]?\((?!(?:e?s|n|en|in|nen|r|d|a|o)\)[^.(])[^()\n]{0,60}\)`
		)
	],
	// `Enum.map`, `base_unit.seconds`; not two sentences without a space, nor `e.g`.
	[
		'code',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d_./@:$-])(?!\p{Ll}{1,40}\.\p{Lu}\p{Ll})`,
			String.raw`(?:\p{L}[\p{L}\d_]{1,60}\.){1,6}\p{L}[\p{L}\d_]{1,60}(?:\/\d)?(?![\p{L}\d_/(-])`
		)
	],
	// An order to the program one talks to, with what it is about: “when I type /read notes”.
	[
		'code',
		inPieces(
			'gu',
			String.raw`(?<=\b(?:do|does|did|run|runs|running|type|types|typing|enter|use|using|via|say|with) )`,
			String.raw`\/[a-z][a-z-]{1,20} (?!(?:${spokenOf})\b)[\w./-]{2,60}(?<![.])`
		)
	],
	// Of programs whose name is a word too: `go test ./... -run Cart`.
	[
		'quote',
		inPieces(
			'gu',
			'(?<![\\p{L}\\d_./`-])(?:',
			String.raw`go (?:test|build|run|vet|get|install|generate) (?:\.\/\S*|-\S+|\w\S*\/\S*)`,
			String.raw`|python3? (?:-m [\w.]+|[\w./-]+\.py)`,
			String.raw`|node (?:--?[\w-]+|[\w./-]+\.[mc]?[jt]s)`,
			String.raw`|make -[a-zA-Z] ?\S+`,
			String.raw`)(?: -{1,2}[a-zA-Z][\w=-]*(?: [\w./-]*[\w/])?)*`
		)
	],
	// `[dev]`, `:ok`, `@moduledoc`, `$HOME`.
	['code', /\[:?[A-Za-z][A-Za-z\d_-]{1,40}\](?!\()/gu],
	['code', /(?<![\p{L}\d:`)])[:@$][A-Za-z]\w{1,60}[!?]?(?![\p{L}\d:.@])/gu],
	// A seat, a size of paper, a format: `12A`, `A4`, `MP3`, `GPT-4`.
	[
		'id',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d_.,:/#$@-])`,
			String.raw`(?:\d{1,3}[A-HJK]|[A-Z]{1,6}[-\u2011]?\d{1,4}[a-z]?)(?![\p{L}\d_:/-])`
		)
	],
	// `z3`, `s3`.
	['id', /(?<![\p{L}\d_.,:/#$@`-])[a-z]{1,3}\d{1,2}(?![\p{L}\d_:/(-]|\.\p{L})/gu],
	// Keys pressed together.
	[
		'code',
		inPieces(
			'giu',
			String.raw`(?<![\p{L}\d_])`,
			'(?:(?:Ctrl|Control|Cmd|Command|Alt|Option|Shift|Meta|Super|Strg|Maj)[+-])+',
			String.raw`(?:\p{L}[\p{L}\d]{0,9}|\d)(?![\p{L}\d])`
		)
	],
	// What a database is told.
	[
		'code',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d_])`,
			'(?:NOT NULL|(?:PRIMARY|FOREIGN|UNIQUE) KEY|(?:LEFT|INNER|OUTER|CROSS) JOIN|(?:ORDER|GROUP) BY',
			'|(?:ALTER|CREATE|DROP) (?:TABLE|INDEX|COLUMN)|ON (?:DELETE|CONFLICT)(?: [A-Z]+)*)',
			String.raw`(?![\p{L}\d_])`
		)
	],
	// Telephones: with the country, the area in parentheses, or in groups.
	[
		'id',
		inPieces(
			'gu',
			String.raw`(?<![\p{L}\d.,/-])(?:`,
			String.raw`\+\d{1,3}[ .-]?(?:\(?\d{1,4}\)?[ .-]?){1,5}\d{2,4}`,
			String.raw`|\(\d{2,5}\) ?\d{2,4}(?:[ .-]?\d{2,4}){1,3}`,
			String.raw`|\d{3}[-. ]\d{3}[-. ]\d{4}|\d{3}-\d{4}`,
			String.raw`|0\d{1,4}[ /-]\d{3,}(?:[ -]\d{2,})*|0\d(?:[ .]\d\d){4}`,
			String.raw`)(?![\p{L}\d-]|[.,]\d)`
		)
	]
];

const capitals = /(?<![\p{L}\d_/.@#<&-])\p{Lu}{2,6}(?![\p{L}\d_/-])/gu;

/** Things told by their form, for which a list of names has no room. `prose` is the text with its code blanked out. */
export function findForms(text: string, prose: string): Mention[] {
	const found: Mention[] = [];
	const search = (where: string, patterns: readonly (readonly [AnchorKind, RegExp])[]): void => {
		for (const [kind, pattern] of patterns)
			for (const match of matchesOf(pattern, where))
				found.push({ kind, text: match[0], offset: match.index });
	};
	search(text, anywhere);
	search(prose, inProse);
	for (const { 0: word, index } of matchesOf(capitals, prose))
		if (isShortForm(word)) found.push({ kind: 'name', text: word, offset: index });
	return found;
}
