import { describe, expect, it, vi } from 'vitest';
import { Edit } from '#ui/settings/edit.svelte.ts';

/** A field that saves itself: what is half typed is never taken where half of it would do harm. */

const before = 'https://api.anthropic.com';

function aField(wait: number | null) {
	const taken: string[] = [];
	const form = { begin: vi.fn(), end: vi.fn() };
	const take = (text: string) => {
		taken.push(text);
		return undefined;
	};
	return { taken, edit: new Edit({ form, take, wait }) };
}

describe('a field of which half would do harm', () => {
	it.each(['insertText', 'deleteWordBackward', 'deleteContentBackward', 'historyUndo'])(
		'is not taken while it is typed, however much changes at once: %s',
		(inputType) => {
			const { edit, taken } = aField(null);
			edit.type('https://l', { before, inputType });
			expect(taken).toEqual([]);
			edit.type('https://lo', { before, inputType: 'insertText' });
			edit.leave();
			expect(taken).toEqual(['https://lo']);
		}
	);

	it.each(['insertFromPaste', 'insertFromDrop', 'insertReplacementText'])(
		'is taken at once when it is put there whole: %s',
		(inputType) => {
			const { edit, taken } = aField(null);
			edit.type('http://localhost:1234', { before, inputType });
			expect(taken).toEqual(['http://localhost:1234']);
		}
	);

	it('is taken at once when a program fills it in', () => {
		const { edit, taken } = aField(null);
		edit.type('http://localhost:1234', { before, inputType: undefined });
		expect(taken).toEqual(['http://localhost:1234']);
	});
});
