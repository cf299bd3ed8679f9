import { describe, expect, it } from 'vitest';
import { countPlaces, findWords, standsIn } from '#core/search/find-words.ts';

const told = (text: string, ...words: readonly string[]) => {
	const { places, best } = findWords(text, words);
	return {
		places: places.map(({ start, end }) => text.slice(start, end)),
		best: best?.start
	};
};

describe('words that were searched for', () => {
	it('are found wherever they stand, whatever their case and the white space between them', () => {
		expect(told('Tea, and green TEA.', 'tea')).toEqual({ places: ['Tea', 'TEA'], best: 0 });
		expect(told('They take green\ntea.', 'Green tea')).toEqual({
			places: ['green\ntea'],
			best: 10
		});
		expect(told('jam', 'tea')).toEqual({ places: [], best: undefined });
		expect(told('jam', '')).toEqual({ places: [], best: undefined });
	});

	it('stand at their own place behind letters that grow when they are made small', () => {
		expect(told('İİİ the Äpfel', 'äpfel')).toEqual({ places: ['Äpfel'], best: 8 });
	});

	it('are found whether an accent is part of its letter or follows it', () => {
		const apart = 'café'.normalize('NFD');
		const whole = 'café'.normalize('NFC');
		for (const asked of [apart, whole]) {
			expect(told(`A ${apart}, a ${whole}`, asked)).toEqual({ places: [apart, whole], best: 2 });
			expect(countPlaces(`A ${apart}, a ${whole}`, asked)).toBe(2);
			expect(standsIn([asked], apart) && standsIn([asked], whole)).toBe(true);
		}
	});

	it('are led to where most of them stand together, as in the passage that was shown', () => {
		const text = `The ferry. ${'It was fine. '.repeat(40)}The ferry to Naxos.`;
		expect(told(text, 'Naxos', 'ferry').best).toBe(text.lastIndexOf('ferry'));
	});

	it('are led to where what was shown beside them stands, though others stand closer together', () => {
		const text = `Ferry, ferry to Naxos. ${'It was fine. '.repeat(40)}The *slow* ferry by night.`;
		const { best } = findWords(text, ['naxos', 'ferry'], ['… the ', ' by night and ', ' slow']);
		expect(best?.start).toBe(text.lastIndexOf('ferry'));
		expect(findWords(text, ['naxos'], [' by night ']).best?.start).toBe(text.indexOf('Naxos'));
	});

	it('are held by a text that has all of them', () => {
		expect(standsIn(['ferry', 'naxos'], 'The Ferry to Naxos')).toBe(true);
		expect(standsIn(['ferry', 'naxos'], 'The ferry')).toBe(false);
		expect(standsIn([], 'The ferry')).toBe(false);
	});
});
