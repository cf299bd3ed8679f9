import { expect, test } from 'vitest';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import type { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { drafted, gardenCard, gardenTurns, prepare } from '../../support/apps/compactable.ts';
import { storeMore, withTurns } from '../../support/apps/garden-now.ts';
import { soundSummary, textOfBody } from '../../support/scripted/scripted-summariser.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** Every request to a summariser fits whoever is asked (INV-40). */

let db: Truth;
withDatabase((own) => (db = own));

/** What a request asks for, beyond what INV-40 leaves it of this window; at most 0: it fits. */
const tooMuch = (body: RequestBody, { window }: Pick<ModelCard, 'window'>): number =>
	scaleOf(aSession(), body.model).text(textOfBody(body)) + body.max_tokens - 0.9 * (window ?? 0);

const haiku: ModelCard = {
	...gardenCard,
	id: 'claude-haiku-test',
	window: 200_000,
	maxOutput: 8000,
	prices: { input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: 0.1 }
};

test.each([20_000, 8192])(
	'INV-40 the model that is asked in place of another is asked for no more than it can say and read: a window of %i',
	async (window) => {
		const own = { ...gardenCard, window };
		const [app, model] = await withTurns(db, 60, ({ model: asked }) =>
			asked === haiku.id ? { failure: { kind: 'overloaded' } } : soundSummary('The beds are built.')
		);
		await db.settings.put({ key: 'models', value: { [own.id]: own, [haiku.id]: haiku } });
		expect(drafted(await prepare(app)).tier).toBe('cheaper-model');
		const bodies = model.asked.filter((body) => body.model === own.id);
		expect(bodies.length).toBeGreaterThan(0);
		for (const body of bodies) {
			expect(body.max_tokens).toBeLessThanOrEqual(own.maxOutput ?? 0);
			expect(tooMuch(body, own)).toBeLessThanOrEqual(0);
		}
	}
);

/** A summary made with much room, and then as much again said to a model with little. */
async function withLess(fact: string) {
	const wide = { ...gardenCard, window: 200_000, maxOutput: 8000 };
	const small = { ...gardenCard, window: 8192 };
	const [app, model] = await withTurns(db, 80, (_, n) =>
		soundSummary(n === 0 ? fact : 'The beds are built.')
	);
	await writeSetting(db, 'models', { [wide.id]: wide });
	const first = drafted(await prepare(app));
	expect(first.tier).toBe('full');
	await useSummary(app, first.id);
	await storeMore(db, gardenTurns(40, gardenTurns(80)));
	await writeSetting(db, 'models', { [small.id]: small });
	return { app, small, asked: () => model.asked.slice(1) };
}

test('INV-40 a summary that was made with more room weighs in every request that is told it', async () => {
	const { app, small, asked } = await withLess('The bed is long and wide. '.repeat(300));
	expect(drafted(await prepare(app)).tier).toBe('full');
	expect(asked().length).toBeGreaterThan(1);
	for (const body of asked()) expect(tooMuch(body, small)).toBeLessThanOrEqual(0);
});

test('INV-40 what cannot fit beside a summary is not sent: code makes a summary of both', async () => {
	const { app, asked } = await withLess('The bed is long and wide. '.repeat(600));
	expect(drafted(await prepare(app))).toMatchObject({
		tier: 'extractive',
		failure: { kind: 'overflow', window: 8192 }
	});
	expect(asked()).toEqual([]);
});
