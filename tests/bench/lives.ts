import 'fake-indexeddb/auto';
import process from 'node:process';
import { manyLives } from '../support/life/lives.ts';

/** Random lives of a profile, many more than the tests have time for: 300, or as many as asked. */
await manyLives(Number(process.argv[2] ?? 300));
process.stdout.write('Nothing was lost, and nothing stayed that was forgotten.\n');
