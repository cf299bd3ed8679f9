import { expect, test } from 'vitest';
import { leastTrusted } from '#core/lines/line-origin.ts';

test('a line is trusted as little as the least trusted thing it was made of', () => {
	expect(leastTrusted(['own', 'assistant'])).toBe('assistant');
	expect(leastTrusted(['web', 'own', 'tool'])).toBe('web');
	expect(leastTrusted(['tool', 'import', 'web'])).toBe('import');
	expect(leastTrusted([])).toBe('own');
});
