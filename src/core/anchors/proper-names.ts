/** Finds names of people, places and things, and what stands in quotation marks. */
import type { Mention } from './passage.ts';
import { sentencesOf } from './sentences.ts';

const capitalised =
	/(?<![\p{L}\p{N}_/.@#-])\p{Lu}[\p{L}\p{M}'’]{1,30}(?:-\p{Lu}[\p{L}\p{M}]+)*(?:[ \u00a0](?:(?:of|de|da|di|del|van|von|der|la|le|al|bin) )?\p{Lu}[\p{L}\p{M}'’]{1,30}(?:-\p{Lu}[\p{L}\p{M}]+)*){0,3}(?![\p{L}\p{N}_/])/gu;

/** Capitalised words that name nobody. */
const common = new Set(
	(
		'i the a an this that these those it we you he she they my your our in on at for with and but or if so yes no not ' +
		'ok okay please thanks thank what why how when where who which can could would should do does did is are was were ' +
		'let now then here there also just first next finally after before all some any each every as to from by of ' +
		"i'm i've i'll i'd it's let's true false none null undefined string number boolean note step example " +
		'monday tuesday wednesday thursday friday saturday sunday hi hello dear sorry great good sure well ' +
		'der die das ein eine ich du er sie es wir ihr und oder aber ja nein nicht bitte danke wie was wer wo wann warum ' +
		'le la les un une je tu il elle nous vous ils et ou mais oui non que qui el los las yo que como pero si por para'
	).split(' ')
);

const scripts =
	/[\u30a1-\u30fa\u30fc]{3,}(?:[・＝][\u30a1-\u30fa\u30fc]{2,})*|\p{Script=Han}{1,4}(?=先生|女士|小姐|老师|老師|教授|さん|様|氏|くん|ちゃん)|\p{Script=Hangul}{2,4}(?=씨|님|선생)/gu;

/** Proper names: capitalised words inside a sentence; Katakana words; Han and Hangul names before a title. */
export function findProperNames(text: string): Mention[] {
	const found: Mention[] = [];
	for (const sentence of sentencesOf(text))
		for (const match of sentence.text.matchAll(capitalised)) {
			let name = match[0];
			let offset = match.index;
			// The first word of a sentence has a capital anyhow.
			const space = name.indexOf(' ');
			if (offset < 3 || common.has((space < 0 ? name : name.slice(0, space)).toLowerCase())) {
				if (space < 0) continue;
				if (common.has(name.slice(0, space).toLowerCase())) {
					name = name.slice(space + 1);
					offset += space + 1;
				}
			}
			if (name.length < 2 || common.has(name.toLowerCase().replace('’', "'"))) continue;
			found.push({ kind: 'name', text: name, offset: sentence.offset + offset });
		}
	for (const match of text.matchAll(scripts))
		found.push({ kind: 'name', text: match[0], offset: match.index });
	return found;
}

const quoted =
	/"([^"\n]{2,120})"|“([^”\n]{2,120})”|„([^“”\n]{2,120})[“”]|«\s?([^»\n]{2,120}?)\s?»|「([^」\n]{1,80})」|『([^』\n]{1,80})』|《([^》\n]{1,80})》|`([^`\n]{2,120})`/gu;

/** What somebody quoted, without the marks. */
export function findQuotes(text: string): Mention[] {
	const found: Mention[] = [];
	for (const match of text.matchAll(quoted)) {
		const inner = match.slice(1).find(Boolean) ?? '';
		if (inner.trim() !== '')
			found.push({ kind: 'quote', text: inner.trim(), offset: match.index + 1 });
	}
	return found;
}
