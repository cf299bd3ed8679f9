import { afterAll, expect, vi } from 'vitest';

/**
 * What a screen has begun to fetch arrives before its document goes, so that no import is left without an answer; and
 * what waits for an idle moment finds nothing to do.
 */
afterAll(async () => {
	await vi.dynamicImportSettled();
	document.body.replaceChildren();
});

/** Files share a window: one that still asks before the page goes would ask in those that come behind it. */
afterAll(() => {
	const going = new Event('beforeunload', { cancelable: true });
	window.dispatchEvent(going);
	expect(going.defaultPrevented, 'the page is still held').toBe(false);
});
