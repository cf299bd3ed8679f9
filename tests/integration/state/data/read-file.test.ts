import { expect, it } from 'vitest';
import { mostMedia } from '#core/asking/media-limits.ts';
import { noRoomFor } from '#core/asking/room.ts';
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

it('a folder, or a file that lies elsewhere, is refused with a reason and nothing else fails', async () => {
	const folder = new File(['x'], 'photos');
	folder.arrayBuffer = () => Promise.reject(new DOMException('No', 'NotReadableError'));
	expect(await readFile(folder)).toEqual({ status: 'refused', reason: { why: 'unread' } });
});
