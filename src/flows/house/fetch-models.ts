import type { ModelCard } from '#core/models/model-card.ts';
import { changeSetting, readSetting } from '#db/settings.ts';
import type { App } from '#flows/ports.ts';
import type { ModelsOutcome } from '#flows/ports/model.ts';

/** Asks the endpoint for its models, and keeps what it says; numbers the user wrote are kept (INV-11). */
export async function fetchModels(app: App, signal: AbortSignal): Promise<ModelsOutcome> {
	const { db, telephone } = app;
	const listedBy = await readSetting(db, 'endpoint');
	const listed = await telephone.models(signal);
	if (listed.status === 'failed') return listed;
	const stored = await changeSetting(db, 'models', (models) => ({
		...models,
		...Object.fromEntries(
			listed.models.map((card) => [card.id, { ...mergeCard(models[card.id], card), listedBy }])
		)
	}));
	if (stored.status === 'failed') return stored;
	const key = await telephone.keyStatus();
	const first = defaultModel(listed.models);
	if (key.state === 'set' && first) {
		// Inside a transaction: the user may be choosing one at this very moment.
		const chosen = await changeSetting(db, 'model', (model) => model ?? first.id);
		if (chosen.status === 'failed') return chosen;
	}
	return listed;
}

/** What the endpoint says, but for the numbers that the user wrote. */
function mergeCard(known: ModelCard | undefined, said: ModelCard): ModelCard {
	if (!known) return said;
	const keepWindow = known.windowBy === 'user' || said.window === null;
	const keepOutput = known.outputBy === 'user' || said.maxOutput === null;
	return {
		...said,
		window: keepWindow ? known.window : said.window,
		windowBy: keepWindow ? known.windowBy : said.windowBy,
		maxOutput: keepOutput ? known.maxOutput : said.maxOutput,
		outputBy: keepOutput ? known.outputBy : said.outputBy,
		prices: known.prices ?? said.prices,
		priceStep: known.priceStep ?? said.priceStep
	};
}

/** A middling one, newest first as endpoints list them; else the first there is. */
const defaultModel = (models: readonly ModelCard[]): ModelCard | undefined =>
	models.find(({ id }) => id.includes('sonnet')) ?? models[0];
