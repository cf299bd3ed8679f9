import { test } from 'vitest';
import { planProperties } from '../../support/plan-properties.ts';

for (const [name, check] of planProperties)
	test(name, { timeout: 60_000 }, () => {
		check(500);
	});
