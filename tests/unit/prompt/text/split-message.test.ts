import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitMessage } from '#core/prompt/text/split-message.ts';

const quarter = (text: string): number => Math.ceil(text.length / 4);
const bare = (text: string): string => text.replace(/\s+/g, '');

test('INV-18 a message that is too large is cut in two; the first part fits and nothing is lost', () => {
	fc.assert(
		fc.property(
			fc.array(fc.stringMatching(/^[a-zé🦆.]{1,12}$/u), { minLength: 1, maxLength: 300 }),
			fc.constantFrom(' ', '\n', '\n\n', '. '),
			fc.integer({ min: 1, max: 600 }),
			(pieces, seam, room) => {
				const text = pieces.join(seam);
				const parts = splitMessage(text, room, quarter);
				if (quarter(text) <= room) expect(parts).toBeNull();
				if (!parts) return;
				expect(quarter(parts.first)).toBeLessThanOrEqual(room);
				expect(bare(parts.first + parts.rest)).toBe(bare(text));
				expect(parts.first + parts.rest).not.toContain('\uFFFD');
			}
		)
	);
});

test('it is cut between paragraphs where one ends late enough, else between lines, sentences or words', () => {
	const split = (text: string, room: number) => splitMessage(text, room, quarter)?.first;
	expect(split(`${'a '.repeat(30)}end.\n\n${'b '.repeat(30)}`, 20)).toMatch(/end\.$/);
	expect(split(`${'a '.repeat(30)}end\n${'b '.repeat(30)}`, 20)).toMatch(/end$/);
	expect(split('word '.repeat(100), 20)).toMatch(/word$/);
	expect(split('🦆'.repeat(100), 21)).toBe('🦆'.repeat(42));
	expect(split(`a${'🦆'.repeat(100)}`, 21)).toBe(`a${'🦆'.repeat(40)}`);
	// A paragraph that ends early leaves most of the room.
	expect(split(`One.\n\n${'word '.repeat(100)}`, 20)?.length).toBeGreaterThan(60);
});

test('where next to nothing would fit it is not cut', () => {
	expect(splitMessage('word '.repeat(10_000), 3, quarter)).toBeNull();
	expect(splitMessage(`${' '.repeat(400)}words`, 50, quarter)).toBeNull();
});
