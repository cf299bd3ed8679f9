/** Finds what is set apart without double quotation marks: single ones, italics, the value beside a label. */
import { isCommonWord } from '#core/anchors/names/common-words.ts';
import type { Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { inPieces } from '#core/anchors/text/patterns.ts';

const patterns: readonly RegExp[] = [
	/(?<![\p{L}\p{N}])['‘]([^'‘’\n]{2,80})['’](?![\p{L}\p{N}])/gu,
	/‚([^‘\n]{2,80})‘|›([^‹\n]{2,80})‹|‹([^›\n]{2,80})›/gu,
	// Italics; two stars are a label or a loud word.
	/(?<![*\p{L}\p{N}\\])\*([^*\s][^*\n]{1,80}[^*\s])\*(?![*\p{L}\p{N}])/gu,
	/(?<![_\p{L}\p{N}\\/.])_([^_\s][^_\n]{1,80}[^_\s])_(?![_\p{L}\p{N}/.])/gu
];

/** What a label says that the value after it is. */
const labels = [
	// English.
	'account|order|flight|seat|size|colou?r|model|brand|gate|terminal|room|plan|tier|level|status',
	'name|title|author|city|address|street|country|language|email|phone|username|user|password',
	'code|key|branch|version|policy|carrier|airline|hotel|restaurant|birthday|allergy|allergies',
	'diet|hobby|hobbies|job|occupation|company|school',
	// German.
	'konto|sitz|größe|farbe|modell|stadt|straße|adresse|beruf',
	// French.
	'compte|siège|taille|couleur|ville|rue|adresse|métier',
	// Spanish.
	'cuenta|asiento|talla|ciudad|calle|dirección|trabajo'
].join('|');

/** `Seat: 12A`, `- **Cabin:** Business`: what tells one of its kind apart stands after its label. */
const labelled = inPieces(
	'gimu',
	String.raw`^[ \t]{0,8}(?:[-*•+][ \t]{1,3}|\d{1,2}[.)][ \t]{1,3})?`,
	String.raw`[*_]{0,2}((?:\p{L}[\p{L} ]{0,24} )?(?:${labels}))[*_]{0,2}`,
	String.raw`[ \t]?[:：][*_]{0,2}[ \t]{0,3}`,
	'[*_`"]{0,3}([^\\s*_`"][^\\n]{0,60}?)[*_`".]{0,3}[ \\t]{0,8}$'
);
const labelledInHan = inPieces(
	'gu',
	'(?:姓名|名字|地址|电话|颜色|尺寸|型号|账号|订单号|座位|航班|城市',
	'|名前|住所|電話|色|サイズ|型番|座席|便名)',
	String.raw`[:：]\s?([^\s，。、,]{1,40})`
);

/** `SEARCH/REPLACE`: what one is told to choose from, or a form that is talked of. */
const loud = /^\p{Lu}{2,}\/\p{Lu}{2,}/u;

const empty = /^(?:none|no|yes|n\/a|unknown|not .{1,30}|-+|ja|nein|oui|non|sí)$/iu;

export function findEmphasised(prose: string): Mention[] {
	const found: Mention[] = [];
	for (const pattern of patterns)
		for (const match of matchesOf(pattern, prose)) {
			const inner = match.slice(1).find(Boolean) ?? '';
			if (/\p{L}/u.test(inner) && !isCommonWord(inner) && !loud.test(inner))
				found.push({ kind: 'quote', text: inner.trim(), offset: match.index + 1 });
		}
	for (const { 0: whole, 2: value = '', index } of matchesOf(labelled, prose))
		if (!empty.test(value))
			found.push({ kind: 'quote', text: value, offset: index + whole.lastIndexOf(value) });
	for (const { 0: whole, 1: value = '', index } of matchesOf(labelledInHan, prose))
		found.push({ kind: 'quote', text: value, offset: index + whole.length - value.length });
	return found;
}
