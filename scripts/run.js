// Runs a TypeScript file of this project in Node, through Vite's own module runner, with its arguments.
import { resolve } from 'node:path';
import process from 'node:process';
import { runnerImport } from 'vite';

const [file, ...rest] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: node scripts/run.js <file.ts> [arguments]');
process.argv = [process.execPath, resolve(file), ...rest];
await runnerImport(resolve(file), { configFile: false, logLevel: 'error' });
