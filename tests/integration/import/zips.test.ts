/** Zips of strangers: names are data, sizes are not believed, and a break loses no more than what lay behind it. */
import { Zip, ZipDeflate, ZipPassThrough, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipPlaces } from '#worker/zip/entries.ts';
import { openZip } from '#worker/zip/read.ts';
import { salvagedPlaces } from '#worker/zip/salvage.ts';
import { foreignText, fileOf } from '../../support/foreign.ts';
import { importFile, readFile, zipOf } from '../../support/apps/importing.ts';
import { db, previewOf, withTarget } from '../../support/apps/import-target.ts';
import { never } from '../../support/never.ts';

withTarget();

test('hostile names in a foreign zip are names and nothing more', async () => {
	const zip = zipOf({
		'../../etc/passwd.md': '- x\n',
		'/abs.md': '- y\n',
		'C:\\win.md': '- z\n',
		__proto__: 'p',
		'a/__proto__.md': '- q\n'
	});
	await importFile(db, { file: zip, name: 'x.zip' });
	const paths = (await db.memoryFiles.toArray()).map((file) => file.path);
	expect(paths.every((path) => /^memory\/[\w.-]+\.md$/.test(path) && !path.includes('..'))).toBe(
		true
	);
	expect(({} as Record<string, unknown>)['q']).toBeUndefined();
});

test('a zip bomb, a lying header and damaged content are refused by name', async () => {
	const bomb = zipOf({ 'conversations.json': new Uint8Array(60 * 1024 * 1024).fill(0x20) });
	expect((await readFile(db, { file: bomb, name: 'b.zip' })).outcome).toMatchObject({
		failure: { kind: 'unreadable', what: 'too-large' }
	});
	const good = new Uint8Array(
		await zipOf({ 'conversations.json': foreignText('chatgpt.json') }).arrayBuffer()
	);
	const list = good.length - 22 - (46 + 'conversations.json'.length);
	const lying = good.slice();
	new DataView(lying.buffer).setUint32(list + 24, 10, true);
	const damaged = good.slice();
	damaged[200] = (damaged[200] ?? 0) ^ 0xff;
	for (const bytes of [lying, damaged]) {
		const { outcome } = await readFile(db, { file: new Blob([bytes]), name: 'x.zip' });
		const reasons =
			outcome.status === 'read'
				? outcome.preview.items.map((item) => item.reason)
				: [outcome.status === 'failed' ? outcome.failure.kind : null];
		expect(reasons).toContain('damaged');
	}
});

test('names in the letters of an old system are told apart, so that each file comes', async () => {
	const files = { 'xx1.md': 'One.\n', 'xx2.md': 'Two.\n' };
	const bytes = Buffer.from(await zipBefore(files).arrayBuffer());
	// Two words of Chinese as Windows packs them there; as UTF-8 neither says anything.
	for (const [name, word] of [
		['xx1', [0x78, 0xc4, 0xe3]],
		['xx2', [0x78, 0xce, 0xd2]]
	] as const)
		for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1))
			bytes.set(word, at);
	for (const cut of [0, 22]) {
		const zip = new Blob([bytes.subarray(0, bytes.length - cut)]);
		const { items } = await previewOf([{ file: zip, name: 'x.zip' }]);
		const notes = items.filter(({ what }) => what === 'memory-file');
		expect(notes.map(({ after }) => after)).toEqual(['One.\n', 'Two.\n']);
		expect(notes.map(({ name }) => name).join()).not.toContain('\ufffd');
	}
});

/** As a streaming writer leaves it, with sizes behind the content, and as one that knew them before. */
const zips = {
	behind: (files: Files) => zipBehind(files),
	before: (files: Files) => zipBefore(files)
};

type Files = Readonly<Record<string, string | Uint8Array>>;

const bytesOf = (content: string | Uint8Array): Uint8Array =>
	typeof content === 'string' ? new TextEncoder().encode(content) : content;

/** What is bytes already is stored as it is. */
const zipBefore = (files: Files) =>
	new Blob([
		zipSync(
			Object.fromEntries(
				Object.entries(files).map(([name, content]) => [
					name,
					[bytesOf(content), { level: typeof content === 'string' ? 6 : 0 }]
				])
			)
		)
	]);

function zipBehind(files: Files): Blob {
	const parts: BlobPart[] = [];
	const zip = new Zip((_, part) => parts.push(part));
	for (const [name, content] of Object.entries(files)) {
		const file = typeof content === 'string' ? new ZipDeflate(name) : new ZipPassThrough(name);
		zip.add(file);
		file.push(bytesOf(content), true);
	}
	zip.end();
	return new Blob(parts);
}

test.each(['behind', 'before'] as const)(
	'a zip that breaks off gives the files before the break and says that it did (sizes %s the content)',
	async (where) => {
		const list = JSON.parse(foreignText('chatgpt.json')) as Record<string, unknown>[];
		const second = JSON.stringify(
			Array.from({ length: 40 }, (_, at) => ({
				...list[0],
				conversation_id: `second ${String(at)}`
			}))
		);
		const zip = zips[where]({
			'conversations-000.json': foreignText('chatgpt.json'),
			'conversations-001.json': second
		});
		const bytes = new Uint8Array(await zip.arrayBuffer());
		const at = new TextDecoder('latin1').decode(bytes).indexOf('conversations-001.json');
		const cut = (end: number) => ({ file: new Blob([bytes.slice(0, end)]), name: 'x.zip' });
		const shown = async (end: number) =>
			(await previewOf([cut(end)])).items.map(({ name, reason }) => [name, reason]);
		const first = ['Three days in Rome', null];
		// In the second file, right behind the first, and with only the list gone.
		expect(await shown(at + Math.round((bytes.length - at) / 2))).toEqual(
			expect.arrayContaining([first, ['x.zip', 'cut-off'], ['conversations-001.json', 'damaged']])
		);
		expect(await shown(at - 30)).toEqual(expect.arrayContaining([first, ['x.zip', 'cut-off']]));
		const withoutList = await shown(bytes.length - 30);
		expect(withoutList).toEqual(expect.arrayContaining([first, ['x.zip', 'cut-off']]));
		expect(withoutList.map(([, reason]) => reason)).not.toContain('damaged');
		expect(await importFile(db, cut(at - 30))).toMatchObject({ status: 'imported', sessions: 2 });
		for (let end = 0; end < bytes.length; end += Math.ceil(bytes.length / 12)) {
			const { outcome } = await readFile(db, cut(end));
			if (outcome.status === 'read')
				expect(outcome.preview.items).toContainEqual(
					expect.objectContaining({ name: 'x.zip', reason: 'cut-off' })
				);
			else expect(outcome).toMatchObject({ status: 'failed' });
		}
	}
);

test.each(['behind', 'before'] as const)(
	'of a zip that breaks off a file that is itself a zip comes whole, and nothing in it counts as a file beside it (sizes %s the content)',
	async (where) => {
		for (const inner of ['behind', 'before'] as const) {
			const within = new Uint8Array(
				await zips[inner]({ 'inner 1.md': 'One.', 'inner 2.md': 'Two.' }).arrayBuffer()
			);
			// A sign that a file begins with, and no file.
			const likeOne = new Uint8Array([1, 0x50, 0x4b, 3, 4, ...new Uint8Array(40).fill(0xff)]);
			const zip = zips[where]({ 'a.zip': within, 'b.bin': likeOne, 'c.md': 'Behind them.' });
			// In the list, of which nothing but the beginning is left.
			const cut = zip.slice(0, zip.size - 100);
			const opened = await openZip(cut);
			if (opened.status !== 'opened') throw new Error(opened.status);
			expect([...opened.files.keys()]).toEqual(['a.zip', 'b.bin', 'c.md']);
			expect(await opened.files.get('a.zip')?.bytes(never)).toEqual(within);
			expect(await opened.files.get('b.bin')?.bytes(never)).toEqual(likeOne);
			expect(await opened.files.get('c.md')?.bytes(never)).toEqual(bytesOf('Behind them.'));
		}
	}
);

test('a zip whose files carry notes and fields of other programs is read as any, whole, broken off, and where its list is damaged', async () => {
	const notes = { 'a.md': 'One.', 'b.md': 'Two.', 'c.md': 'Three.' };
	const options = { level: 0, comment: 'a note', extra: { 0x5455: new Uint8Array(9) } } as const;
	const bytes = zipSync(
		Object.fromEntries(
			Object.entries(notes).map(([name, text]) => [name, [bytesOf(text), options]])
		)
	);
	const damaged = bytes.slice();
	const second = Buffer.from(bytes).lastIndexOf('b.md') - 46;
	damaged[second] = 0;
	for (const one of [bytes, bytes.subarray(0, -30), damaged]) {
		const opened = await openZip(new Blob([one]));
		if (opened.status !== 'opened') throw new Error(opened.status);
		expect(opened.isCut).toBe(one !== bytes);
		const found = [...opened.files].map(async ([name, file]) => [name, await file.bytes(never)]);
		expect(await Promise.all(found)).toEqual(
			Object.entries(notes).map(([name, text]) => [name, bytesOf(text)])
		);
	}
});

test('a zip of more files than anybody has, or with a list that alone would fill the memory, is refused before it is read', async () => {
	const notes = { 'a.md': 'One.', 'b.md': 'Two.', 'c.md': 'Three.' };
	const zip = zipBefore(notes);
	expect(await zipPlaces(zip, 3)).toHaveLength(3);
	expect(await zipPlaces(zip, 2)).toBe('too-large');
	// What its end says of their number need not be true.
	const lying = new Uint8Array(await zip.arrayBuffer());
	for (const at of [14, 12]) lying[lying.length - at] = 1;
	expect(await zipPlaces(new Blob([lying]), 2)).toBe('too-large');
	const long = { comment: 'x'.repeat(4000) };
	expect(await zipPlaces(new Blob([zipSync({ 'a.md': [bytesOf('One.'), long] })]), 3)).toBe(
		'too-large'
	);
	expect(await salvagedPlaces(zip, 2)).toHaveLength(2);
});

test('a file in a zip whose content was changed on the way is not taken for whole', async () => {
	const bytes = new Uint8Array(
		await zipBefore({ 'a.md': bytesOf('My cat is called Minka.') }).arrayBuffer()
	);
	bytes.set(bytesOf('Bello'), Buffer.from(bytes).indexOf('Minka'));
	const opened = await openZip(new Blob([bytes]));
	expect(opened.status === 'opened' && (await opened.files.get('a.md')?.bytes(never))).toBe(
		'damaged'
	);
});

test('of a zip without its list the files come whose sizes stand behind them in 64 bits, as writers of large zips have them', async () => {
	const parts: Uint8Array<ArrayBuffer>[] = [];
	for (const name of ['a.md', 'b.md']) {
		const zip = new Zip((_, part) => parts.push(new Uint8Array(part)));
		const file = Object.assign(new ZipDeflate(name), { extra: { 0x5455: new Uint8Array(9) } });
		zip.add(file);
		file.push(bytesOf(`Of ${name}`), true);
		// Checksum and two sizes, each of four bytes.
		const sizes = new DataView(parts.pop()!.buffer);
		const long = new DataView(new ArrayBuffer(24));
		for (const at of [0, 4]) long.setUint32(at, sizes.getUint32(at));
		for (const at of [8, 12]) long.setUint32(at * 2 - 8, sizes.getUint32(at));
		parts.push(new Uint8Array(long.buffer));
	}
	const opened = await openZip(new Blob(parts));
	if (opened.status !== 'opened') throw new Error(opened.status);
	for (const name of ['a.md', 'b.md'])
		expect(await opened.files.get(name)?.bytes(never)).toEqual(bytesOf(`Of ${name}`));
});

test('a zip that cannot be opened keeps nothing else that was chosen from being read', async () => {
	const broken = { file: new Blob(['PK\u0003\u0004 and no more of it']), name: 'broken.zip' };
	expect((await readFile(db, broken)).outcome).toMatchObject({ failure: { kind: 'damaged' } });
	const { items } = await previewOf([broken, fileOf('claude-ai.json')]);
	expect(items).toContainEqual(
		expect.objectContaining({ name: 'broken.zip', state: 'unreadable', reason: 'unusable' })
	);
	expect(items.filter(({ state }) => state === 'new')).toHaveLength(2);
});

test('a zip behind a password, or packed in a way that browsers do not know, is not called damaged, alone or in another', async () => {
	const name = 'conversations.json';
	const good = zipOf({ [name]: foreignText('claude-ai.json') });
	const list = good.size - 22 - (46 + name.length);
	const changed = async (at: number, value: number) => {
		const bytes = new Uint8Array(await good.arrayBuffer());
		bytes[list + at] = value;
		return bytes;
	};
	// As 7-Zip and Windows write them: the flag of a password, and methods 9, 12 and 14.
	for (const bytes of [
		await changed(8, 1),
		...(await Promise.all([9, 12, 14].map((one) => changed(10, one))))
	])
		for (const file of [new Blob([bytes]), zipOf({ 'inner.zip': bytes })])
			expect((await readFile(db, { file, name: 'export.zip' })).outcome).toMatchObject({
				failure: { kind: 'unreadable', what: 'locked' }
			});
	const locked = zipOf({ 'keepsake.zip': 'x' });
	const bytes = new Uint8Array(await locked.arrayBuffer());
	bytes[locked.size - 22 - (46 + 'keepsake.zip'.length) + 8] = 1;
	expect((await readFile(db, { file: new Blob([bytes]), name: 'safe.zip' })).outcome).toMatchObject(
		{
			failure: { kind: 'unreadable', what: 'locked' }
		}
	);
});
