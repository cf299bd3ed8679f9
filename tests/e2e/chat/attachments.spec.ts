import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { aPdf } from '../../support/pdf.ts';
import {
	composer,
	questions,
	replies,
	say,
	storedTables,
	transcript,
	useServer
} from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** Files that go along with a message, and words that were pasted into it. */

const attached = (page: Page) => page.getByRole('list', { name: 'Attachments' });

/** A picture of stripes, made by the browser. */
async function picture(page: Page, width: number, height: number, name: string) {
	const address = await page.evaluate(
		([wide, high]) => {
			const sheet = document.createElement('canvas');
			[sheet.width, sheet.height] = [wide, high];
			const pen = sheet.getContext('2d');
			for (let at = 0; pen && at < wide; at += 20) {
				pen.fillStyle = at % 40 ? '#258' : '#fa4';
				pen.fillRect(at, 0, 20, high);
			}
			return sheet.toDataURL('image/png');
		},
		[width, height] as const
	);
	return {
		name,
		mimeType: 'image/png',
		buffer: Buffer.from(address.split(',')[1] ?? '', 'base64')
	};
}

const pdf = {
	name: 'plan.pdf',
	mimeType: 'application/pdf',
	buffer: aPdf()
};
const notes = {
	name: 'notes.md',
	mimeType: 'text/markdown',
	buffer: Buffer.from('# Ferries\nThe ferry to Cacilhas costs 4 euros.\n')
};

async function attach(
	page: Page,
	files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]
) {
	const [picker] = await Promise.all([
		page.waitForEvent('filechooser'),
		page.getByRole('button', { name: 'Attach files' }).click()
	]);
	await picker.setFiles(files);
}

test('a file waits in sight where what reads it cannot be fetched without a network', async ({
	page,
	context
}) => {
	await page.goto('/');
	await expect(composer(page)).toBeFocused();
	await context.setOffline(true);
	await attach(page, [notes]);
	const told = page.getByRole('alert').filter({ hasText: 'Not attached: notes.md.' });
	await expect(told).toContainText('you are offline');
	await told.getByRole('button', { name: 'Try again' }).click();
	await expect(told).toBeVisible();
	await attach(page, [pdf]);
	const both = page.getByRole('alert').filter({ hasText: 'Not attached: notes.md and plan.pdf.' });
	await expect(both).toBeVisible();
	await context.setOffline(false);
	await both.getByRole('button', { name: 'Try again' }).click();
	await expect(attached(page).getByRole('listitem')).toHaveCount(2);
	await expect(both).toHaveCount(0);
	await expect(page.getByText('Something went wrong')).toHaveCount(0);
});

test('pictures, PDF and text files go along with a message, and again when its answer is made anew', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await attach(page, [await picture(page, 80, 60, 'small.png'), pdf, notes]);
	await expect(attached(page).getByRole('listitem')).toHaveCount(3);
	await say(page, 'What is in these?');
	await expect(attached(page)).toHaveCount(0);
	const askedIn = (at: number) => {
		const body = server.messages().at(at)?.body as {
			messages: { content: { type: string; title?: string; source?: Record<string, string> }[] }[];
		};
		return body.messages.at(-1)?.content.slice(0, 4) ?? [];
	};
	const asked = askedIn(-1);
	expect(asked.map(({ type }) => type)).toEqual(['image', 'document', 'document', 'text']);
	expect(asked[1]).toMatchObject({ title: 'plan.pdf', source: { media_type: 'application/pdf' } });
	expect(asked[2]?.source?.['data']).toContain('The ferry to Cacilhas');
	expect(server.refusals).toEqual([]);
	const drawn = questions(page).last().getByRole('img', { name: 'Attached picture, 80 × 60' });
	await expect(drawn).toBeVisible();
	await replies(page).last().getByRole('button', { name: 'Regenerate' }).click();
	await expect.poll(() => server.messages().length).toBe(2);
	expect(askedIn(-1)).toEqual(asked);
});

test('files whose names begin alike are told apart on a phone, before they are sent and after @slow', async ({
	page
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	const names = [1, 2].map(
		(part) => `Minutes of the harbour committee of Cacilhas, part ${part}.md`
	);
	const cutIn = (place: Locator) =>
		Promise.all(
			names.map((name) =>
				place.getByText(name).evaluate((shown) => shown.scrollWidth > shown.clientWidth)
			)
		);
	await page.goto('/');
	await attach(
		page,
		names.map((name) => ({ ...notes, name }))
	);
	await expect(attached(page).getByRole('listitem')).toHaveCount(2);
	expect(await cutIn(attached(page))).toEqual([false, false]);
	await say(page, 'What do they say?');
	await expect(attached(page)).toHaveCount(0);
	expect(await cutIn(questions(page).last())).toEqual([false, false]);
});

test('unsent files survive a reload, a large picture is made smaller, and what was sent can be opened @slow', async ({
	page
}) => {
	await page.goto('/');
	await attach(page, [await picture(page, 3000, 1500, 'wide.png')]);
	await expect(page.getByRole('status').filter({ hasText: '1,568 × 784' })).toBeVisible();
	await attach(page, [pdf, notes, await picture(page, 40, 30, 'small.png')]);
	await expect(attached(page).getByRole('listitem')).toHaveCount(4);
	const takeOff = page.getByRole('button', { name: 'Remove small.png' });
	await takeOff.click();
	await expect(attached(page).getByRole('listitem')).toHaveCount(3);
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(attached(page).getByRole('listitem')).toHaveCount(4);
	await takeOff.click();
	await expect(attached(page).getByRole('listitem')).toHaveCount(3);
	expect((await new AxeBuilder({ page }).include('#composer').analyze()).violations).toEqual([]);
	await composer(page).fill('What is in these?');
	await page.reload();
	await expect(attached(page).getByRole('listitem')).toHaveCount(3);
	await expect(composer(page)).toHaveValue('What is in these?');
	await composer(page).press('Enter');
	await expect(attached(page)).toHaveCount(0);
	const message = questions(page).last();
	await message.getByRole('button', { name: 'Open notes.md' }).click();
	await expect(page.getByRole('dialog', { name: 'notes.md' })).toContainText('costs 4 euros');
	await page.keyboard.press('Escape');
	await message.getByRole('button', { name: 'Open plan.pdf' }).click();
	const [saved] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('link', { name: 'Save file' }).click()
	]);
	expect(saved.suggestedFilename()).toBe('plan.pdf');
	await page.keyboard.press('Escape');
	await message.getByRole('button', { name: /^Open Attached picture/ }).click();
	await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
});

test('a file is opened, and keeps its name, also while the answer to its message is being stored @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	server.script(() => ({ text: `${'word '.repeat(30)}and the end.`, tokensPerSecond: 12 }));
	const send = async () => {
		await composer(page).press('Enter');
		await expect(replies(page).last()).toHaveAttribute('aria-busy', 'true');
	};
	const isAnswered = () => expect(replies(page).last()).toHaveAttribute('aria-busy', 'false');
	await attach(page, [notes]);
	await composer(page).fill('What is in it?');
	await send();
	await questions(page).getByRole('button', { name: 'Open notes.md' }).hover();
	await page.mouse.down();
	await isAnswered();
	await page.mouse.up();
	await expect(page.getByRole('dialog', { name: 'notes.md' })).toContainText('costs 4 euros');
	await page.keyboard.press('Escape');
	await attach(page, [await picture(page, 40, 30, 'a.png'), await picture(page, 30, 40, 'b.png')]);
	await composer(page).fill('What is on these?');
	await send();
	const second = questions(page)
		.last()
		.getByRole('button', { name: /^Open Attached picture 2/ });
	await second.click();
	const dialog = page.getByRole('dialog', { name: /^Attached picture 2/ });
	await expect(dialog).toBeVisible();
	await isAnswered();
	await expect(dialog).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(second).toBeFocused();
});

test('what was cut out of a picture lies on white when it is made smaller @slow', async ({
	page
}) => {
	await page.goto('/');
	const address = await page.evaluate(() => {
		const sheet = document.createElement('canvas');
		[sheet.width, sheet.height] = [2000, 2000];
		const pen = sheet.getContext('2d')!;
		const photograph = pen.createImageData(1600, 1600);
		photograph.data.forEach((_, at, data) => {
			data[at] = at % 4 === 3 ? 255 : (at * 2_654_435_761) >>> 24;
		});
		pen.putImageData(photograph, 200, 200);
		return sheet.toDataURL('image/png');
	});
	const buffer = Buffer.from(address.split(',')[1] ?? '', 'base64');
	await attach(page, [{ name: 'cut-out.png', mimeType: 'image/png', buffer }]);
	await expect(page.getByRole('status').filter({ hasText: '1,568 × 1,568' })).toBeVisible();
	await composer(page).fill('Who is this?');
	await composer(page).press('Enter');
	await questions(page)
		.last()
		.getByRole('button', { name: /^Open Attached picture/ })
		.click();
	const shown = page.getByRole('dialog').getByRole('img');
	await expect(shown).toBeVisible();
	const corner = await shown.evaluate(async (image: HTMLImageElement) => {
		await image.decode();
		const sheet = document.createElement('canvas');
		const pen = sheet.getContext('2d')!;
		pen.drawImage(image, 0, 0);
		return [...pen.getImageData(5, 5, 1, 1).data];
	});
	expect(corner).toEqual([255, 255, 255, 255]);
});

test('a picture of a kind that no model takes is attached as one that they do @slow', async ({
	page
}) => {
	await page.goto('/');
	// Four pixels of a bitmap: its header, then each as blue, green, red, in lines that are filled up to four bytes.
	const bmp = Buffer.alloc(70);
	bmp.write('BM');
	[70, 0, 54, 40, 2, 2].forEach((value, at) => bmp.writeUInt32LE(value, 2 + 4 * at));
	bmp.writeUInt16LE(1, 26);
	bmp.writeUInt16LE(24, 28);
	await attach(page, [{ name: 'old.bmp', mimeType: 'image/bmp', buffer: bmp }]);
	await expect(attached(page).getByRole('listitem')).toHaveCount(1);
	await composer(page).press('Enter');
	const drawn = questions(page).last().getByRole('img', { name: 'Attached picture, 2 × 2' });
	await expect(drawn).toHaveAttribute('src', /^data:image\/png;base64,/);
});

test('what cannot go along is said in words before anything is sent @slow', async ({ page }) => {
	await page.goto('/');
	await attach(page, [
		{ ...pdf, name: 'locked.pdf', buffer: aPdf({ locked: true, packed: true }) },
		{ ...pdf, name: 'long.pdf', buffer: aPdf({ pages: 101, packed: true }) },
		{ name: 'app.exe', mimeType: 'application/octet-stream', buffer: Buffer.from([77, 90, 0, 3]) },
		{ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.from('') },
		{ name: 'long.log', mimeType: 'text/plain', buffer: Buffer.from('a line\n'.repeat(200_000)) },
		{
			name: 'broken.png',
			mimeType: 'image/png',
			buffer: Buffer.from('\x89PNG\r\n\x1a\n and then nothing', 'latin1')
		}
	]);
	const told = page.getByRole('alert');
	await expect(told).toContainText('app.exe was not attached. Pictures');
	await expect(told).toContainText('locked.pdf was not attached: it is locked with a password');
	await expect(told).toContainText('long.pdf was not attached: with it the message would have 101');
	await expect(told).toContainText('empty.txt was not attached: there is nothing in it');
	await expect(told).toContainText(/long\.log was not attached: it has 1\.4/);
	await expect(told).toContainText('broken.png was not attached: the picture could not be opened');
	await expect(attached(page)).toHaveCount(0);
	// Once the words go out, what was said against a file beside them is over.
	await say(page, 'Then without it.');
	await expect(told).toHaveCount(0, { timeout: 1_000 });
});

test('a file that the endpoint refuses is named, and the conversation goes on without it @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await attach(page, {
		...pdf,
		name: 'torn.pdf',
		buffer: Buffer.from('%PDF-1.4 and nothing else')
	});
	await say(page, 'What is in this?');
	const failed = replies(page).last();
	await expect(failed.getByRole('alert')).toContainText(
		/The endpoint does not accept torn\.pdf, attached to your message of .*, and says: “The PDF specified was not valid”/
	);
	await failed.getByRole('button', { name: 'Retry' }).click();
	await expect(failed.getByRole('button', { name: 'Retry' })).toHaveCount(0);
	await expect(questions(page).last()).toContainText('torn.pdf');
	await expect(
		questions(page).last().getByRole('button', { name: 'Open torn.pdf' })
	).toHaveAccessibleDescription('Left out of the next request: the model refused it.');
	await page.getByRole('button', { name: /^Context/ }).click();
	await expect(
		page.getByRole('listitem').filter({ hasText: 'Include Recent messages' })
	).toContainText('Left out, with a note in its place: torn.pdf');
	await page.keyboard.press('Escape');
	await say(page, 'And now?');
	await expect(replies(page)).toHaveCount(2);
	await expect(replies(page).last().getByRole('alert')).toHaveCount(0);
	const refused = server.refusals.filter(({ request }) => request.path === '/v1/messages');
	expect(refused).toHaveLength(1);
});

test(
	'a pasted picture and dropped files are attached; without a key the text is read and the picture honestly not',
	{ tag: '@slow' },
	async ({ page }) => {
		await page.goto('/');
		const { buffer } = await picture(page, 60, 40, 'x');
		const encoded = buffer.toString('base64');
		const paste = (beside: string) =>
			composer(page).evaluate(
				(area, { data, words }) => {
					const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
					const clipboardData = new DataTransfer();
					clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
					if (words !== '') clipboardData.setData('text/plain', words);
					const how = { clipboardData, bubbles: true, cancelable: true };
					return area.dispatchEvent(new ClipboardEvent('paste', how));
				},
				{ data: encoded, words: beside }
			);
		// From a document the words come; what only names the file is no word.
		expect(await paste('A table of ferries')).toBe(true);
		await paste('image.png');
		await expect(attached(page)).toContainText('Pasted picture 1');
		await transcript(page).evaluate((log) => {
			const dataTransfer = new DataTransfer();
			const words = '# Ferries\nThe ferry to Cacilhas costs 4 euros.\n';
			dataTransfer.items.add(new File([words], 'notes.md', { type: 'text/markdown' }));
			for (const kind of ['dragenter', 'dragover', 'drop'])
				log.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
		});
		await expect(attached(page).getByRole('listitem')).toHaveCount(2);
		await say(page, 'What does the ferry to Cacilhas cost?');
		await expect(replies(page).last()).toContainText('The ferry to Cacilhas costs 4 euros.');
		await expect(replies(page).last()).toContainText('cannot see pictures');
		await expect(replies(page).last()).toContainText('notes.md');
	}
);

test(
	'pasted words are marked with the message, and what is typed among them is not',
	{ tag: '@slow' },
	async ({ page, context }) => {
		await context.grantPermissions(['clipboard-read', 'clipboard-write']);
		await page.goto('/');
		await composer(page).pressSequentially('He writes: ');
		await page.evaluate(() =>
			navigator.clipboard.writeText('I live in Lisbon and never eat fish.')
		);
		await composer(page).press('ControlOrMeta+v');
		await composer(page).pressSequentially(' Is that so?');
		await page.reload();
		await expect(composer(page)).toHaveValue(/never eat fish\. Is that so\?$/);
		await composer(page).press('Enter');
		await expect(replies(page).last()).toContainText('On-device');
		await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
		await expect(questions(page).first()).toContainText('With pasted text');
		const { turns } = await storedTables(page);
		expect(turns).toMatchObject([{ pasted: [{ from: 11, to: 47 }] }]);
		await questions(page).first().getByRole('button', { name: 'Edit' }).click();
		const editor = page.getByRole('textbox', { name: 'Edit message' });
		await editor.press('ControlOrMeta+Home');
		await editor.pressSequentially('Bob: ');
		await page.getByRole('button', { name: 'Save and send' }).click();
		await expect(questions(page).first()).toContainText('Bob: He writes');
		await expect
			.poll(async () => (await storedTables(page))['turns'])
			.toContainEqual(expect.objectContaining({ pasted: [{ from: 16, to: 52 }] }));
	}
);

test(
	'signs that nobody sees come neither with a text file nor with a paste, and it is said how many',
	{ tag: '@slow' },
	async ({ page, context, server }) => {
		await context.grantPermissions(['clipboard-read', 'clipboard-write']);
		await useServer(page, server);
		const smuggled = '\u{e006f}\u{e0062}\u{e0065}\u{e0079}';
		await page.goto('/');
		await attach(page, {
			name: 'list.txt',
			mimeType: 'text/plain',
			buffer: Buffer.from(`Milk and eggs${smuggled}`)
		});
		const told = page.getByRole('status').filter({ hasText: '4 hidden characters removed.' });
		await expect(told.first()).toBeVisible();
		await composer(page).fill('Read this: .');
		await composer(page).press('End');
		await composer(page).press('ArrowLeft');
		await page.evaluate(
			(text) => navigator.clipboard.writeText(text),
			`Cook ${smuggled}${smuggled}it`
		);
		await composer(page).press('ControlOrMeta+v');
		await expect(composer(page)).toHaveValue('Read this: Cook it.');
		await expect(
			page.getByRole('status').filter({ hasText: '8 hidden characters removed.' }).first()
		).toBeVisible();
		await composer(page).press('Enter');
		// The article of an answer is there before its request is on its way.
		await expect.poll(() => server.messages()).toHaveLength(1);
		const sent = JSON.stringify(server.messages().at(-1)?.body);
		expect(sent).toContain('Milk and eggs');
		expect(sent).not.toMatch(/[\u{e0000}-\u{e007f}]/u);
	}
);
