import { afterEach, expect, it, vi } from 'vitest';
import { copyText } from '#ui/kit/clipboard.ts';

afterEach(() => vi.unstubAllGlobals());

it('a text that cannot be copied is told: the browser refuses, or gives a page without https no clipboard', async () => {
	const writeText = vi.fn(() => Promise.resolve());
	vi.stubGlobal('navigator', { clipboard: { writeText } });
	expect(await copyText('a word')).toBe(true);
	expect(writeText).toHaveBeenCalledWith('a word');
	writeText.mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'));
	expect(await copyText('a word')).toBe(false);
	vi.stubGlobal('navigator', {});
	expect(await copyText('a word')).toBe(false);
});
