// Runs a TypeScript file of this project in Node, through Vite's own module runner, with its arguments.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const [file, ...rest] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node scripts/run.js <file.ts> [arguments]');

// Our tsconfig.json extends one that Kit writes, with the first build or check; a fresh clone has had neither.
const root = fileURLToPath(new URL('..', import.meta.url));
if (!existsSync(resolve(root, '.svelte-kit/tsconfig.json')))
	execFileSync(
		process.execPath,
		[resolve(root, 'node_modules/@sveltejs/kit/svelte-kit.js'), 'sync'],
		// What is run may speak JSON lines: nothing else goes to its output, nothing is taken from its input.
		{ cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }
	);

process.argv = [process.execPath, resolve(file), ...rest];
await runnerImport(resolve(file), { configFile: false, logLevel: 'error' });
