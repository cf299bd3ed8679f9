/** `npm run size`: what has to be read before the composer works, from the manifest of the last build; fails above the limit. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { built, firstLoad } from './first-load.js';

/** KB (1000 bytes) after gzip. */
const LIMIT = 120;

const { scripts } = firstLoad();
let bytes = 0;
for (const file of scripts)
	bytes += gzipSync(readFileSync(path.join(built, file)), { level: 9 }).length;
const weight = bytes / 1000;
console.log(
	`${weight.toFixed(1)} KB of scripts before the composer works, in ${scripts.length} files; the limit is ${LIMIT} KB.`
);
if (weight > LIMIT) process.exitCode = 1;
