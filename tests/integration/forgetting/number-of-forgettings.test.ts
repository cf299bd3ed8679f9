import { expect, test } from 'vitest';
import { addTombstone, closeTombstone } from '#db/forgetting/intents.ts';
import { forgettingNow, forgottenSoFar } from '#db/forgetting/tombstones.ts';
import type { Truth } from '#db/schema.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** By one number whoever keeps what they have read knows whether something was forgotten since. */

let db: Truth;
withDatabase((own) => (db = own));

test('it changes when a forgetting begins and when it ends, also of the same line and while the clock stands', async () => {
	const line = { what: { kind: 'line', line: 'Likes tea' }, lines: [], summaries: {} } as const;
	const seen = [await forgettingNow(db)];
	for (let time = 0; time < 3; time++) {
		const begun = await addTombstone(db, line, 5);
		if (begun.status === 'failed') throw new Error(begun.failure.kind);
		seen.push(await forgettingNow(db));
		expect(await forgottenSoFar(db)).toBeNull();
		await closeTombstone(db, begun.value, null, () => []);
		seen.push(await forgettingNow(db));
		expect(await forgottenSoFar(db)).toBe(seen.at(-1));
	}
	expect(new Set(seen).size).toBe(seen.length);
});
