import { expect, it } from 'vitest';
import { storedPart } from '#core/import/chat-steps.ts';
import { largestPicture } from '#core/import/picture.ts';

/** A picture of another product is stored only as an endpoint takes it: else every later message would be refused. */

const base64 = (bytes: readonly number[]): string => Buffer.from(bytes).toString('base64');
const png = (width: number, height: number): string => {
	const edge = (pixels: number) => [0, 0, pixels >> 8, pixels & 255];
	const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82];
	return base64([...head, ...edge(width), ...edge(height), 8, 2, 0, 0, 0]);
};
const jpeg = base64([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]);
const webp = base64([...Buffer.from('RIFF0000WEBPVP8 ')]);

const stored = (mediaType: string, data: string) =>
	storedPart({ type: 'image', name: 'walk', data: { mediaType, base64: data } }, new Map());
const named = { type: 'text', text: '[image: walk]' };

it.each([
	['image/png', jpeg, 'image/jpeg'],
	['image/jpeg', png(10, 10), 'image/png'],
	['image/png', webp, 'image/webp'],
	['image/png', png(8000, 10), 'image/png']
])('is what its bytes say, not what the file says: %s', (says, data, is) => {
	expect(stored(says, data)).toMatchObject({ type: 'image', source: { media_type: is, data } });
});

it('that no endpoint takes is named', () => {
	expect(stored('image/png', png(8001, 10))).toEqual(named);
	// What is counted is the base64: 5 MB of it stand for 3.9 MB.
	const most = 5 * 1024 * 1024;
	expect(stored('image/png', png(10, 10).padEnd(most, 'A'))).toMatchObject({ type: 'image' });
	expect(stored('image/png', png(10, 10).padEnd(most + 4, 'A'))).toEqual(named);
	expect((largestPicture * 4) / 3).toBe(most);
	expect(stored('image/png', Buffer.from('<svg></svg>').toString('base64'))).toEqual(named);
	expect(stored('image/png', jpeg.slice(0, -1))).toEqual(named);
});
