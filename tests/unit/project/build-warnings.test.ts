import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { resolveConfig } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** What a build warns of is told, and the build has failed: between a hundred lines of a good one nobody saw it. */

let folder: string;
beforeEach(() => {
	// Below ours, so that Vite and Svelte are found.
	mkdirSync('test-results', { recursive: true });
	folder = mkdtempSync('test-results/build-');
});
afterEach(() => {
	rmSync(folder, { recursive: true });
});

/** Build a page of these files, with our plugin and that of Svelte. */
function build(files: Readonly<Record<string, string>>) {
	const all = {
		'index.html': '<script type="module" src="./page.js"></script>',
		'vite.config.js': `
			import { svelte } from '@sveltejs/vite-plugin-svelte';
			import { failOnWarnings } from '../../scripts/fail-on-warnings.js';
			export default { plugins: [failOnWarnings(), svelte({ configFile: false })] };`,
		...files
	};
	for (const [name, text] of Object.entries(all)) writeFileSync(path.join(folder, name), text);
	const { status, stderr } = spawnSync(
		process.execPath,
		[path.resolve('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
		{ cwd: folder, encoding: 'utf8' }
	);
	return { isBuilt: status === 0, said: stderr };
}

it('a page that the bundler has nothing against is built without a word', () => {
	expect(build({ 'page.js': 'document.title = "Well";' })).toEqual({ isBuilt: true, said: '' });
});

it('what the bundler warns of is told, and nothing is built', () => {
	const { isBuilt, said } = build({
		'page.js': `import { b } from './b.js';\nimport('./b.js').then(() => b());`,
		'b.js': 'export const b = () => 1;'
	});
	expect(said).toContain('INEFFECTIVE_DYNAMIC_IMPORT');
	expect(said).toContain('The build has failed');
	expect(isBuilt).toBe(false);
});

it('what Svelte warns of as well', () => {
	const { isBuilt, said } = build({
		'page.js': `import { mount } from 'svelte';\nimport A from './A.svelte';\nmount(A, { target: document.body });`,
		'A.svelte': '<p>Words</p>\n<style>.nowhere { color: red }</style>'
	});
	expect(said).toContain('Unused CSS selector ".nowhere"');
	expect(isBuilt).toBe(false);
});

it('the app is built so', async () => {
	const { plugins } = await resolveConfig({}, 'build');
	expect(plugins.map(({ name }) => name)).toContain('fail-on-warnings');
});
