import 'fake-indexeddb/auto';
import process from 'node:process';
import { manyLives, manyPairs, manyTabs } from '../support/life/lives.ts';

/**
 * Random lives of a profile, many more than the tests have time for: `lives.ts [300] [4]`, so many of one device and half
 * as many of two devices, and of two tabs; something goes wrong in one act of four, with 0 in none.
 */
const [count = 300, oneIn = 4] = process.argv.slice(2).map(Number);
await manyLives(count, oneIn);
await manyPairs(Math.ceil(count / 2), oneIn);
await manyTabs(Math.ceil(count / 2), oneIn);
process.stdout.write('Nothing was lost, and nothing stayed that was forgotten.\n');
// What a dead tab has left waits for ever.
process.exit(0);
