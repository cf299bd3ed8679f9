import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	addBullet,
	addUnder,
	bulletsOf,
	cleanFile,
	extractionHeading,
	lineEndOf,
	removeBullet,
	removeEmptySection,
	replaceBullet,
	saidLines,
	takeEdit,
	withoutLines
} from '#core/memory/file.ts';

const line = fc
	.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
	.map((text) => text.replace(/[\r\n]/g, ' ').trim())
	.filter((text) => text !== '' && !/^[-*+#`~]/.test(text) && !/[\r\n\u2028\u2029]/.test(text));
const file = fc
	.tuple(
		fc.boolean(),
		fc.constantFrom('\n', '\r\n'),
		fc.boolean(),
		fc.array(
			fc.oneof(
				line,
				line.map((text) => `- ${text}`),
				line.map((text) => `## ${text}`),
				fc.constant('')
			),
			{ maxLength: 12 }
		)
	)
	.map(
		([bom, end, final, lines]) =>
			(bom ? '\uFEFF' : '') + lines.join(end) + (final && lines.length > 0 ? end : '')
	);
const heading = extractionHeading.compaction('14:30');

/** True when `after` is `before` with something put in at one place. */
function isInsertion(before: string, after: string): boolean {
	let head = 0;
	while (head < before.length && before[head] === after[head]) head++;
	const tail = before.length - head;
	return after.length >= before.length && (tail === 0 || after.endsWith(before.slice(head)));
}

test('the mark at the beginning of a file is none of the signs that nobody sees, and stays', () => {
	expect(cleanFile('\uFEFF- Tea\n')).toEqual({ text: '\uFEFF- Tea\n', removed: 0 });
	expect(cleanFile('\uFEFF- T\u200Be\uFEFFa\n')).toEqual({ text: '\uFEFF- Tea\n', removed: 2 });
});

test('#172 an accepted line stands under the heading of its extraction', () => {
	expect(addUnder('', { heading, line: 'Likes tea' })).toBe(
		'### Extracted from context compaction (14:30)\n- Likes tea\n'
	);
});

test('#173 several extractions of a day append to one file, and a late line joins its own heading', () => {
	const one = addUnder('', { heading, line: 'a' });
	const two = addUnder(one, { heading: extractionHeading.reset('18:00'), line: 'b' });
	const three = addUnder(two, { heading, line: 'c' });
	expect(three).toBe(
		'### Extracted from context compaction (14:30)\n- a\n- c\n\n### Extracted from session reset (18:00)\n- b\n'
	);
	// Also where blanks stand behind it.
	expect(addUnder(`${heading}  \n- a\n`, { heading, line: 'b' })).toBe(`${heading}  \n- a\n- b\n`);
	// Of two headings of the same minute, the last.
	expect(addUnder(`${three}\n${heading}\n- d\n`, { heading, line: 'e' })).toBe(
		`${three}\n${heading}\n- d\n- e\n`
	);
});

test('adding lines changes no other byte, whatever the line ends, final newline or BOM', () => {
	fc.assert(
		fc.property(file, fc.array(line, { minLength: 1, maxLength: 3 }), (text, lines) => {
			const after = lines.reduce((now, added) => addUnder(now, { heading, line: added }), text);
			expect(isInsertion(text, after)).toBe(true);
			expect(lineEndOf(after)).toBe(text.includes('\n') ? lineEndOf(text) : '\n');
			const read = bulletsOf(after).map((bullet) => bullet.text);
			for (const added of lines) expect(read).toContain(added);
			expect(isInsertion(text, addBullet(text, lines[0]!))).toBe(true);
		})
	);
});

test('a line that was added can be taken out again and leaves the file as it was', () => {
	fc.assert(
		fc.property(file, line, (text, added) => {
			fc.pre(!bulletsOf(text).some((bullet) => bullet.text === added));
			const once = addUnder(text, { heading, line: 'anchor' });
			const twice = addUnder(once, { heading, line: added });
			fc.pre(added !== 'anchor');
			expect(removeBullet(twice, added, heading)).toBe(once);
		})
	);
});

test.each([
	// A block of code that nothing closes would take what is added.
	['```\n- code', '```\n- code\n```\n\n## New\n- tea\n'],
	['~~~~ md\r\n```\r\n', '~~~~ md\r\n```\r\n~~~~\r\n\r\n## New\r\n- tea\r\n'],
	['## New\n- one\n```\n# code\n', '## New\n- one\n```\n# code\n```\n- tea\n'],
	// What looks like a heading in it is none.
	['## New\n```\n# code\n```\n## Next\n', '## New\n```\n# code\n```\n- tea\n## Next\n'],
	['## New\n## Next\n```\n## New\n', '## New\n- tea\n## Next\n```\n## New\n']
])('a line that is added to %j stands in no code', (text, expected) => {
	expect(addUnder(text, { heading: '## New', line: 'tea' })).toBe(expected);
	for (const added of [expected, addBullet(text, 'tea')])
		expect(bulletsOf(added).map((bullet) => bullet.text)).toContain('tea');
});

test('replacing one line keeps its mark, its indent and every other byte', () => {
	const text =
		'\uFEFF# Me\r\n\r\n  * Lives in Rome  \r\n- Lives in Rome\r\n```\r\n- not a line\r\n```';
	expect(replaceBullet(text, 'Lives in Rome', 'Lives in Oslo')).toBe(
		text.replace('Lives in Rome', 'Lives in Oslo')
	);
	expect(replaceBullet(text, 'not a line', 'x')).toBeNull();
	expect(removeBullet(text, 'nobody', heading)).toBeNull();
});

test('a line is taken out of its own section, and where it is not there from the first place it stands at', () => {
	const [other, none] = ['## Before\n- tea\n', '## Behind\n- tea\n'];
	expect(removeBullet(`${other}${heading}\n- tea\n${none}`, 'tea', heading)).toBe(
		`${other}${heading}\n${none}`
	);
	expect(removeBullet(`${other}${heading}\n- milk\n${none}`, 'tea', heading)).toBe(
		`## Before\n${heading}\n- milk\n${none}`
	);
});

test('taking the last line of an extraction back takes its heading back too', () => {
	fc.assert(
		fc.property(file, line, (text, added) => {
			fc.pre(!text.includes(heading) && !bulletsOf(text).some((bullet) => bullet.text === added));
			const after = addUnder(text, { heading, line: added });
			const without = removeEmptySection(removeBullet(after, added, heading) ?? '', heading);
			// A file without a final newline got one; everything else is as it was.
			expect([text, text + lineEndOf(text)]).toContain(without);
		})
	);
});

test('an edit in the text area changes only the bytes it touched, also in files of mixed line ends', () => {
	const mixed = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 6 });
	const asShown = (text: string) => text.replace(/\r\n?/g, '\n');
	fc.assert(
		fc.property(mixed, fc.nat(), fc.nat(5), line, (rows, at, cut, put) => {
			const text = rows.flat().join('');
			const shown = asShown(text);
			const start = shown.length === 0 ? 0 : at % shown.length;
			const edited = shown.slice(0, start) + put + '\n' + shown.slice(start + cut);
			const after = takeEdit(text, edited);
			expect(asShown(after)).toBe(edited);
			const before = shown.slice(0, start).split('\n').slice(0, -1).length;
			expect(after.split(/\r\n|\r|\n/).slice(0, before)).toEqual(
				text.split(/\r\n|\r|\n/).slice(0, before)
			);
			expect(takeEdit(text, shown)).toBe(text);
			// Which of two equal lines was typed, nobody can tell from the text.
			if (shown.startsWith(`${put}\n`, start)) return;
			// Everything before the edit and everything behind it is the same, byte for byte.
			const pairs = text.match(/\r\n|[^]/g) ?? [];
			const [head, tail] = [pairs.slice(0, start).join(''), pairs.slice(start + cut).join('')];
			expect([after.slice(0, head.length), after.slice(after.length - tail.length)]).toEqual([
				head,
				tail
			]);
			expect(after.length).toBeGreaterThanOrEqual(head.length + tail.length);
		})
	);
	expect(takeEdit('a\r\nb\nc\r\n', 'a\nb!\nc\n')).toBe('a\r\nb!\nc\r\n');
	expect(takeEdit('a\r\nb\r\n', 'a\nnew\nb\n')).toBe('a\r\nnew\r\nb\r\n');
});

test('with the last line of its section a heading of ours goes, and no other', () => {
	const saved = extractionHeading.saved('10:15');
	const isPin = (said: string) => said === 'The PIN is 4711';
	const note = `# Friday\n\n## Codes\n- The PIN is 4711\n\n### Extracted from context compaction (09:00)\n- Likes tea\n- The PIN is 4711\n\n${saved}\n- The PIN is 4711\n`;
	expect(withoutLines(note, isPin)).toBe(
		'# Friday\n\n## Codes\n\n### Extracted from context compaction (09:00)\n- Likes tea\n'
	);
	expect(withoutLines(`${saved}\r\n- The PIN is 4711\r\n`, isPin)).toBe('');
	const words = `${saved}\n\n- The PIN is 4711\nWords of mine\n`;
	expect(withoutLines(words, isPin)).toBe(`${saved}\n\nWords of mine\n`);
	expect(withoutLines(`${saved}\n`, isPin)).toBe(`${saved}\n`);
});

test('a line that is to go goes whole, whatever mark it has or none; headings of people stay', () => {
	const isPin = (said: string) => said === 'The PIN is 4711';
	const text =
		'\uFEFF# The PIN is 4711\r\nThe PIN is 4711\r\n\r\n1. The PIN is 4711\r\n2. Likes tea\r\n  * The PIN is 4711 \r\n' +
		'```\r\n- The PIN is 4711\r\n```\r\n#4 is the door\r\nThe PIN is 4711';
	expect(withoutLines(text, isPin)).toBe(
		'\uFEFF# The PIN is 4711\r\n\r\n2. Likes tea\r\n```\r\n```\r\n#4 is the door\r\n'
	);
	expect(withoutLines(text, (said) => said === '#4 is the door')).toBe(
		text.replace('#4 is the door\r\n', '')
	);
	const dated = '24. Dezember is the wedding\n';
	expect(withoutLines(dated, (said) => said === '24. Dezember is the wedding')).toBe('');
	expect(withoutLines(text, () => false)).toBe(text);
});

test('blanks behind a line, before it, or in an empty one hide nothing of what goes', () => {
	const out = (text: string, meant: string) => withoutLines(text, (said) => said === meant);
	expect(out(`${heading}  \n- tea  \n`, 'tea')).toBe('');
	expect(out('  2. May is her birthday \n', '2. May is her birthday')).toBe('');
	expect(removeEmptySection(`${heading}\n  \n## Next\n`, heading)).toBe('  \n## Next\n');
});

test('a line says what stands behind its mark, and with the number where that may be the day of a date', () => {
	expect(saidLines('# Me\n- tea\n\n2. May is her birthday\nplain\n')).toEqual([
		'tea',
		'May is her birthday',
		'2. May is her birthday',
		'plain'
	]);
});
