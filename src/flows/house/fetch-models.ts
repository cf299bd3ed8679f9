import { defaultModel, listedCard } from '#core/models/listed-card.ts';
import { listedModels } from '#core/models/known-models.ts';
import { isLocalEndpoint } from '#core/wire/endpoint.ts';
import { changeSetting, readSetting, readSettings } from '#db/settings.ts';
import { isResting, type Rounds } from '#flows/house/rounds.ts';
import type { App } from '#flows/ports.ts';
import type { ModelsOutcome } from '#flows/ports/model.ts';

/** Asks the endpoint for its models, and keeps what it says. */
export async function fetchModels(app: App, signal: AbortSignal): Promise<ModelsOutcome> {
	const { db, telephone } = app;
	const endpoint = await readSetting(db, 'endpoint');
	const listed = await telephone.models(signal);
	if (listed.status === 'failed') return listed;
	const stored = await changeSetting(db, 'models', (models) => ({
		...models,
		...Object.fromEntries(
			listed.models.map((card) => [card.id, listedCard(models[card.id], card, endpoint)])
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

/**
 * The page may have been left before its endpoint had said whom it has: with a key and no model every message would be
 * answered on this device from then on.
 */
export async function fetchMissingModels(
	app: App,
	rounds: Rounds,
	signal: AbortSignal
): Promise<void> {
	const settings = await readSettings(app.db);
	const now = app.clock.now();
	if (!app.online() && !isLocalEndpoint(settings.endpoint)) return;
	if (settings.model !== null || isResting(rounds, 'models', now)) return;
	if (listedModels(settings).size > 0 || (await app.telephone.keyStatus()).state !== 'set') return;
	// One that names none is not asked every minute either.
	rounds.resting.set('models', now);
	await fetchModels(app, signal);
}
