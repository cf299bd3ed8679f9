import { expect, it } from 'vitest';
import { named } from '#ui/chat/composer/named.ts';

const file = (name: string) => new File(['x'], name, { type: 'image/png' });
const namesOf = (files: readonly File[], taken: readonly string[] = []) =>
	named(files, taken).map(({ name }) => name);

it('pasted pictures are numbered on from those that stand there, so that each can be told from the others', () => {
	expect(namesOf([file('image.png'), file('')])).toEqual(['Pasted picture 1', 'Pasted picture 2']);
	expect(namesOf([file('image.png')], ['Pasted picture 1', 'a.txt'])).toEqual(['Pasted picture 2']);
	expect(namesOf([file('image.png')], ['Pasted picture 2'])).toEqual(['Pasted picture 1']);
	expect(namesOf([file('house.png'), file('image.png')])).toEqual([
		'house.png',
		'Pasted picture 1'
	]);
});
