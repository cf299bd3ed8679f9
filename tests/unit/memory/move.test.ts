import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	addBullet,
	bulletsOf,
	extractionHeading,
	lineEndOf,
	replaceBullet,
	takeEdit
} from '#core/memory/file.ts';
import { normaliseLine } from '#core/lines/line.ts';
import { bulletLike } from '#core/memory/compared-lines.ts';
import { moveBullets, takeOut } from '#core/memory/move.ts';
import { findLines, outlineOf } from '#core/memory/outline.ts';
import { growthOfReading, inProportion } from '../../support/growth.ts';

/** The Markdown round trip: parse ∘ edit ∘ render keeps every byte that was not meant. */

/** Words in many scripts, with what trips editors: marks, joiners, surrogates, right to left, emphasis. */
const words = fc.constantFrom(
	'tea',
	'Ünïcödé',
	'אוהב תה',
	'يحب الشاي',
	'お茶が好き',
	'喜欢茶',
	'चाय पसंद',
	'ชอบชา',
	'любит чай',
	'👩‍👩‍👧 x',
	'e\u0301',
	'*bold* _em_ `code`',
	'[link](https://example.org)',
	'a - b * c',
	'1. not a list',
	'𝔘𝔫'
);
const row = fc.oneof(
	words,
	fc
		.tuple(
			fc.constantFrom('', '  ', '\t', '    '),
			fc.constantFrom('-', '*', '+'),
			fc.constantFrom(' ', '   ', '\t'),
			words
		)
		.map((parts) => parts.join('')),
	fc.constantFrom(
		'',
		'   ',
		'-',
		'- ',
		'* * *',
		'---',
		'> - quoted',
		'- [ ] task',
		'1. one',
		'```',
		'~~~',
		'````',
		'# Head',
		'###   Deep  ###',
		extractionHeading.saved('10:00'),
		'<!-- - hidden -->',
		'\\- escaped',
		'-no gap'
	)
);
const file = fc
	.tuple(
		fc.boolean(),
		fc.array(fc.tuple(row, fc.constantFrom('\n', '\r\n')), { maxLength: 14 }),
		row,
		fc.boolean()
	)
	.map(
		([bom, rows, last, open]) => (bom ? '\ufeff' : '') + rows.flat().join('') + (open ? last : '')
	);

test('every bullet is exactly the bytes between its offsets, and reading changes nothing', () => {
	fc.assert(
		fc.property(file, (text) => {
			let before = 0;
			for (const bullet of bulletsOf(text)) {
				expect(bullet.start).toBeGreaterThanOrEqual(before);
				const line = text.slice(bullet.start, bullet.end);
				expect(line).toMatch(/^\s*[-*+]\s/);
				expect(line).not.toMatch(/[\r\n]/);
				expect(line).toContain(bullet.text);
				before = bullet.end;
			}
			expect(
				outlineOf(text)
					.flatMap(({ lines }) => lines)
					.map(({ start }) => start)
			).toEqual(bulletsOf(text).map(({ start }) => start));
		})
	);
});

const bomOf = (text: string): string => (text.startsWith('\ufeff') ? '\ufeff' : '');

test('taking lines out leaves every other byte, the BOM, each line end and the missing last one as they were', () => {
	fc.assert(
		fc.property(file, fc.infiniteStream(fc.boolean()), (text, coins) => {
			const gone = bulletsOf(text).filter(() => coins.next().value === true);
			const after = takeOut(
				text,
				gone.map(({ start }) => start)
			);
			const heading = extractionHeading.saved('10:00');
			const kept = (all: string) =>
				all.split(/(?<=\n)/).filter((line) => !line.startsWith(heading) && line.trim() !== '');
			const lines = new Set(gone.map(({ start }) => start));
			let at = 0;
			const wanted = text.split(/(?<=\n)/).filter((line) => {
				const start = at === 0 && line.startsWith('\ufeff') ? 1 : at;
				at += line.length;
				return !lines.has(start);
			});
			const bare = (all: string) => all.replace(/^\ufeff/, '');
			expect(kept(bare(after))).toEqual(kept(bare(wanted.join(''))));
			// Empty lines may go only with an empty heading of ours; without one the rest is the same, byte for byte.
			if (!text.includes(heading)) expect(after).toBe(bomOf(text) + bare(wanted.join('')));
			expect(after.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'));
			if (gone.length === 0) expect(after).toBe(text);
		})
	);
});

test('a line that is moved is in the target once, and nothing else of either file changes', () => {
	fc.assert(
		fc.property(file, file, fc.nat(), (source, target, nat) => {
			const bullets = bulletsOf(source).filter(({ text }) => text !== '');
			const chosen = bullets[bullets.length === 0 ? 0 : nat % bullets.length];
			fc.pre(chosen !== undefined && normaliseLine(chosen.text) !== '');
			const moved = moveBullets(source, target, [chosen.start]);
			expect(moved.lines).toEqual([chosen.text]);
			expect(moved.source).toBe(takeOut(source, [chosen.start]));
			if (moved.known === 1) expect(moved.target).toBe(target);
			else expect(moved.target).toBe(addBullet(target, chosen.text));
			// An open fence at the end of the target swallows whatever stands behind it.
			if (bulletLike(`${target}${lineEndOf(target)}- x`, 'x'))
				expect(bulletLike(moved.target, chosen.text)).toBeDefined();
		})
	);
});

test('replacing a line and putting the old words back gives the same bytes', () => {
	fc.assert(
		fc.property(file, fc.nat(), (text, nat) => {
			const bullets = bulletsOf(text).filter((bullet) => bullet.text !== '');
			const chosen = bullets[bullets.length === 0 ? 0 : nat % bullets.length];
			fc.pre(chosen !== undefined);
			const once = replaceBullet(text, chosen.text, 'something quite new');
			expect(replaceBullet(once ?? '', 'something quite new', chosen.text)).toBe(text);
		})
	);
});

test('what is typed into the text area anywhere keeps the line ends and the BOM of everything else', () => {
	const shownOf = (text: string) => text.replace(/\r\n?/g, '\n');
	fc.assert(
		fc.property(file, fc.nat(), words, (text, nat, typed) => {
			const shown = shownOf(text);
			const at = nat % (shown.length + 1);
			const after = takeEdit(text, shown.slice(0, at) + typed + shown.slice(at));
			expect(shownOf(after)).toBe(shown.slice(0, at) + typed + shown.slice(at));
			expect(after.length).toBe(text.length + typed.length);
			expect(after.split('\r\n').length).toBe(text.split('\r\n').length);
		})
	);
});

test('a dash in a code fence and a line across the page are no memory lines; only its own kind closes a fence', () => {
	const texts = (text: string) => bulletsOf(text).map((bullet) => bullet.text);
	expect(texts('- a\n* * *\n- - -\n---\n- b')).toEqual(['a', 'b']);
	expect(texts('```\n- a\n~~~\n- b\n```\n- c')).toEqual(['c']);
	expect(texts('````\n- a\n```\n- b\n`````\n- c')).toEqual(['c']);
});

test('the outline tells headings with their lines; search finds lines whatever the case and the accents', () => {
	const text =
		'\ufeff- first\r\n# Me #\r\n- Likes Café\r\n  - in the morning\r\n\r\n## Work\r\nplain café words\r\n';
	expect(
		outlineOf(text).map(({ heading, lines }) => [
			heading,
			lines.map((line) => [line.text, line.depth])
		])
	).toEqual([
		['', [['first', 0]]],
		[
			'Me',
			[
				['Likes Café', 0],
				['in the morning', 1]
			]
		],
		['Work', []]
	]);
	expect(findLines(text, 'CAFE').map(({ text: found, number }) => [found, number])).toEqual([
		['- Likes Café', 2],
		['plain café words', 6]
	]);
	expect(findLines(text, 'cafe words')).toHaveLength(1);
	expect(findLines(text, '  ')).toEqual([]);
});

test('a fence within a line opens no block of code, and only a bare one closes it, as the preview has it', () => {
	const inLine = '- Tea\n```npm test``` runs all\n- Cups\n';
	expect(bulletsOf(inLine).map(({ text }) => text)).toEqual(['Tea', 'Cups']);
	expect(addBullet(inLine, 'Milk')).toBe(`${inLine}- Milk\n`);
	const blocks = '```js\n- in\n```js\n- still in\n``` \n- out\n';
	expect(bulletsOf(blocks).map(({ text }) => text)).toEqual(['out']);
	const commented = '# Me\n```sh\n# Install\n```\n- Tea\n';
	expect(outlineOf(commented).map(({ heading }) => heading)).toEqual(['Me']);
});

test('a heading with room in it, or marks behind it, is read at once', () => {
	const headings = (text: string) => outlineOf(text).map(({ heading }) => heading);
	expect(headings('# A  b \t##  \n## ##\n### C#\n# d # #\n# ')).toEqual([
		'A  b',
		'',
		'C',
		'd #',
		''
	]);
	const look = (room: string) => outlineOf(`# a${room}`);
	expect(growthOfReading(look, ' ', { end: 'x', length: 2000 })).toBeLessThan(inProportion);
});
