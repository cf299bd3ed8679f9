/** Pictures that chats speak of and that do not come are told: before, as far as that is known, and after. */
import { expect, test } from 'vitest';
import { importedText } from '#ui/words/import-text.ts';
import { importFiles } from '../../support/apps/importing.ts';
import { db, previewOf, withTarget } from '../../support/apps/import-target.ts';

withTarget();

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];

/** A PNG as far as its first bytes tell, with so many pixels at its edges. */
const pictureOf = (edge: number, bytes = 100): Uint8Array<ArrayBuffer> => {
	const picture = new Uint8Array(bytes);
	picture.set(png);
	new DataView(picture.buffer).setUint32(16, edge);
	new DataView(picture.buffer).setUint32(20, edge);
	return picture;
};

const pictureFile = (at: number, bytes: Uint8Array<ArrayBuffer>) => ({
	name: `file-Ab${String(at)}-photo.png`,
	file: new Blob([bytes])
});

/** A conversation of ChatGPT in whose question these pictures stand. */
function asking(count: number) {
	const pictures = Array.from({ length: count }, (_, at) => ({
		content_type: 'image_asset_pointer',
		asset_pointer: `file-service://file-Ab${String(at)}`
	}));
	const message = (id: string, parent: string | null, role: string, parts: unknown[]) => ({
		id,
		parent,
		message: { author: { role }, content: { content_type: 'multimodal_text', parts } }
	});
	const mapping = {
		a: message('a', null, 'user', [...pictures, 'Which is the best?']),
		b: message('b', 'a', 'assistant', ['The first.'])
	};
	const chat = { id: 'x', title: 'Photos', create_time: 1_700_000_000, current_node: 'b', mapping };
	return { name: 'conversations.json', file: new Blob([JSON.stringify([chat])]) };
}

test('pictures beyond what one session may bring are counted in the preview', async () => {
	const megabyte = 1024 * 1024;
	const large = pictureOf(100, 3.5 * megabyte);
	const files = Array.from({ length: 18 }, (_, at) => pictureFile(at, large));
	const { items } = await previewOf([asking(19), ...files]);
	expect(items).toMatchObject([{ what: 'session', state: 'new', missingImages: 2 }]);
});

test('pictures that are in no file, or that no endpoint takes, are told after the import', async () => {
	const files = [
		asking(4),
		pictureFile(0, pictureOf(100)),
		pictureFile(1, new Uint8Array(100)),
		pictureFile(2, pictureOf(20_000))
	];
	const sums = await importFiles(db, files);
	if (sums.status !== 'imported') throw new Error(sums.status);
	expect(sums).toMatchObject({ sessions: 1, missingImages: 3 });
	expect(importedText(sums)).toBe(
		'Imported 1 session and 1 turn. 3 pictures are missing: in no file that was chosen, unreadable, or too large.'
	);
	const [turn] = await db.turns.toArray();
	expect(turn!.asked.map(({ type }) => type)).toEqual(['image', 'text', 'text', 'text', 'text']);
	// Nothing came the second time, so nothing is missing of it.
	expect(await importFiles(db, files)).toMatchObject({ there: 1, missingImages: 0 });
});

test('a file without a kind in its name is a picture by its first bytes, and is named where it is none', async () => {
	const files = [
		asking(1),
		{ name: 'file-Ab0.dat', file: new Blob([pictureOf(100)]) },
		{ name: 'file-Zz.dat', file: new Blob(['My notes']) },
		{ name: 'file-Yy.dat', file: new Blob([]) }
	];
	const { items } = await previewOf(files);
	expect(items.map(({ what, name, reason, count }) => [what, name, reason, count])).toEqual([
		['session', 'Photos', null, 1],
		['records', 'file-Zz.dat, file-Yy.dat', 'other-kind', 2]
	]);
	expect(await importFiles(db, files)).toMatchObject({ sessions: 1, missingImages: 0 });
});
