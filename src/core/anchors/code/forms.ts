/** Finds what its form alone tells: short forms, calls, hosts, numbers of telephones and seats. */
import { isShortForm } from '#core/anchors/names/common-words.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import type { AnchorKind, Mention } from '#core/anchors/passage.ts';

/** Endings of hosts that are no words and no endings of files. */
const domains =
	'com|org|net|edu|gov|info|io|dev|app|ai|co|xyz|cloud|tech|shop|store|online|site|blog|wiki|de|fr|es|uk|ch|nl|ru|cn|jp|kr|br|au|ca|eu|tw|hk|pl|se';

/** Also in code, where nobody writes a scheme: `example.org:8080/path`, `10.0.0.1:22`, `localhost:3000`. */
const anywhere: readonly (readonly [AnchorKind, RegExp])[] = [
	[
		'url',
		new RegExp(
			String.raw`(?<![\w@./:$-])(?:[a-z\d](?:[a-z\d-]{0,40}[a-z\d])?\.){1,5}(?:${domains})(?::\d{2,5})?(?:/[\w./~%#?=&+-]{0,120}[\w/])?(?![\w(=-]|\.\w)`,
			'giu'
		)
	],
	[
		'url',
		/(?<![\w.])(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d{2,5})?(?:\/[\w./-]{0,80}[\w/])?(?![\w.]\w)/gu
	],
	// What a program says or asks for, in several words: `"Press ENTER to continue"`.
	['quote', /(?<=")[\p{L}\d][^"\n\\$<>;=|]{3,60} [^"\n\\$<>;=|]{2,60}(?=")/gu],
	// What went wrong, as a program says it.
	[
		'quote',
		/(?<=(?:^|[\s(`])(?:[A-Z][A-Za-z]{2,30}(?:Error|Exception|Warning)|Error|error|fatal|FAILED): )[\p{L}'"`<[][^\n`]{8,140}?(?=\.?(?:\n|$)|\.\s|`)/gu
	],
	// What a checker says of a line: `cart.py:12:4: F821 undefined name 'sum'`.
	[
		'quote',
		/(?<=[:)]\d{0,5}:? (?:error |warning )?[A-Z]{1,4}\d{2,5}:? )[\p{L}'"`][^\n`]{8,140}?(?=\.?(?:\n|$)|\.\s|`)/gu
	],
	// A line alone in a fence or a tag is typed as it stands: `decompile --all main`.
	[
		'quote',
		/(?<=(?:^|\n)(?:```[a-z]{0,12}|<(?:command|bash|shell|code|cmd)>)[ \t]{0,4}\n)(?=\S{1,40} )[^\n`]{4,110}(?=\n(?:```|<\/))/gu
	],
	// So many digits name something in code too.
	['id', /(?<![\w.,:/#@-])\d{6,15}(?![\w,:/-]|\.\d)/gu],
	// The zone of a clock; many times in one, it is named once.
	[
		'time',
		/(?<=:\d\d \(?)(?:UTC|GMT|[ECMP][SD]?T|CES?T|BST|IST|JST|AES?T)(?:[+-]\d{1,2})?(?!\w)/giu
	],
	// A command of a chat between tags.
	['code', /(?<=>)\/[a-z][a-z-]{2,20}(?=<)/gu]
];

const inProse: readonly (readonly [AnchorKind, RegExp])[] = [
	// Too short to be a quotation: `on`, `242`.
	['code', /(?<=`)(?:[a-z][a-z\d]|\d{3,5})(?=`)/gu],
	// `s.model()`, `fs.watch()`, `round(x, 2)`; “reservation(s)” is a word.
	[
		'code',
		/(?<![\p{L}\d_.$]|\b(?:def|fn|func|function|class) )[A-Za-z_$][\w$]{0,60}(?:(?:\.|::|->)[A-Za-z_$][\w$]{0,60}){0,5}[!?]?\((?!(?:e?s|n|en|in|nen|r|d|a|o)\)[^.(])[^()\n]{0,60}\)/gu
	],
	// `Enum.map`, `base_unit.seconds`; not two sentences without a space, nor `e.g`.
	[
		'code',
		/(?<![\p{L}\d_./@:$-])(?!\p{Ll}{1,40}\.\p{Lu}\p{Ll})(?:\p{L}[\p{L}\d_]{1,60}\.){1,6}\p{L}[\p{L}\d_]{1,60}(?:\/\d)?(?![\p{L}\d_/(-])/gu
	],
	// An order to the program one talks to, with what it is about: “when I type /read notes”.
	[
		'code',
		/(?<=\b(?:do|does|did|run|runs|running|type|types|typing|enter|use|using|via|say|with) )\/[a-z][a-z-]{1,20} (?!(?:and|or|to|on|in|is|it|for|with|as|at|by|of|but|so|a|an|the|then|that|this|when|if|from|instead|again|commands?|works?|first|before|after|now)\b)[\w./-]{2,60}(?<![.])/gu
	],
	// Of programs whose name is a word too: `go test ./... -run Cart`.
	[
		'quote',
		/(?<![\p{L}\d_./`-])(?:go (?:test|build|run|vet|get|install|generate) (?:\.\/\S*|-\S+|\w\S*\/\S*)|python3? (?:-m [\w.]+|[\w./-]+\.py)|node (?:--?[\w-]+|[\w./-]+\.[mc]?[jt]s)|make -[a-zA-Z] ?\S+)(?: -{1,2}[a-zA-Z][\w=-]*(?: [\w./-]*[\w/])?)*/gu
	],
	// `[dev]`, `:ok`, `@moduledoc`, `$HOME`.
	['code', /\[:?[A-Za-z][A-Za-z\d_-]{1,40}\](?!\()/gu],
	['code', /(?<![\p{L}\d:`)])[:@$][A-Za-z]\w{1,60}[!?]?(?![\p{L}\d:.@])/gu],
	// A seat, a size of paper, a format: `12A`, `A4`, `MP3`, `GPT-4`.
	[
		'id',
		/(?<![\p{L}\d_.,:/#$@-])(?:\d{1,3}[A-HJK]|[A-Z]{1,6}[-\u2011]?\d{1,4}[a-z]?)(?![\p{L}\d_:/-])/gu
	],
	// `z3`, `s3`.
	['id', /(?<![\p{L}\d_.,:/#$@`-])[a-z]{1,3}\d{1,2}(?![\p{L}\d_:/(-]|\.\p{L})/gu],
	// Keys pressed together.
	[
		'code',
		/(?<![\p{L}\d_])(?:(?:Ctrl|Control|Cmd|Command|Alt|Option|Shift|Meta|Super|Strg|Maj)[+-])+(?:\p{L}[\p{L}\d]{0,9}|\d)(?![\p{L}\d])/giu
	],
	// What a database is told.
	[
		'code',
		/(?<![\p{L}\d_])(?:NOT NULL|(?:PRIMARY|FOREIGN|UNIQUE) KEY|(?:LEFT|INNER|OUTER|CROSS) JOIN|(?:ORDER|GROUP) BY|(?:ALTER|CREATE|DROP) (?:TABLE|INDEX|COLUMN)|ON (?:DELETE|CONFLICT)(?: [A-Z]+)*)(?![\p{L}\d_])/gu
	],
	// Telephones: with the country, the area in parentheses, or in groups.
	[
		'id',
		/(?<![\p{L}\d.,/-])(?:\+\d{1,3}[ .-]?(?:\(?\d{1,4}\)?[ .-]?){1,5}\d{2,4}|\(\d{2,5}\) ?\d{2,4}(?:[ .-]?\d{2,4}){1,3}|\d{3}[-. ]\d{3}[-. ]\d{4}|\d{3}-\d{4}|0\d{1,4}[ /-]\d{3,}(?:[ -]\d{2,})*|0\d(?:[ .]\d\d){4})(?![\p{L}\d-]|[.,]\d)/gu
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
