import { afterAll, vi } from 'vitest';

/** What a screen has begun to fetch arrives before its document goes, so that no import is left without an answer. */
afterAll(() => vi.dynamicImportSettled());
