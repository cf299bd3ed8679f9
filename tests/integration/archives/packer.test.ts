import { gunzipSync, gzipSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { packer, packerWithin } from '#worker/workshop/packer.ts';
import { openZip } from '#worker/zip/read.ts';
import { breakages, breakGzip } from '../../support/breaking/broken-gzip.ts';
import { zipOf } from '../../support/apps/importing.ts';
import { never } from '../../support/never.ts';

/** What we pack can be unpacked, whatever it is; what others packed is unpacked within limits. */

const small = { bytes: 1000, times: 10, ratio: 200, ratioFrom: 100 };
const dense = '0'.repeat(100_000);

test('what packs as well as a bomb does is read back all the same', async () => {
	const line = 'a'.repeat(11 * 1024 * 1024);
	expect(await packer.unpack(packer.pack(`${line}\n`))).toEqual({ lines: [line], whole: true });
	const few = packerWithin(small);
	expect(await few.unpack(few.pack([`${dense}\n`, '2\n']))).toEqual({
		lines: [dense, '2'],
		whole: true
	});
});

test('a long session of pictures is read back, however long it is', async () => {
	const pictures = Array.from({ length: 40 }, () => randomBytes(300).toString('base64'));
	const few = packerWithin(small);
	const packed = few.pack(pictures.map((line) => `${line}\n`));
	expect(await few.unpack(packed)).toEqual({ lines: pictures, whole: true });
	const opened = await openZip(zipOf({ 'sessions/s1.jsonl.gz': packed }), { file: 1000 });
	if (opened.status !== 'opened') throw new Error(opened.status);
	expect(await opened.files.get('sessions/s1.jsonl.gz')?.bytes(never)).toEqual(packed);
});

test('a bomb that somebody else packed is put down half-way', async () => {
	const few = packerWithin(small);
	const far = await few.unpack(gzipSync(dense));
	expect(far.whole).toBe(false);
	const long = await few.unpack(
		gzipSync(`${'x y z '.repeat(20)}${randomBytes(30).toString('hex')}`.repeat(30))
	);
	expect(long.whole).toBe(false);
	const opened = await openZip(zipOf({ 'a.md': new TextEncoder().encode('word '.repeat(400)) }), {
		file: 1000
	});
	if (opened.status !== 'opened') throw new Error(opened.status);
	expect(await opened.files.get('a.md')?.bytes(never)).toBe('too-large');
});

test('lines come whole though their signs are parted by the pieces they are read in', async () => {
	const lines = Array.from(
		{ length: 3000 },
		(_, index) => `${'ü€😀'.repeat(index % 50)} ${String(index)}`
	);
	const packed = packer.pack(lines.map((line) => `${line}\n`));
	expect(await packer.unpack(packed)).toEqual({ lines, whole: true });
	const cut = await packer.unpack(packed.slice(0, packed.length / 2));
	expect(cut.whole).toBe(false);
	expect(lines.slice(0, cut.lines.length - 1)).toEqual(cut.lines.slice(0, -1));
	expect(cut.lines.length).toBeGreaterThan(100);
});

describe('what is packed quickly', () => {
	afterEach(() => vi.unstubAllGlobals());

	test('is one gzip member that holds the texts, whatever is in them and however long they are', async () => {
		const texts = [
			'ü€😀 \ud800\n',
			`${dense.repeat(30)}\n`,
			randomBytes(2_000_000).toString('hex')
		];
		const packed = await packer.packQuickly(texts);
		expect(gunzipSync(packed ?? '').toString()).toBe(texts.join('').toWellFormed());
		const few = packerWithin(small);
		const bomb = (await few.packQuickly([`${dense}\n`])) ?? new Uint8Array();
		expect(await few.unpack(bomb)).toEqual({ lines: [dense], whole: true });
		expect(await packer.packQuickly([])).not.toBeNull();
	});

	test.each(Object.entries(breakages))(
		'is nothing where it reads back as something else: %s',
		async (_, broken) => {
			breakGzip(broken);
			expect(await packer.packQuickly(['one\n', 'two\n'])).toBeNull();
		}
	);
});
