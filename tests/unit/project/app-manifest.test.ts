// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** What a browser needs to install the app and to show it before it does. */

const files = path.resolve(import.meta.dirname, '../../../static');

interface Picture {
	readonly src: string;
	readonly sizes: string;
	readonly type: string;
	readonly purpose?: string;
	readonly form_factor?: string;
}

interface Manifest {
	readonly icons: readonly Picture[];
	readonly screenshots: readonly Picture[];
}

const manifest = JSON.parse(
	readFileSync(path.join(files, 'manifest.webmanifest'), 'utf8')
) as Manifest;

const iconsFor = (purpose: string): readonly string[] =>
	manifest.icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);

test('the app keeps its identity, begins at its first page and opens in a window of its own', () => {
	expect(manifest).toMatchObject({
		id: '/',
		start_url: '/',
		scope: '/',
		display: 'standalone',
		name: 'Keepsake'
	});
});

test('there is an icon of each size, as it is and for a shape that the system cuts', () => {
	for (const purpose of ['any', 'maskable'])
		expect(iconsFor(purpose)).toEqual(expect.arrayContaining(['192x192', '512x512']));
});

test('a wide and a narrow screenshot are shown before installing', () => {
	expect(manifest.screenshots.map((shot) => shot.form_factor)).toEqual(['wide', 'narrow']);
});

test.each([...manifest.icons, ...manifest.screenshots].map((one) => [one.src, one] as const))(
	'%s is there, and a picture of the size that is told',
	(src, { sizes, type }) => {
		const file = path.join(files, src);
		expect(existsSync(file)).toBe(true);
		if (type !== 'image/png') return;
		const bytes = readFileSync(file);
		expect(`${String(bytes.readUInt32BE(16))}x${String(bytes.readUInt32BE(20))}`).toBe(sizes);
	}
);
