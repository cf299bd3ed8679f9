import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, expect, it } from 'vitest';

let folder = '';
afterEach(() => {
	rmSync(folder, { recursive: true, force: true });
});

it('answers JSON lines in a clone where nothing was built or checked before', () => {
	folder = mkdtempSync(path.join(tmpdir(), 'keepsake-clone-'));
	for (const part of [
		'package.json',
		'tsconfig.json',
		'svelte.config.js',
		'vite.config.ts',
		'scripts',
		'src',
		'tests/bench'
	])
		cpSync(part, path.join(folder, part), { recursive: true });
	symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
	const { stdout, stderr } = spawnSync(
		process.execPath,
		['scripts/run.js', 'tests/bench/tokens.ts'],
		{
			cwd: folder,
			encoding: 'utf8',
			input: '{"op":"estimate","text":"Twelve words","family":"o200k"}\n'
		}
	);
	expect(stderr).toBe('');
	expect(JSON.parse(stdout)).toEqual({ tokens: expect.any(Number) as number });
});
