import { describe, expect, it, vi } from 'vitest';
import { Edit, isTyped } from '#ui/settings/fields/edit.svelte.ts';

/** A field that saves itself: what is half typed is never taken where half of it would do harm. */

function aField(wait: number | null) {
	const taken: string[] = [];
	const form = {
		begin: vi.fn(),
		end: vi.fn(),
		following: <T>(work: () => T) => ({ answer: work(), stored: Promise.resolve(null) })
	};
	const take = (text: string) => {
		taken.push(text);
		return undefined;
	};
	return { taken, edit: new Edit({ form, name: 'a field', stored: () => 'stored', take, wait }) };
}

/** As the browser tells it; a change that is not of keys or a clipboard has no kind. */
const input = (kind: string, data: string) =>
	kind === 'no kind'
		? new Event('input')
		: new InputEvent('input', { inputType: kind, data: data === '' ? null : data });

describe('a field of which half would do harm', () => {
	it.each([
		['insertText', 'l'],
		['deleteWordBackward', ''],
		['deleteContentBackward', ''],
		['historyUndo', ''],
		['insertCompositionText', 'l'],
		['insertCompositionText', 'https://l']
	])('is not taken while keys change it, however much of it: %s %s', (kind, data) => {
		const { edit, taken } = aField(null);
		edit.type('https://l', { isTyped: isTyped(input(kind, data)) });
		expect(taken).toEqual([]);
		edit.type('https://lo', { isTyped: true });
		edit.leave();
		expect(taken).toEqual(['https://lo']);
	});

	it.each([
		['insertFromPaste', 'http://localhost:1234'],
		['insertFromDrop', ''],
		['insertReplacementText', 'http://localhost:1234'],
		['insertText', 'http://localhost:1234'],
		['no kind', '']
	])('is taken at once when it comes whole: %s %s', (kind, data) => {
		const { edit, taken } = aField(null);
		edit.type('http://localhost:1234', { isTyped: isTyped(input(kind, data)) });
		expect(taken).toEqual(['http://localhost:1234']);
	});

	it('is taken when it is as long as the one before it, and nobody leaves the field', () => {
		const { edit, taken } = aField(null);
		edit.enter();
		const address = 'http://localhost:5678';
		edit.type(address, { isTyped: isTyped(input('insertText', address)) });
		expect(taken).toEqual([address]);
	});
});
