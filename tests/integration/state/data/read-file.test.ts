import { afterEach, expect, it, vi } from 'vitest';
import { mostMedia } from '#core/asking/media-limits.ts';
import { noRoomFor } from '#core/asking/attachment-room.ts';
import { readFile } from '#state/data/read-file.ts';
import { aPdf } from '../../../support/pdf.ts';

const read = async (made: Parameters<typeof aPdf>[0]) =>
	readFile(new File([new Uint8Array(aPdf(made))], 'plan.pdf'));

it.each([false, true])(
	'a locked PDF is refused, its objects packed away or not: %s',
	async (packed) => {
		expect(await read({ locked: true, packed })).toEqual({
			status: 'refused',
			reason: { why: 'locked' }
		});
	}
);

it('pages and pictures of a message are counted together, as the model takes them', async () => {
	const file = await read({ pages: 60, packed: true });
	if (file.status !== 'read') throw new Error('It can be read');
	const { block } = file;
	expect(noRoomFor(block, [], mostMedia(null))).toBeNull();
	expect(noRoomFor(block, [block], mostMedia(200_000))).toEqual({
		why: 'pages',
		pages: 120,
		most: 100
	});
	expect(noRoomFor(block, [block], mostMedia(1_000_000))).toBeNull();
});

it.each([
	['little', 0],
	['big', 1]
])('a text in UTF-16 that is marked is read, %s end first', async (_, high) => {
	const units = Array.from('\ufeffGrüße aus Graz', (sign) => sign.charCodeAt(0));
	const bytes = units.flatMap((unit) => (high ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8]));
	expect(await readFile(new File([new Uint8Array(bytes)], 'a.txt'))).toMatchObject({
		status: 'read',
		block: { source: { data: 'Grüße aus Graz' } }
	});
});

const readBytes = (signs: string) =>
	readFile(new File([Uint8Array.from(signs, (sign) => sign.charCodeAt(0))], 'a.csv'));
const utf8 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));

it('a text that is not written in UTF-8 is read as Windows writes it, and that is told', async () => {
	expect(await readBytes('Name;Ort\r\nM\xfcller;K\xf6ln\r\n')).toMatchObject({
		block: { source: { data: 'Name;Ort\r\nMüller;Köln\r\n' } },
		isGuessed: true
	});
	expect(await readBytes(utf8('Müller;Köln'))).toMatchObject({ isGuessed: false });
});

it('a text may hold the sign for what somebody else could not read', async () => {
	const data = '# Caf\ufffd\nGood text.\n';
	expect(await readBytes(utf8(data))).toMatchObject({ block: { source: { data } } });
});

/** What the browser makes of bytes that are a picture to it, or that are none. */
function drawing(size: { readonly width: number; readonly height: number } | null) {
	vi.stubGlobal('createImageBitmap', () =>
		size
			? Promise.resolve({ ...size, close: () => undefined })
			: Promise.reject(new DOMException('No', 'InvalidStateError'))
	);
	class Sheet {
		getContext = () => null;
		convertToBlob = () => Promise.resolve(new Blob(['\x89PNG\r\n\x1a\n'].map(latin)));
	}
	vi.stubGlobal('OffscreenCanvas', Sheet);
}
const latin = (signs: string) => Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
afterEach(() => void vi.unstubAllGlobals());

it('a picture that no model takes goes along as one that they do, where the browser can draw it', async () => {
	drawing({ width: 640, height: 480 });
	const avif = '\0\0\0\x20ftypavif\0\0\0\0avifmif1';
	expect(await readBytes(avif)).toMatchObject({
		status: 'read',
		block: { type: 'image', source: { media_type: 'image/png' } },
		shrunk: null
	});
});

it.each(['\x7fELF\x02\x01\xff', 'PK\x03\x04\xfc', 'M\xfcller\0', 'M\xfcller\x81'])(
	'what is no text is refused: %j',
	async (signs) => {
		drawing(null);
		expect(await readBytes(signs)).toEqual({ status: 'refused', reason: { why: 'kind' } });
	}
);

it('a PDF behind an empty line is read as one', async () => {
	const bytes = Uint8Array.from([13, 10, ...aPdf({ locked: true })]);
	expect(await readFile(new File([bytes], 'a.pdf'))).toMatchObject({ reason: { why: 'locked' } });
});

it('a folder, or a file that lies elsewhere, is refused with a reason and nothing else fails', async () => {
	const folder = new File(['x'], 'photos');
	folder.arrayBuffer = () => Promise.reject(new DOMException('No', 'NotReadableError'));
	expect(await readFile(folder)).toEqual({ status: 'refused', reason: { why: 'unread' } });
});
