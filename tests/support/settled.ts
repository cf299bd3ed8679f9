import { afterAll, vi } from 'vitest';

/**
 * What a screen has begun to fetch arrives before its document goes, so that no import is left without an answer; and
 * what waits for an idle moment finds nothing to do.
 */
afterAll(async () => {
	await vi.dynamicImportSettled();
	document.body.replaceChildren();
});
