import process from 'node:process';
import { resolveConfig } from 'vite';
import { expect, it, vi } from 'vitest';

it('is built as it is shipped, whatever the environment calls itself', async () => {
	vi.stubEnv('NODE_ENV', 'development');
	try {
		const { isProduction } = await resolveConfig({}, 'build');
		expect(isProduction).toBe(true);
		expect(process.env.NODE_ENV).toBe('production');
	} finally {
		vi.unstubAllEnvs();
	}
});
