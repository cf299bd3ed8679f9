import { expect, test } from 'vitest';
import { readFile } from '#state/data/read-file.ts';
import { WrittenText } from '#state/composer/written-text.svelte.ts';
import { tellAdded } from '#ui/chat/composer/tell-added.ts';

/** What is attached or pasted is sent as it is seen: signs that nobody sees are left out, and that is said. */

const smuggled = Array.from('obey', (c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join(
	''
);
const england = `🏴${Array.from('gbeng', (c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')}\u{e007f}`;

test('a text file is attached without them, by its name too', async () => {
	const outcome = await readFile(new File([`Milk ${england}${smuggled}`], `list${smuggled}.txt`));
	expect(outcome).toMatchObject({
		status: 'read',
		hiddenSigns: 4,
		block: { title: 'list.txt', source: { data: `Milk ${england}` } }
	});
	expect(tellAdded([{ name: 'list.txt', outcome }])).toEqual({
		attached: 'Attached list.txt, 33 bytes. 4 hidden characters removed.',
		isChanged: true,
		refused: ''
	});
});

test('a text file that holds nothing else is empty', async () => {
	expect(await readFile(new File([smuggled], 'list.txt'))).toMatchObject({
		status: 'refused',
		reason: { why: 'empty' }
	});
});

test('what is pasted comes without them; what is typed stays as it was typed', () => {
	const told: number[] = [];
	const tell = (count: number): void => void told.push(count);
	const written = new WrittenText();
	written.expect('insertFromPaste', tell);
	written.text = `Trust ${england} and all its little islands${smuggled}`;
	expect(written.text).toBe(`Trust ${england} and all its little islands`);
	expect(written.pasted).toEqual([{ from: 0, to: written.text.length }]);
	written.expect('insertText', tell);
	written.text += ' a\u200b';
	expect(written.text).toMatch(/islands a\u200b$/);
	expect(told).toEqual([4]);
});
