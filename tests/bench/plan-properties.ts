import process from 'node:process';
import { planProperties } from '../support/random/plan-properties.ts';

/** The properties of the planner over many more logs than the tests have time for: 10,000 each, or as many as asked. */

const runs = Number(process.argv[2] ?? 10_000);
for (const [name, check] of planProperties) {
	const start = performance.now();
	check(runs);
	process.stdout.write(`${((performance.now() - start) / 1000).toFixed(1)} s  ${name}\n`);
}
