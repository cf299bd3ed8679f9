import { expect, test } from 'vitest';
import { nameOf } from '#core/export/file-name.ts';

test.each([
	['हिन्दी में पत्र', 'हिन्दी-में-पत्र'],
	['สวัสดี ชื่อ', 'สวัสดี-ชื่อ'],
	['re\u0301sume\u0301', 'résumé'],
	['  A <walk>: part 2?', 'A-walk-part-2'],
	['🎉', 'conversation']
])('the name of a file is in the letters of its title: %s', (title, name) => {
	expect(nameOf(title)).toBe(name);
});

test('a long one ends with a whole sign', () => {
	expect(nameOf('x'.repeat(59) + '𠮷𠮷')).toBe('x'.repeat(59) + '𠮷');
	expect(nameOf(`${'x'.repeat(59)} y`)).toBe('x'.repeat(59));
});
