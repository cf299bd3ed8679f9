/** Tells whether what is kept still holds a thing: in other case, without its folders, in other words. */
import type { Anchor } from '#core/anchors/passage.ts';
import { holdsApart } from '#core/anchors/stands-alone.ts';

/** Case, marks and spaces make no difference. */
export const flatten = (text: string): string =>
	text
		.toLowerCase()
		.replace(/["'“”‘’«»„「」『』`*_]/gu, '')
		.replace(/\s+/gu, ' ');

/** Nor do the separators of a number. */
const squeeze = (text: string): string => text.toLowerCase().replace(/[\s\u00a0\u202f,.']/gu, '');

/** Answers whether the kept texts still hold an anchor, in whatever writing. */
export function keeperOf(kept: readonly string[]): (anchor: Anchor) => boolean {
	const raw = kept.join('\n');
	const lower = raw.toLowerCase();
	const flat = flatten(raw);
	const squeezed = squeeze(raw);
	const words = new Set(wordsOf(flat));
	return (anchor) => {
		const said = anchor.text.toLowerCase();
		if (lower.includes(said)) return holdsApart(lower, said, anchor.kind);
		switch (anchor.kind) {
			case 'path':
				return namesEnd(lower, said);
			case 'url':
				return lower.includes(withoutScheme(anchor.normal.toLowerCase()));
			case 'quantity':
			case 'money':
			case 'date':
			case 'time':
				return holdsNumber(squeezed, squeeze(anchor.text));
			case 'name':
			case 'quote':
				return holdsApart(flat, flatten(anchor.text), anchor.kind);
			case 'rule':
			case 'decision':
			case 'question':
				return flat.includes(flatten(anchor.text)) || holdsMostWords(words, anchor.text);
			case 'file':
			case 'hash':
			case 'uuid':
			case 'id':
			case 'code':
				return false;
		}
	};
}

function holdsNumber(text: string, wanted: string): boolean {
	for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
		const before = text.charCodeAt(at - 1);
		if (!(before >= 48 && before <= 57)) return true;
	}
	return false;
}

/** A path counts as kept when its last two parts are, or its file name. */
function namesEnd(lower: string, path: string): boolean {
	const parts = path.split('/').filter((part) => part !== '');
	const file = parts.at(-1) ?? '';
	if (file.includes('.') && file.length > 5 && lower.includes(file)) return true;
	return parts.length > 1 && lower.includes(parts.slice(-2).join('/'));
}

const withoutScheme = (url: string): string =>
	url.slice(url.indexOf('://') + 3).replace('www.', '');

const wordsOf = (flat: string): string[] => flat.match(/[\p{L}\p{N}]{4,}/gu) ?? [];

/** Nearly all longer words of a sentence stand in what is kept. */
function holdsMostWords(kept: ReadonlySet<string>, sentence: string): boolean {
	const words = wordsOf(flatten(sentence));
	if (words.length < 3) return false;
	return words.filter((word) => kept.has(word)).length >= words.length * 0.85;
}
