/** Zips of ours may be larger than the first edition of the format allows, and are still read back. */
import { crc32 as crcOf } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openZip } from '#worker/zip/read.ts';
import { zipPlaces } from '#worker/zip/entries.ts';
import { writeZip } from '#worker/zip/write.ts';
import { never } from '../../support/never.ts';

const at = Date.UTC(2026, 10, 25);
const text = (of: string): Uint8Array => new TextEncoder().encode(of);

async function read(zip: Blob, name: string): Promise<string> {
	const opened = await openZip(zip);
	if (opened.status !== 'opened') throw new Error(opened.status);
	const bytes = await opened.files.get(name)?.bytes(never);
	return typeof bytes === 'object' ? new TextDecoder().decode(bytes) : String(bytes);
}

/** Stands for a file that has `length` bytes before `zip`: nobody has to write them. */
function behind(length: number, zip: Blob): Blob {
	const slice = (start = 0, end = length + zip.size): Blob =>
		zip.slice(Math.max(0, start - length), Math.max(0, end - length));
	return { size: length + zip.size, slice } as unknown as Blob;
}

describe('A zip of ours', () => {
	it('holds more files than sixteen bits can count', async () => {
		const zip = writeZip(at);
		const count = 70_000;
		for (let n = 0; n < count; n++) zip.add(`blobs/${String(n)}`, text(`the ${String(n)}th`));
		const made = zip.finish();
		expect(await zipPlaces(made, count)).toHaveLength(count);
		expect(await read(made, 'blobs/69999')).toBe('the 69999th');
	});

	it('is written on beyond four gigabytes', async () => {
		const far = 5 * 1024 ** 3;
		const zip = writeZip(at, far);
		zip.add('sessions/a.jsonl.gz', text('packed already'));
		zip.add('MEMORY.md', text('- a line\n'.repeat(50)));
		const large = behind(far, zip.finish());
		const places = await zipPlaces(large, 10);
		expect(places).toMatchObject([{ offset: far }, { name: 'MEMORY.md', size: 450 }]);
		expect(await read(large, 'sessions/a.jsonl.gz')).toBe('packed already');
		expect(await read(large, 'MEMORY.md')).toBe('- a line\n'.repeat(50));
	});

	it('is no bomb because it is gone through again and again', async () => {
		const zip = writeZip(at);
		zip.add('a.txt', text('word '.repeat(400)));
		zip.add('b.txt', text('word '.repeat(400)));
		const made = zip.finish();
		const open = async (all: number) => {
			const opened = await openZip(made, { all });
			if (opened.status !== 'opened') throw new Error(opened.status);
			return (name: string) => opened.files.get(name)?.bytes(never);
		};
		const whole = await open(4000);
		for (let times = 0; times < 9; times++)
			for (const name of ['a.txt', 'b.txt']) expect(await whole(name)).toHaveLength(2000);
		const small = await open(3000);
		expect(await small('a.txt')).toHaveLength(2000);
		expect(await small('a.txt')).toHaveLength(2000);
		expect(await small('b.txt')).toBe('too-large');
	});

	it('carries names of every script, sizes before the content, and a checksum', async () => {
		const zip = writeZip(at);
		zip.add('memory/日本 – é.md', text('x'));
		const made = zip.finish();
		const bytes = new DataView(await made.arrayBuffer());
		expect(bytes.getUint32(22, true)).toBe(1);
		expect(bytes.getUint32(14, true)).toBe(crcOf('x'));
		expect(bytes.getUint16(6, true) & 0x800).toBe(0x800);
		expect(await read(made, 'memory/日本 – é.md')).toBe('x');
	});
});
