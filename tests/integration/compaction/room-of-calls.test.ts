import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import type { ModelCard } from '#core/settings.ts';
import { Truth } from '#db/schema.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { drafted, gardenCard, prepare } from '../../support/apps/compactable.ts';
import { withTurns } from '../../support/apps/garden-now.ts';
import { soundSummary, textOfBody } from '../../support/scripted-summariser.ts';

/** Every request to a summariser fits whoever is asked (INV-40). */

let db: Truth;
let count = 0;
beforeEach(() => {
	db = new Truth(`room-of-calls-${String(++count)}`);
});
afterEach(async () => {
	await db.delete();
});

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
