import { vi } from 'vitest';

/** Looks again until the check passes. Its patience is that of a busy machine: a test that passes never waits for it. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
	vi.waitFor(check, { timeout: 20_000, interval: 20 });
