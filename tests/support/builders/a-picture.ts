import { zlibSync } from 'fflate';
import { crc32 } from 'node:zlib';
import type { ImageBlock } from '#core/log/blocks.ts';

/** A PNG of one pixel of the colour of a number, under 2 ** 24: another for each. */
export function aPicture(number: number): ImageBlock {
	const pixel = [number >> 16, number >> 8, number].map((byte) => byte & 255);
	const chunks = [
		...chunk('IHDR', [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]),
		...chunk('IDAT', [...zlibSync(new Uint8Array([0, ...pixel]))]),
		...chunk('IEND', [])
	];
	const png = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, ...chunks]);
	const data = png.toString('base64');
	return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
}

function chunk(name: string, data: readonly number[]): readonly number[] {
	const named = [...Buffer.from(name), ...data];
	return [...uint32(data.length), ...named, ...uint32(crc32(Buffer.from(named)))];
}

const uint32 = (value: number): readonly number[] =>
	[24, 16, 8, 0].map((by) => (value >>> by) & 255);
