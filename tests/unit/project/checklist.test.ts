import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The list of what was asked for names its tests. A test that was renamed or taken away must not stand there. */

const root = path.resolve(import.meta.dirname, '../../..');
const page = readFileSync(path.join(root, 'docs/checklist.md'), 'utf8');

interface Row {
	readonly number: number;
	/** The last cell: tests, or the reason why there is none. */
	readonly proof: string;
}

const rows: readonly Row[] = page.split('\n').flatMap((line) => {
	const [, number, proof] = /^\| (\d+) \| .* \| (.+) \|$/.exec(line) ?? [];
	return number && proof ? [{ number: Number(number), proof }] : [];
});

interface Named {
	/** Below `tests`. */
	readonly file: string;
	readonly title: string;
}

/** The tests that a cell names by file and title. */
const namedIn = (cell: string): readonly Named[] =>
	cell.split('<br>').flatMap((part) => {
		const [, file, title] = /^(\S+\.ts) › (.+)$/.exec(part) ?? [];
		return file && title ? [{ file, title }] : [];
	});

/** Each proof of the checklist that names a title. */
const named = rows.flatMap(({ number, proof }) =>
	namedIn(proof).map((test) => ({ number, ...test }))
);

/** The invariants, each with the cell that names what proves it. */
const invariants = readFileSync(path.join(root, 'docs/invariants.md'), 'utf8')
	.split('\n')
	.flatMap((line) => {
		const [, number, proof] = /^\| INV-(\d+) \| .* \| (.+) \|$/.exec(line) ?? [];
		return number && proof ? [{ number: Number(number), proof }] : [];
	});

const texts = new Map<string, string>();

function textOf(file: string): string {
	const place = path.join(root, 'tests', file);
	const text = texts.get(file) ?? (existsSync(place) ? readFileSync(place, 'utf8') : '');
	texts.set(file, text);
	return text;
}

/** Whether a file runs a test of this title, as it is written there; one that is skipped proves nothing. */
function isTested({ file, title }: Named): boolean {
	return new RegExp(`(?:\\b(?:test|it)|\\))\\(\\s*(['"\`])${literalOf(title)}\\1`).test(
		textOf(file)
	);
}

/** The same for a group of tests, or a property in a list of them. */
function isGroupTested({ file, title }: Named): boolean {
	const begins = file.startsWith('support/') ? '\\[' : '\\bdescribe\\(';
	return new RegExp(`${begins}\\s*(['"\`])${literalOf(title)}\\1,`).test(textOf(file));
}

const literalOf = (title: string): string => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

test('the checklist has every number once, in order', () => {
	expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 243 }, (_, at) => at + 1));
});

test('every test that the checklist names is there, by its file and title', () => {
	expect(named.filter((proof) => !isTested(proof))).toEqual([]);
});

test('every one of the forty invariants names what proves it, and all of that is there', () => {
	expect(invariants.map(({ number }) => number)).toEqual(
		Array.from({ length: 40 }, (_, at) => at + 1)
	);
	for (const { number, proof } of invariants) {
		const tests = namedIn(proof);
		expect(tests, `INV-${String(number)}`).toHaveLength(proof.split('<br>').length);
		expect(tests.filter((one) => !isTested(one) && !isGroupTested(one))).toEqual([]);
	}
});

test('every file that the checklist names is there', () => {
	const files = rows.flatMap(({ proof }) =>
		[...proof.matchAll(/(?<![\w/])((?:tests|docs)\/[\w./-]+\.\w+)/g)].map(([, file]) => file ?? '')
	);
	expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('a row that names no test gives its reason, and the sum at the top is right', () => {
	const proved = new Set(named.map(({ number }) => number));
	const settled = rows.filter(({ number }) => !proved.has(number));
	expect(settled.filter(({ proof }) => proof.includes('›') || proof.length < 20)).toEqual([]);
	expect(page).toContain(
		`${String(proved.size)} of 243 have a test, ${String(settled.length)} are settled otherwise`
	);
});

test('a title carries the number of the requirement it shows', () => {
	expect(named.filter(({ number, title }) => !numbersIn(title).has(number))).toEqual([]);
});

test('a title carries the number of the invariant it shows', () => {
	const strays = invariants.flatMap(({ number, proof }) =>
		namedIn(proof).filter(({ title }) => !new RegExp(`\\bINV-${String(number)}\\b`).test(title))
	);
	expect(strays).toEqual([]);
});

/** `#12`, `#29–#35`. */
function numbersIn(title: string): ReadonlySet<number> {
	const found = new Set<number>();
	for (const [, from, to] of title.matchAll(/#(\d+)(?:–#?(\d+))?/g))
		for (let at = Number(from); at <= Number(to ?? from); at++) found.add(at);
	return found;
}
