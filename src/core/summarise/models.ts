import { listedModels } from '#core/models/known-models.ts';
import { cachedTokens, type PromptStand } from '#core/wire/cache.ts';
import type { Policy } from '#core/presets/policy.ts';
import type { SummaryReading } from '#core/presets/preset.ts';
import type { Session } from '#core/session/session.ts';
import { cacheLifetimeOf, type Settings } from '#core/settings.ts';
import { cardOf, onDevice, type ModelCard } from '#core/models/model-card.ts';

/** Which model writes a summary, and which is asked when that one fails. */

export interface SummaryModels {
	/** Null: none; code makes the summary on this device. */
	readonly first: ModelCard | null;
	/** Another one to ask, or null. */
	readonly other: ModelCard | null;
}

/** Version numbers of a model id, dates left out, for "the newest": claude-haiku-4-5-20251001 is 4, 5. */
const versionOf = (id: string): readonly number[] =>
	(id.match(/\d+/g) ?? []).filter((digits) => digits.length < 6).map(Number);

function isNewer(a: string, b: string): boolean {
	const [left, right] = [versionOf(a), versionOf(b)];
	for (let at = 0; at < Math.max(left.length, right.length); at++) {
		const difference = (left[at] ?? 0) - (right[at] ?? 0);
		if (difference !== 0) return difference > 0;
	}
	return a > b;
}

/**
 * The newest listed model whose id holds `haiku`, or null. One that only an endpoint before this one has listed is none:
 * here nobody would answer. Where this one lists nothing, those that the user has named count.
 */
export function cheapModel(settings: Pick<Settings, 'models' | 'endpoint'>): ModelCard | null {
	const listed = listedModels(settings);
	const found = Object.values(settings.models).filter(
		({ id, lookedUpAt }) =>
			id.includes('haiku') && (listed.size === 0 ? lookedUpAt === null : listed.has(id))
	);
	return found.reduce<ModelCard | null>(
		(best, card) => (!best || isNewer(card.id, best.id) ? card : best),
		null
	);
}

/** Dollars for reading and writing the same amount; unknown prices are no reason to choose a model. */
const priceOf = (card: ModelCard): number =>
	card.prices ? card.prices.input + card.prices.output : Infinity;

/**
 * The writer of the summary: the user's choice, the cheap model, or the session's own (checklist 134, 135). The
 * other one is the session's own when it was not asked first, else a cheaper one where there is one.
 */
export function summaryModels(
	settings: Settings,
	policy: Pick<Policy, 'preset'>,
	answerer: string
): SummaryModels {
	const { summariser } = policy.preset;
	const named = typeof summariser === 'object' ? summariser.model : null;
	// It is no model of the endpoint, also where a preset names it: then nobody else is asked either.
	if (answerer === onDevice || named === onDevice) return { first: null, other: null };
	const own = cardOf(settings, answerer);
	const cheap = cheapModel(settings);
	const first =
		named !== null ? cardOf(settings, named) : summariser === 'cheap' ? (cheap ?? own) : own;
	if (first.id !== own.id) return { first, other: own };
	return { first, other: cheap && priceOf(cheap) < priceOf(own) ? cheap : null };
}

/**
 * Whether a model still takes sampling parameters (checklist 120): the families that are known to. A parameter that
 * is not taken is an error of the whole call, so in doubt it stays out.
 */
export const takesTemperature = (model: string): boolean =>
	/claude-(?:3|(?:opus|sonnet|haiku)-4(?:-[0-6])?(?:-\d{8})?$)/.test(model);

/** Whether a summary is to be written inside the conversation now (context.md 3, `model`). */
export function readsInside(
	settings: Pick<Settings, 'cacheLifetime'>,
	session: Pick<Session, 'lastUsage'>,
	{
		answerer,
		now,
		reading,
		prompt
	}: {
		readonly answerer: string;
		readonly now: number;
		readonly reading: SummaryReading;
		/** Of what would be read. */
		readonly prompt: PromptStand | undefined;
	}
): boolean {
	if (reading === 'transcript' || answerer === onDevice) return false;
	const lifetime = cacheLifetimeOf(settings, answerer);
	return (
		reading === 'inside' || cachedTokens(session, { model: answerer, lifetime, now, prompt }) > 0
	);
}
