/** Letters that stand for others and are none of them with an accent. */
const letters: Readonly<Record<string, string>> = {
	ß: 'ss',
	æ: 'ae',
	œ: 'oe',
	ø: 'o',
	đ: 'd',
	ð: 'd',
	þ: 'th',
	ł: 'l',
	ı: 'i',
	ё: 'е',
	أ: 'ا',
	إ: 'ا',
	آ: 'ا',
	ٱ: 'ا',
	ى: 'ي',
	ی: 'ي',
	ئ: 'ي',
	ؤ: 'و',
	ة: 'ه',
	ک: 'ك',
	'\u0901': '\u0902',
	'\u093c': ''
};
const special = new RegExp(Object.keys(letters).join('|'), 'gu');

/** With these letters written as the others; of a text in lower case. */
export const plainLetters = (text: string): string =>
	text.replace(special, (letter) => letters[letter] ?? '');
