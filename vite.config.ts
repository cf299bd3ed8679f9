import { fileURLToPath } from 'node:url';
import { sveltekit } from '@sveltejs/kit/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { chunkGroups } from './scripts/chunk-groups.js';
import { failOnWarnings } from './scripts/fail-on-warnings.js';

/** A build is the app as it is shipped, whatever NODE_ENV says around it: as development it would have no service worker. */
const asShipped: Plugin = {
	name: 'as-shipped',
	config: (_, { command }) => {
		if (command === 'build') process.env.NODE_ENV = 'production';
	}
};

/** No backup is sealed for a key pair. */
const noKeyPairs = fileURLToPath(new URL('scripts/no-key-pairs.js', import.meta.url));

/** The outlines of roots, arrows and brackets are for formulas drawn as pictures; ours are MathML. */
const noOutlines: Plugin = {
	name: 'no-outlines',
	apply: 'build',
	transform(code, id) {
		if (!id.endsWith('/katex/dist/katex.mjs')) return null;
		const outlines = /^var path = \{$.*?^\};$/ms;
		if (!outlines.test(code)) this.error('KaTeX keeps its outlines elsewhere now.');
		return { code: code.replace(outlines, 'var path = {};'), map: null };
	}
};

/** Which calls may be left out is of no use to anybody once they were. */
const comments = { annotation: false };

/** What tests of screens need beside their files. */
const drawn = {
	environment: 'happy-dom',
	setupFiles: ['fake-indexeddb/auto', 'tests/support/seed.ts', 'tests/support/settled.ts']
};

export default defineConfig({
	plugins: [asShipped, failOnWarnings(), noOutlines, sveltekit()],
	// Dexie's build for the browsers we support; what its package names is the same code written for those of 2010.
	resolve: {
		alias: [
			{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
			{ find: /^@noble\/(?:curves|post-quantum)\/.+/, replacement: noKeyPairs }
		]
	},
	// One file per worker: chunks of a worker would be missing from the list the service worker caches.
	worker: {
		format: 'es',
		rolldownOptions: {
			output: { codeSplitting: false, comments },
			checks: { bundlerTimings: false }
		}
	},
	build: { rolldownOptions: { checks: { bundlerTimings: false } } },
	environments: {
		client: {
			build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } } }
		}
	},
	test: {
		// The machines are shared and noisy; a test that hangs still ends.
		testTimeout: 60_000,
		hookTimeout: 60_000,
		// It would leave a core to itself, which of two is half of them.
		maxWorkers: '100%',
		projects: [
			{
				extends: true,
				test: {
					name: 'unit',
					include: ['tests/unit/**/*.test.ts'],
					environment: 'node',
					// What core keeps hangs on objects a test has made itself, and none of these tests replaces a module.
					isolate: false,
					setupFiles: ['tests/support/seed.ts']
				}
			},
			{
				extends: true,
				resolve: { conditions: ['browser'] },
				test: {
					name: 'integration',
					environment: 'node',
					// What is shared is registered for a file by a function that the file calls, and no module is replaced.
					isolate: false,
					include: ['tests/integration/**/*.test.ts'],
					setupFiles: ['fake-indexeddb/auto', 'tests/support/seed.ts']
				}
			},
			// A document costs half a second: only what draws has one, and shares it with what is drawn next.
			{
				extends: true,
				resolve: { conditions: ['browser'] },
				test: {
					name: 'screen',
					...drawn,
					include: ['tests/integration/**/*.test.svelte.ts'],
					exclude: ['**/*.apart.test.svelte.ts'],
					isolate: false
				}
			},
			// What replaces a module has them all to itself.
			{
				extends: true,
				resolve: { conditions: ['browser'] },
				test: {
					name: 'apart',
					...drawn,
					include: ['tests/integration/**/*.apart.test.svelte.ts']
				}
			}
		]
	}
});
