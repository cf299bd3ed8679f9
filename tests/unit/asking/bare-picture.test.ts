import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PictureType } from '#core/asking/attached.ts';
import { barePicture } from '#core/asking/bare-picture.ts';
import { joinBytes } from '#core/bytes.ts';
import { crc32 } from '#core/crc32.ts';

/** Pictures as cameras and programs write them, from parts. What is told of a place must not be in what is left. */

const ascii = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const told = (bytes: Uint8Array) => String.fromCharCode(...bytes);
const join = (...pieces: readonly (Uint8Array | string)[]) =>
	joinBytes(pieces.map((piece) => (typeof piece === 'string' ? ascii(piece) : piece)));
const u16 = (value: number) => Uint8Array.of(value >> 8, value & 255);
const u32 = (value: number) => Uint8Array.of(0, value >> 16, (value >> 8) & 255, value & 255);
const place = 'GPSLatitude 41.1496';

/** TIFF in one of both orders: a side among other entries, and a place behind them. */
const tiff = (side: number, little: boolean) => {
	const put = (width: number, value: number) => {
		const bytes = Array.from({ length: width }, (_, at) => (value >> (8 * at)) & 255);
		return Uint8Array.from(little ? bytes : bytes.toReversed());
	};
	const entry = (tag: number, value: number) =>
		join(put(2, tag), put(2, 3), put(4, 1), put(2, value), put(2, 0));
	return join(
		...[little ? 'II*\0' : 'MM\0*', put(4, 8), put(2, 2)],
		...[entry(0x0110, 7), entry(0x0112, side), put(4, 0), place]
	);
};
const minimal = (side: number) =>
	join('MM\0*\0\0\0\x08\0\x01', u16(0x0112), u16(3), u32(1), u16(side), u16(0), u32(0));

const segment = (marker: number, content: Uint8Array | string) => {
	const inside = join(content);
	return join(Uint8Array.of(0xff, marker), u16(inside.length + 2), inside);
};
const chunk = (name: string, content: Uint8Array | string) => {
	const named = join(name, content);
	const sum = crc32(0, named);
	return join(
		...[u32(named.length - 4), named],
		Uint8Array.of(sum >>> 24, (sum >> 16) & 255, (sum >> 8) & 255, sum & 255)
	);
};
const riff = (name: string, content: Uint8Array | string) => {
	const inside = join(content);
	return join(name, u32(inside.length).reverse(), inside, inside.length % 2 ? '\0' : '');
};
const webp = (...chunks: readonly Uint8Array[]) => {
	const inside = join('WEBP', ...chunks);
	return join('RIFF', u32(inside.length).reverse(), inside);
};
const head = (flags: number) => riff('VP8X', Uint8Array.of(flags, 0, 0, 0, 9, 0, 0, 9, 0, 0));

/** Coded pixels of a JPEG: a marker in them is stuffed, or begins anew. */
const pixels = fc
	.array(fc.nat(255))
	.map((all) => Uint8Array.from(all.flatMap((byte) => (byte === 255 ? [255, 0] : [byte]))))
	.map((coded) => join(coded, Uint8Array.of(0xff, 0xd3, 1)));
const content = fc.uint8Array({ maxLength: 40 });

const icc = segment(0xe2, 'ICC_PROFILE\0\x01\x01colours');
/** `side`: what stands where a camera writes; `beside`: all it writes, there and elsewhere. */
const jpegOf = (scan: Uint8Array, { side = '' as Uint8Array | string, beside = false }) =>
	join(
		...['\xff\xd8', segment(0xe0, 'JFIF\0\x01\x02'), side],
		...(beside ? [segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${place}`)] : []),
		...(beside ? [segment(0xed, place), segment(0xfe, place), segment(0xe2, `MPF\0${place}`)] : []),
		...[icc, segment(0xee, 'Adobe\0d'), segment(0xdb, 'table'), segment(0xda, 'scan'), scan],
		...[segment(0xc4, 'more'), segment(0xda, 'scan'), scan, '\xff\xd9', beside ? place : '']
	);
const camera = segment(0xe1, join('Exif\0\0', tiff(6, true)));

/** Blocks as a GIF parts its bytes. */
const blocks = (content: Uint8Array | string) => {
	const inside = join(content);
	const pieces: Uint8Array[] = [];
	for (let at = 0; at < inside.length; at += 255) {
		const some = inside.slice(at, at + 255);
		pieces.push(join(Uint8Array.of(some.length), some));
	}
	return join(...pieces, '\0');
};
const extension = (label: number, ...parts: readonly (Uint8Array | string)[]) =>
	join(Uint8Array.of(0x21, label), ...parts);
/** Two frames, one with colours of its own; `beside`: what programs write between them. */
const gifOf = (data: Uint8Array, beside: boolean) => {
	const frame = (flags: number, colours: string) =>
		join(
			extension(0xf9, '\x04\x01\x0a\0\0\0'),
			...[',', '\0\0\0\0\x09\0\x09\0', Uint8Array.of(flags), colours, '\x02', blocks(data)]
		);
	const notes = [
		extension(0xfe, blocks(place)),
		extension(0x01, '\x0c', 'p'.repeat(12), blocks(place)),
		extension(0xff, '\x0bXMP DataXMP', blocks(`<x>${place}</x>`)),
		extension(0xff, '\x0bNETSCAPE2.0', blocks(place)),
		// As if a delay, with more than one can say.
		extension(0xf9, '\x04\x01\x0a\0\0', blocks(place)),
		extension(0xf9, blocks(place))
	];
	return join(
		...['GIF89a', '\x09\0\x09\0', Uint8Array.of(0x80, 0, 0), 'rgbrgb'],
		...(beside ? notes : []),
		extension(0xff, '\x0bNETSCAPE2.0', '\x03\x01\0\0\0'),
		...[
			frame(0, ''),
			...(beside ? notes : []),
			frame(0x81, 'rgbrgbrgbrgb'),
			';',
			beside ? place : ''
		]
	);
};

describe('a picture without what is written beside it', () => {
	it('as GIF: its frames, their delays and how often they begin anew stay', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 600 }), (data) => {
				const bare = barePicture('image/gif', gifOf(data, true));
				expect(bare).toEqual(gifOf(data, false));
				expect(barePicture('image/gif', bare ?? ascii(''))).toBe(bare);
			})
		);
	});

	it('as JPEG: pixels, colours and which side is up stay, and nothing else', () => {
		fc.assert(
			fc.property(pixels, (scan) => {
				const side = segment(0xe1, join('Exif\0\0', minimal(6)));
				const bare = barePicture('image/jpeg', jpegOf(scan, { side: camera, beside: true }));
				expect(bare).toEqual(jpegOf(scan, { side }));
				expect(told(bare ?? ascii(place))).not.toContain(place);
				expect(barePicture('image/jpeg', bare ?? ascii(''))).toEqual(bare);
			})
		);
	});

	it('as PNG: what it is drawn from stays, and nothing behind its end', () => {
		const pngOf = (beside: boolean, data: Uint8Array, words: readonly string[]) =>
			join(
				...['\x89PNG\r\n\x1a\n', chunk('IHDR', 'size'), chunk('iCCP', 'colours')],
				beside ? chunk('eXIf', tiff(8, false)) : '',
				...(beside ? words.map((name) => chunk(name, place)) : []),
				...[chunk('tRNS', 'clear'), chunk('IDAT', data), chunk('IEND', ''), beside ? place : '']
			);
		const names = fc.subarray(['tEXt', 'iTXt', 'zTXt', 'tIME', 'caBX']);
		fc.assert(
			fc.property(content, names, (data, words) => {
				const bare = barePicture('image/png', pngOf(true, data, words));
				expect(bare).toEqual(pngOf(false, data, []));
				expect(barePicture('image/png', bare ?? ascii(''))).toEqual(bare);
			})
		);
	});

	it('as WebP: what its head says of it is so', () => {
		fc.assert(
			fc.property(content, fc.boolean(), (data, named) => {
				const image = riff('VP8L', data);
				const beside = riff('EXIF', join(named ? 'Exif\0\0' : '', tiff(3, true)));
				const full = webp(head(0x2c), riff('ICCP', 'c'), image, beside, riff('XMP ', place));
				const bare = webp(head(0x20), riff('ICCP', 'c'), image);
				expect(barePicture('image/webp', join(full, place))).toEqual(bare);
				expect(barePicture('image/webp', bare)).toBe(bare);
			})
		);
	});

	it('is the same where nothing stood beside', () => {
		fc.assert(
			fc.property(pixels, (scan) => {
				const plain: readonly (readonly [PictureType, Uint8Array<ArrayBuffer>])[] = [
					['image/jpeg', jpegOf(scan, {})],
					['image/png', join('\x89PNG\r\n\x1a\n', chunk('IDAT', scan), chunk('IEND', ''))],
					['image/webp', webp(riff('VP8 ', scan))],
					['image/gif', gifOf(scan, false)]
				];
				for (const [type, bytes] of plain) expect(barePicture(type, bytes)).toBe(bytes);
			})
		);
	});

	it('is none where it cannot be read to its end, whatever the bytes are', () => {
		const types = fc.constantFrom<PictureType>(
			'image/jpeg',
			'image/png',
			'image/webp',
			'image/gif'
		);
		const whole = jpegOf(ascii('pixels'), { side: camera, beside: true });
		fc.assert(
			fc.property(fc.nat(whole.length - place.length - 1), (length) => {
				expect(barePicture('image/jpeg', whole.slice(0, length))).toBeNull();
			})
		);
		fc.assert(
			fc.property(types, fc.uint8Array({ maxLength: 200 }), (type, bytes) => {
				const bare = barePicture(type, Uint8Array.from(bytes));
				expect(bare === null || bare.length <= bytes.length + 40).toBe(true);
			})
		);
	});

	it('as JPEG, without the thumbnail of an uncut picture and words where there should be numbers', () => {
		const thumbnail = join('JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01', place);
		const numbers = 'Adobe\0d\0\0\0\0\x01';
		const scan = join(segment(0xda, 'scan'), 'pixels\xff\xd9');
		const written = join(
			...['\xff\xd8', segment(0xe0, thumbnail), segment(0xee, join(numbers, place))],
			...[segment(0xf5, place), scan]
		);
		expect(barePicture('image/jpeg', written)).toEqual(
			join(
				...['\xff\xd8', segment(0xe0, 'JFIF\0\x01\x02\0\0\x01\0\x01\0\0')],
				...[segment(0xee, numbers), scan]
			)
		);
	});

	it('as PNG, is none where it holds what nobody knows and cannot do without', () => {
		const written = join('\x89PNG\r\n\x1a\n', chunk('IHDR', 'h'), chunk('ABCD', place));
		expect(barePicture('image/png', join(written, chunk('IEND', '')))).toBeNull();
	});

	it('as WebP, whose frames hold no frames, however many are said to stand in one another', () => {
		const bytes = new Uint8Array(12 + 20_000 * 24);
		const view = new DataView(bytes.buffer);
		bytes.set(webp().subarray(0, 12));
		view.setUint32(4, bytes.length - 8, true);
		for (let at = 12; at < bytes.length; at += 24) {
			bytes.set(ascii('ANMF'), at);
			view.setUint32(at + 4, bytes.length - at - 8, true);
		}
		expect(barePicture('image/webp', bytes)).toEqual(webp(riff('ANMF', new Uint8Array(16))));
	});

	it('as WebP, of a frame of whatever many chunks', () => {
		const chunks = new Uint8Array(200_000 * 8);
		for (let at = 0; at < chunks.length; at += 8) chunks.set(ascii('ALPH'), at);
		const frame = join('f'.repeat(16), chunks);
		const size = Uint8Array.of(0x10, 0x6a, 0x18, 0);
		const written = webp(join('ANMF', size, frame));
		expect(barePicture('image/webp', written)).toBe(written);
	});

	it('as WebP, in each of its frames, too', () => {
		fc.assert(
			fc.property(content, (drawn) => {
				const frame = (beside: boolean) =>
					riff(
						'ANMF',
						join('f'.repeat(16), riff('VP8L', drawn), ...(beside ? [riff('NOTE', place)] : []))
					);
				const bare = barePicture('image/webp', webp(head(2 | 8), frame(true), frame(false)));
				expect(bare).toEqual(webp(head(2), frame(false), frame(false)));
			})
		);
	});
});
