import { expect, it } from 'vitest';
import { fromFirstHit } from '#core/search/from-first-hit.ts';

const plain = (text: string) => ({ text, hit: false });
const hit = (text: string) => ({ text, hit: true });

it('begins between two words shortly before the first hit, and keeps what is behind it', () => {
	const lead = plain('It was a fine day and we spoke about the ');
	expect(fromFirstHit([lead, hit('ferry'), plain(' at nine')])).toEqual([
		plain('…and we spoke about the '),
		hit('ferry'),
		plain(' at nine')
	]);
});

it('leaves a passage that begins with a hit, or holds none, as it is', () => {
	const passages = [
		[hit('ferry'), plain(' at nine')],
		[plain('The '), hit('ferry')],
		[plain('a long passage '.repeat(4))]
	];
	for (const pieces of passages) expect(fromFirstHit(pieces)).toEqual(pieces);
});

it('cuts a word that is longer than the room before the hit', () => {
	const [first] = fromFirstHit([plain('x'.repeat(60)), hit('ferry')]);
	expect(first?.text).toBe(`…${'x'.repeat(24)}`);
});

it('cuts no sign in two where nothing parts the words', () => {
	const [first] = fromFirstHit([plain(`${'🌊'.repeat(30)}、`), hit('渡船')]);
	expect(first?.text).toBe(`…${'🌊'.repeat(11)}、`);
});
