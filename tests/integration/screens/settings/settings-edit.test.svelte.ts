import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SavedSettings } from '#state/settings/saved-settings.svelte.ts';
import { Edit, isTyped } from '#ui/settings/fields/edit.svelte.ts';
import SavedField from '#ui/settings/fields/SavedField.svelte';
import TokensField from '#ui/settings/fields/TokensField.svelte';
import { clear, show } from '../../kit/kit-page.ts';

/** A field that saves itself: what is half typed is never taken where half of it would do harm. */

afterEach(clear);

const form = {
	begin: vi.fn(),
	end: vi.fn(),
	following: <T>(work: () => T) => ({ answer: work(), stored: Promise.resolve(null) })
} as unknown as SavedSettings;

function aField(wait: number | null) {
	const taken: string[] = [];
	const take = (text: string) => {
		taken.push(text);
		return undefined;
	};
	return { taken, edit: new Edit({ form, name: 'a field', stored: () => 'stored', take, wait }) };
}

/** As the browser tells it; a change that is not of keys or a clipboard has no kind. */
const input = (kind: string, data: string) =>
	kind === 'no kind'
		? new Event('input', { bubbles: true })
		: new InputEvent('input', {
				bubbles: true,
				inputType: kind,
				data: data === '' ? null : data
			});

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

it('the first figures of a window are no window: it is taken when the field is left', () => {
	const store = vi.fn();
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	try {
		show(TokensField, {
			form,
			label: 'Context window (tokens)',
			value: null,
			store
		});
		const field = document.querySelector('input')!;
		const type = (text: string) => {
			field.value = text;
			field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
			flushSync();
		};
		field.focus();
		type('2');
		vi.advanceTimersByTime(60_000);
		expect(store).not.toHaveBeenCalled();
		type('200000');
		field.dispatchEvent(new Event('change', { bubbles: true }));
		expect(store.mock.calls).toEqual([[200_000]]);
	} finally {
		vi.useRealTimers();
	}
});

it.each([
	['is stored by Enter', {}, ['https://l']],
	['is not by the Enter of an input method', { isComposing: true }, []],
	['is not by one told as WebKit does', { keyCode: 229 }, []]
])('what is typed in a field that waits for the whole %s', (_, composed, stored) => {
	const taken: string[] = [];
	const take = (text: string) => {
		taken.push(text);
		return undefined;
	};
	show(SavedField, { form, label: 'API endpoint', value: '', whole: true, take });
	const field = document.querySelector('input')!;
	field.focus();
	field.value = 'https://l';
	field.dispatchEvent(input('insertCompositionText', 'https://l'));
	field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...composed }));
	flushSync();
	expect(taken).toEqual(stored);
});
