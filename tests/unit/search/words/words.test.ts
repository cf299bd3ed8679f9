import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldWord } from '#core/search/words/fold.ts';
import { stemWord } from '#core/search/words/stem.ts';
import { cutTokens, filedToo } from '#core/search/words/tokens.ts';

const termsOf = (text: string): string[] => cutTokens(text).map(({ term }) => term);

describe('words', () => {
	test.each([
		['planned', 'planning', 'plans'],
		['hoped', 'hoping', 'hopes'],
		['studies', 'studied', 'studying'],
		['went', 'going', 'goes'],
		['children', 'child'],
		['running', 'ran', 'runs'],
		['decided', 'decision'],
		['happily', 'happy', 'happiness'],
		['organisation', 'organization', 'organizing'],
		['thought', 'thinking'],
		['boxes', 'box'],
		['wives', 'wife'],
		['colour', 'colors']
	])('%s and its other forms have one stem', (...forms) => {
		expect(new Set(forms.map(stemWord)).size).toBe(1);
	});

	test.each([
		['care', 'car'],
		['news', 'new'],
		['university', 'universe'],
		['hope', 'hop'],
		['plane', 'plan'],
		['sing', 's'],
		['bed', 'b']
	])('%s and %s stay two words', (one, other) => {
		expect(stemWord(one)).not.toBe(stemWord(other));
	});

	test.each([
		['Grüße', 'grusse'],
		['ÉCOLE', 'ecole'],
		['Ёлка', 'елка'],
		['Май', 'май'],
		['أَحْمَد', 'احمد'],
		['مدرسة', 'مدرسه'],
		['Ｆｕｌｌ', 'full'],
		['İstanbul', 'istanbul'],
		['हिंदी', 'हिंदी'],
		['हिँदी', 'हिंदी']
	])('%s is folded to %s', (word, folded) => {
		expect(foldWord(word)).toBe(folded);
	});

	test.each([
		['متحف', 'المتحف'],
		['التزام', 'الالتزام'],
		['كالسيوم', 'الكالسيوم'],
		['والدة', 'الوالدة'],
		['لغة', 'اللغة'],
		['بيت', 'البيت'],
		['כלב', 'הכלב'],
		['הודעה', 'ההודעה']
	])('%s is one word with an article and without', (...forms) => {
		expect(new Set(forms.flatMap(termsOf)).size).toBe(1);
	});

	test.each([
		['بمتحف', 'متحف'],
		['وبمتحف', 'متحف'],
		['والمتحف', 'متحف'],
		['بالمتحف', 'متحف'],
		['للمتحف', 'متحف'],
		['فللمتحف', 'متحف'],
		['وبالمتحف', 'متحف'],
		['للغة', 'لغه'],
		['لوالدتي', 'والدتي'],
		['והכלב', 'כלב'],
		['ובבית', 'בית']
	])('%s is filed as %s too', (word, other) => {
		expect(cutTokens(word).flatMap(filedToo)).toContain(other);
	});

	test.each(['الله', 'ولد', 'الاب', 'הבן', 'ובן'])('of %s too little would be left', (word) => {
		const [token] = cutTokens(word);
		expect(token?.term).toBe(token?.word);
		expect(cutTokens(word).flatMap(filedToo)).toEqual([]);
	});

	test('scripts without spaces are cut into overlapping pairs', () => {
		expect(termsOf('我喜欢画画')).toEqual(['我喜', '喜欢', '欢画', '画画']);
		expect(termsOf('猫')).toEqual(['猫']);
		expect(termsOf('ใช้ดี').length).toBeGreaterThan(2);
		expect(termsOf('用Python写')).toEqual(['用', 'python', '写']);
	});

	test('Korean written letter by letter is cut into the same syllables, each at its place', () => {
		const syllables = '내 고양이 이름은 나비';
		const letters = syllables.normalize('NFD');
		expect(letters.length).toBeGreaterThan(syllables.length);
		expect(termsOf(letters)).toEqual(termsOf(syllables));
		const places = cutTokens(letters).map(({ start, end }) => letters.slice(start, end));
		expect(places.map((place) => place.normalize('NFC'))).toEqual(
			cutTokens(syllables).map(({ start, end }) => syllables.slice(start, end))
		);
	});

	test.each([
		['Je bois du thé', 'thé'],
		['Tôi thích ăn phở', 'ăn'],
		['Tôi thích ăn phở', 'ăn'.normalize('NFD')],
		['I must visit the IT desk', 'IT'],
		['US visa', 'US']
	])('in “%s” the word “%s” is none of the common ones', (text, word) => {
		expect(cutTokens(word)).toMatchObject([{ stop: false }]);
		const [token] = cutTokens(word);
		expect(cutTokens(text).find(({ word }) => word === token?.word)?.stop).toBe(false);
	});

	test('a common word stays one with a capital, in a text of capitals, and as an accent alone', () => {
		expect(cutTokens('It is THE end').map(({ stop }) => stop)).toEqual([true, true, true, false]);
		expect(cutTokens('WHO IS IT').every(({ stop }) => stop)).toBe(true);
		expect(cutTokens('à')).toMatchObject([{ stop: true }]);
		expect(cutTokens('ｔｈｅ')).toMatchObject([{ stop: true }]);
		expect(cutTokens('th\u00ade')).toMatchObject([{ stop: true }]);
	});

	test('tokens lie in order inside the text, whatever it is', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
				let last = 0;
				for (const { start, end, term } of cutTokens(text)) {
					expect(start).toBeGreaterThanOrEqual(last);
					expect(end).toBeGreaterThan(start);
					expect(end).toBeLessThanOrEqual(text.length);
					expect(term).not.toBe('');
					last = start;
				}
			})
		);
	});
});
