import { unknownCard } from '#core/models/model-card.ts';
import type { Truth } from '#db/schema.ts';

/** The model of the tests has a price: $1 a million tokens in, $10 a million out, and its cache is free. */
export async function aPrice(db: Truth): Promise<void> {
	const prices = { input: 1, output: 10, cacheRead: 0, cacheWrite: 0 };
	const card = { ...unknownCard('claude-test-5'), prices };
	await db.settings.put({ key: 'models', value: { [card.id]: card } });
}
