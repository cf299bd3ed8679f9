import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import adapter from '@sveltejs/adapter-static';
import { preloadFirstLoad } from './scripts/preload-first-load.js';

/** The script of the page itself; Kit adds the hash of its own. */
const [, script = ''] = /<script>(.*?)<\/script>/s.exec(readFileSync('src/app.html', 'utf8')) ?? [];
const hash = createHash('sha256').update(script).digest('base64');

// The policy of the page. Workers get their own from the service worker and from scripts/serve.js.
const csp = {
	'default-src': ['none'],
	'script-src': ['self', `sha256-${hash}`],
	// The hash is that of Kit's announcer of routes, which has its style in the page; tests/e2e/app/policy.spec.ts recomputes it.
	'style-src': ['self', 'unsafe-hashes', 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='],
	'img-src': ['self', 'data:', 'blob:'],
	'font-src': ['self'],
	'media-src': ['self', 'blob:'],
	'connect-src': ['self'],
	'worker-src': ['self'],
	'manifest-src': ['self'],
	'frame-src': ['self'],
	'object-src': ['none'],
	'base-uri': ['none'],
	'form-action': ['none'],
	'require-trusted-types-for': ['script'],
	'trusted-types': ['svelte-trusted-html', 'sveltekit-trusted-url', 'dompurify', 'app-worker']
};

const files = adapter({ fallback: 'index.html' });

/** @type {import('@sveltejs/kit').Config} */
export default {
	compilerOptions: {
		runes: ({ filename }) => (filename.split(/[/\\]/).includes('node_modules') ? undefined : true)
	},
	kit: {
		typescript: {
			config: (config) => {
				config.include.push('../scripts/**/*.js', '../playwright.*.ts');
			}
		},
		adapter: {
			name: files.name,
			async adapt(builder) {
				await files.adapt(builder);
				preloadFirstLoad('build/index.html');
			}
		},
		serviceWorker: { register: false },
		// The style of the first screen stands in the page: nothing is waited for before it is drawn.
		inlineStyleThreshold: Infinity,
		version: { name: process.env.APP_VERSION ?? process.env.npm_package_version ?? 'dev' },
		csp: { mode: 'hash', directives: csp }
	}
};
