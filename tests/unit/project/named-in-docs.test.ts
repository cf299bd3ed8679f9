import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Who follows the pages for those who go on with the app finds what they name: nobody else notices that it was renamed. */

const root = path.resolve(import.meta.dirname, '../../..');
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const files = ['src', 'tests', 'docs', 'scripts'].flatMap((folder) =>
	readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
		.map((file) => file.split(path.sep).join('/'))
);

const sources = files.filter((file) => /^(?:src|tests)\/.*\.(?:ts|svelte)$/.test(file));
const known = new Set(sources.flatMap((file) => textOf(file).match(/\b[A-Za-z]\w+/g) ?? []));

/** A file by the end of its path; what is written as one word of several, by that. All else in code may be anything. */
function isThere(name: string): boolean {
	if (/^\w.*\.(?:ts|svelte|json)$/.test(name))
		return files.some((file) => `/${file}`.endsWith(`/${name}`));
	return !/^[A-Za-z]+[a-z][A-Z]\w*$/.test(name) || known.has(name);
}

test.each([
	'CONTRIBUTING.md',
	'docs/design.md',
	'docs/context.md',
	'docs/security.md',
	'docs/decisions/2026-11-28-age-of-rows.md'
])('every file, function and type that %s names is there', (page) => {
	const text = textOf(page).replace(/```.*?```/gs, '');
	const named = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, name = '']) => name);
	expect(named.length).toBeGreaterThan(5);
	expect(named.filter((name) => !isThere(name))).toEqual([]);
});
