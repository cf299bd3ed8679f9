import { isReachable } from '#core/models/in-reach.ts';
import { onDevice, unknownCard, type ModelCard } from '#core/models/model-card.ts';
import type { Settings } from '#core/settings.ts';

/** Which models a person can choose from without typing: what the endpoint listed, and what they have named themselves. */

interface ModelChoice {
	readonly card: ModelCard;
	/** The settings name this model. */
	readonly isDefault: boolean;
}

/** Ids that the endpoint of now named when it was last asked. None where it has no list: that of another is not its own. */
export function listedModels({
	models,
	endpoint
}: Pick<Settings, 'models' | 'endpoint'>): ReadonlySet<string> {
	const cards = Object.values(models);
	const at = ({ lookedUpAt, listedAt }: ModelCard) => (listedAt ? listedAt[endpoint] : lookedUpAt);
	const last = Math.max(...cards.map((card) => at(card) ?? 0));
	return new Set(cards.filter((card) => at(card) === last).map(({ id }) => id));
}

/**
 * Whether the endpoint has not said yet whom it has, and could now: with a key and no model every message is answered on
 * this device until then.
 */
export const lacksModels = (
	settings: Pick<Settings, 'models' | 'model' | 'endpoint'>,
	now: { readonly online: boolean }
): boolean =>
	settings.model === null && listedModels(settings).size === 0 && isReachable(settings, now);

/** By id. Those that are in use are among them, wherever they come from; the answerer of this device is not. */
export function modelChoices(
	{ models, model, endpoint }: Pick<Settings, 'models' | 'model' | 'endpoint'>,
	session: { readonly model: string | null }
): readonly ModelChoice[] {
	const listed = listedModels({ models, endpoint });
	const named = Object.values(models)
		.filter(({ lookedUpAt }) => lookedUpAt === null)
		.map(({ id }) => id);
	const inUse = [model, session.model].filter((id) => id !== null && id !== onDevice);
	return [...new Set([...listed, ...named, ...(inUse as string[])])].sort().map((id) => ({
		card: models[id] ?? unknownCard(id),
		isDefault: id === model
	}));
}

/** Ids that are offered where one is named for more than a session. */
export const offeredModels = (
	settings: Pick<Settings, 'models' | 'model' | 'endpoint'>
): readonly string[] => modelChoices(settings, { model: null }).map(({ card }) => card.id);

/** Choices whose id or name holds what was typed, in upper or lower case. */
export function choicesWith(
	choices: readonly ModelChoice[],
	typed: string
): readonly ModelChoice[] {
	const wanted = typed.trim().toLowerCase();
	return choices.filter(({ card }) =>
		[card.id, card.name].some((text) => text.toLowerCase().includes(wanted))
	);
}
