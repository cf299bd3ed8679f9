import { defaultModel, listedCard } from '#core/models/listed-card.ts';
import { lacksModels } from '#core/models/known-models.ts';
import { changeSettings, readSetting, readSettings } from '#db/settings.ts';
import { isResting, type Rounds } from '#flows/house/rounds.ts';
import type { App } from '#flows/ports.ts';
import type { ModelsOutcome } from '#flows/ports/model.ts';
import { neverStops, settledOrStop } from '#flows/ports/waiting.ts';

/** How long a message waits for the list of models, ms. */
const patience = 4000;

/** Asks the endpoint for its models, and keeps what it says. `isTest`: and whether it can answer messages. */
export async function fetchModels(
	app: App,
	signal: AbortSignal,
	isTest = false
): Promise<ModelsOutcome> {
	const { db, telephone } = app;
	const endpoint = await readSetting(db, 'endpoint');
	const listed = await telephone.models(signal, isTest);
	if (listed.status === 'failed') return listed;
	const { state } = await telephone.keyStatus();
	const first = state === 'set' ? (defaultModel(listed.models)?.id ?? null) : null;
	// In one transaction: the user may be choosing a model at this very moment, and whoever watches the list finds one chosen.
	const stored = await changeSettings(db, ({ models, model }) => ({
		models: {
			...models,
			...Object.fromEntries(
				listed.models.map((card) => [card.id, listedCard(models[card.id], card, endpoint)])
			)
		},
		...(model === null && first !== null && { model: first })
	}));
	return stored.status === 'failed' ? stored : listed;
}

/** Whether the endpoint could be asked for its models now, and has not told them yet. */
const isToBeAsked = async (app: App): Promise<boolean> =>
	lacksModels(await readSettings(app.db), { online: app.online() }) &&
	(await app.telephone.keyStatus()).state === 'set';

/**
 * Somebody waits for an answer whose key was set a moment ago: it shall come from the model that is about to be known, or was
 * named a moment ago. That is waited for a few seconds; what is heard later is for the next message. True where there is a
 * model now.
 */
export async function awaitModel(app: App, signal: AbortSignal): Promise<boolean> {
	if (await isToBeAsked(app)) {
		const over = new AbortController();
		const timer = setTimeout(() => over.abort(), patience);
		// Whoever asked before and waits for the same may have left its page.
		const asked = fetchModels(app, neverStops());
		await settledOrStop(asked, AbortSignal.any([signal, over.signal]));
		const isLate = over.signal.aborted || signal.aborted;
		clearTimeout(timer);
		if (!isLate) await asked;
	}
	return (await readSetting(app.db, 'model')) !== null;
}

/** Ask for the models where the page was left before the endpoint had told them. */
export async function fetchMissingModels(
	app: App,
	rounds: Rounds,
	signal: AbortSignal
): Promise<void> {
	const now = app.clock.now();
	if (isResting(rounds, 'models', now) || !(await isToBeAsked(app))) return;
	// One that names none is not asked every minute either.
	rounds.resting.set('models', now);
	await fetchModels(app, signal);
}
