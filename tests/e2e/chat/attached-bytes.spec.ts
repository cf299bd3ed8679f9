import type { Page } from '@playwright/test';
import { aPdf } from '../../support/pdf.ts';
import { composer, inAnotherTab, say, transcript, useServer } from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** What becomes of the bytes of a file, and whose it is where two tabs are open. */

const attached = (page: Page) => page.getByRole('list', { name: 'Attachments' });

interface Upload {
	readonly name: string;
	readonly mimeType: string;
	readonly buffer: Buffer;
}
const upload = (name: string, mimeType: string, bytes: string | Uint8Array): Upload => ({
	name,
	mimeType,
	buffer: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : Buffer.from(bytes)
});

async function attach(page: Page, file: Upload) {
	const [picker] = await Promise.all([
		page.waitForEvent('filechooser'),
		page.getByRole('button', { name: 'Attach files' }).click()
	]);
	await picker.setFiles(file);
	await expect(attached(page)).toContainText(file.name);
}

/** A picture of noise, which no program can pack, or of one colour. */
async function picture(page: Page, edge: number, type: string, isNoise = false): Promise<Buffer> {
	const address = await page.evaluate(
		([edge, type, isNoise]) => {
			const sheet = document.createElement('canvas');
			[sheet.width, sheet.height] = [edge, edge];
			const pen = sheet.getContext('2d');
			const data = pen?.createImageData(edge, edge);
			if (pen && data) {
				data.data.forEach((_, at, all) => {
					all[at] = at % 4 === 3 ? 255 : isNoise ? Math.floor(Math.random() * 256) : 90;
				});
				pen.putImageData(data, 0, 0);
			}
			return sheet.toDataURL(type);
		},
		[edge, type, isNoise] as const
	);
	return Buffer.from(address.split(',')[1] ?? '', 'base64');
}

test('a photograph is sent without the place where it was taken, and with the side that is up', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	const jpeg = await picture(page, 40, 'image/jpeg');
	const place = 'GPSLatitude 41.1496';
	const exif = Buffer.from(
		`Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0${place}`,
		'latin1'
	);
	const part = Buffer.concat([Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif]);
	const photo = Buffer.concat([jpeg.subarray(0, 2), part, jpeg.subarray(2)]);
	await attach(page, upload('home.jpg', 'image/jpeg', photo));
	await say(page, 'What is it?');
	const body = JSON.stringify(server.messages().at(-1)?.body);
	const sent = Buffer.from(/"data":"([^"]+)"/.exec(body)?.[1] ?? '', 'base64').toString('latin1');
	expect(sent.startsWith('\xff\xd8')).toBe(true);
	expect(sent).not.toContain('GPS');
	expect(sent).toContain('\x01\x12\0\x03\0\0\0\x01\0\x06');
	expect(sent.endsWith(jpeg.subarray(-200).toString('latin1'))).toBe(true);
});

test('a text of Windows is attached as its words are, and a PDF behind an empty line as what it is @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await attach(page, upload('kunden.csv', 'text/csv', 'Name;Ort\r\nM\xfcller;K\xf6ln;5 \x80\r\n'));
	await expect(page.getByRole('status').filter({ hasText: 'Windows-1252' })).toBeVisible();
	const pdf = Buffer.concat([Buffer.from('\r\n'), Buffer.from(aPdf())]);
	await attach(page, upload('report.pdf', 'application/pdf', pdf));
	await say(page, 'Read them');
	const body = JSON.stringify(server.messages().at(-1)?.body);
	expect(body).toContain('Müller;Köln;5 €');
	expect(body).toContain('"media_type":"application/pdf"');
});

test('a heavy picture of which no pixel is lost is told by its weight @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await attach(
		page,
		upload('noise.png', 'image/png', await picture(page, 1400, 'image/png', true))
	);
	const said = page.getByRole('status').filter({ hasText: 'made smaller' });
	await expect(said).toContainText('with as many pixels');
	await expect(said).not.toContainText('×');
});

test('what stands unsent in one tab stays when another sends a message of the same session', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'Hello');
	const other = await inAnotherTab(page);
	await expect(transcript(other).getByRole('article').first()).toBeVisible();
	await attach(other, upload('b.txt', 'text/plain', 'Words'));
	await say(page, 'Again');
	await other.reload();
	await expect(attached(other)).toContainText('b.txt');
});

test('a file that is dropped where nothing takes it does not open in place of the app @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	const drag = (where: string) =>
		page.evaluate((where) => {
			const dataTransfer = new DataTransfer();
			dataTransfer.items.add(new File(['x'], 'a.txt', { type: 'text/plain' }));
			const how = { dataTransfer, bubbles: true, cancelable: true };
			return ['dragover', 'drop'].map((kind) => {
				const event = new DragEvent(kind, how);
				document.querySelector(where)?.dispatchEvent(event);
				return event.defaultPrevented;
			});
		}, where);
	for (const path of ['/settings', '/memory', '/review', '/search']) {
		await page.goto(path);
		await expect(page.getByRole('main')).toBeVisible();
		await expect.poll(() => drag('main')).toEqual([true, true]);
	}
});

test('pictures that are pasted one after another can be told apart @slow', async ({
	page,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	const png = (await picture(page, 20, 'image/png')).toString('base64');
	const paste = () =>
		composer(page).evaluate((area, data) => {
			const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
			const clipboardData = new DataTransfer();
			clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
			const how = { clipboardData, bubbles: true, cancelable: true };
			area.dispatchEvent(new ClipboardEvent('paste', how));
		}, png);
	await Promise.all([paste(), paste(), paste()]);
	for (const number of ['1', '2', '3'])
		await expect(
			page.getByRole('button', { name: new RegExp(`Remove .?Pasted picture ${number}`) })
		).toHaveCount(1);
});
