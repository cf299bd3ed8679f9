import { expect, test, vi } from 'vitest';
import type { Looked } from '#core/offers/first-call.ts';
import { addFiles } from '#state/composer/add-files.ts';
import type { Attachments } from '#state/composer/attachments.svelte.ts';
import { Notices } from '#state/notices.svelte.ts';
import { attachFiles } from '../../../../src/routes/chat/acts/attach-files.ts';
import { readFile } from '#state/data/read-file.ts';
import { WrittenText } from '#state/composer/written-text.svelte.ts';
import { tellAdded } from '#ui/chat/composer/tell-added.ts';
import { eventually } from '../../../support/eventually.ts';

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

test('a name cannot turn its ending around in the list of what is attached', async () => {
	const put = vi.fn((_: { readonly name: string }) => undefined);
	const [added] = await addFiles(
		{ blocks: [], put },
		[new File(['words'], `invoice${String.fromCodePoint(0x202e)}txt.exe`)],
		100
	);
	expect(added?.name).toBe('invoicetxt.exe');
	expect(put.mock.calls[0]?.[0].name).toBe('invoicetxt.exe');
});

const where = () => {
	const said: string[] = [];
	const warned: string[] = [];
	const notices = {
		say: (text: string) => said.push(text),
		warn: (text: string) => warned.push(text)
	} as unknown as Notices;
	const attachments = { items: [], blocks: [], put: () => undefined } as unknown as Attachments;
	return {
		said,
		warned,
		where: {
			attachments,
			looked: { settings: undefined, answerer: 'm' } as unknown as Looked,
			notices
		}
	};
};

const empty = new File([], 'empty.txt');

test('what was changed in a file is told beside why another was refused', async () => {
	const { said, warned, where: at } = where();
	await attachFiles([new File([`Milk ${smuggled}`], 'list.txt'), empty], at);
	expect(said).toEqual([]);
	expect(warned).toEqual([
		expect.stringMatching(/^empty\.txt .*Attached list\.txt, .* 4 hidden characters removed\.$/)
	]);
});

test('what was attached is spoken where another file was refused', async () => {
	const { warned, where: at } = where();
	await attachFiles([new File(['Milk'], 'list.txt'), empty], at);
	expect(warned).toEqual([expect.stringMatching(/^empty\.txt [^A]*$/)]);
	// Behind what an offer of another file said just before: the page is shared.
	await eventually(() =>
		expect(document.querySelector('[aria-live=polite]')?.textContent).toMatch(/Attached list\.txt/)
	);
});

test('why a file was refused is told until others are chosen, and other words stay', async () => {
	const notices = new Notices();
	const at = { ...where().where, notices };
	await attachFiles([empty], at);
	expect(notices.current).toMatchObject({ isFailure: true });
	await attachFiles([new File(['Milk'], 'list.txt')], at);
	expect(notices.current).toBeUndefined();
	await attachFiles([empty], at);
	notices.say('It is back.');
	await attachFiles([new File(['Milk'], 'list.txt')], at);
	expect(notices.current?.text).toBe('It is back.');
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
