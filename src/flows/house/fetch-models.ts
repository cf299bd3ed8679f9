import { defaultModel, listedCard } from '#core/models/listed-card.ts';
import { lacksModels } from '#core/models/known-models.ts';
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

/** Ask whom the endpoint has where the page was left before it had said so. */
export async function fetchMissingModels(
	app: App,
	rounds: Rounds,
	signal: AbortSignal
): Promise<void> {
	const now = app.clock.now();
	if (!lacksModels(await readSettings(app.db), app.online())) return;
	if (isResting(rounds, 'models', now)) return;
	if ((await app.telephone.keyStatus()).state !== 'set') return;
	// One that names none is not asked every minute either.
	rounds.resting.set('models', now);
	await fetchModels(app, signal);
}
