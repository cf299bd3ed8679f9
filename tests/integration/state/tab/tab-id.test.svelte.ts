import { afterEach, expect, it, vi } from 'vitest';
import { lastingTabId } from '#state/tab/tab-id.ts';

/** Under which id words of a tab are kept: a page that is loaded anew finds its own, and no other tab takes them for its own. */

let ids = 0;
/** A page of this tab, or of one that began with what its session storage holds. */
const idOfPage = () =>
	lastingTabId({ clock: { now: () => 0, zone: () => 'UTC', newId: () => `id ${String(++ids)}` } });
const look = (state: DocumentVisibilityState) => {
	vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
	document.dispatchEvent(new Event('visibilitychange'));
};

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
	sessionStorage.clear();
});

it('is none where the browser keeps nothing for a tab', () => {
	const setItem = () => {
		throw new DOMException('full', 'QuotaExceededError');
	};
	vi.stubGlobal('sessionStorage', { getItem: () => null, setItem });
	expect(idOfPage()).toBe('');
});

it('outlives a reload', () => {
	const id = idOfPage();
	window.dispatchEvent(new Event('pagehide'));
	expect(idOfPage()).toBe(id);
});

it('is another one in a tab that is opened from one that somebody looks at', () => {
	const id = idOfPage();
	look('visible');
	expect(idOfPage()).not.toBe(id);
});

it('is there again where the browser has closed a tab that nobody looked at', () => {
	const id = idOfPage();
	look('hidden');
	expect(idOfPage()).toBe(id);
});
