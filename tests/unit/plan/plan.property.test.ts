import { test } from 'vitest';
import { planProperties } from '../../support/random/plan-properties.ts';

for (const [name, check] of planProperties)
	test(name, { timeout: 60_000 }, () => {
		check(500);
	});
