import type { KeyState } from '#core/key.ts';
import type { BackupEvery } from '#core/backup/due.ts';
import type { ResetPolicy, ReviewRule } from '#core/log/session.ts';
import type { CacheLifetime } from '#core/wire/cache.ts';
import type { Prices } from '#core/wire/usage.ts';

/** Everything the user can set, with its default. Stored a key a row; the API key is not among them. */

/** What is known of a model. Null is unknown, never assumed; `by` says who filled it in. */
export interface ModelCard {
	readonly id: string;
	readonly name: string;
	/** Tokens. */
	readonly window: number | null;
	/** Tokens. */
	readonly maxOutput: number | null;
	readonly prices: Prices | null;
	/** Prompt size above which the model costs more, in tokens; counts as the window by default. */
	readonly priceStep: number | null;
	readonly windowBy: 'api' | 'user' | 'unknown';
	readonly outputBy: 'api' | 'user' | 'unknown';
	/** Which ways of thinking the endpoint says the model takes; left out: it does not say. */
	readonly thinking?: TakenThinking;
	/** When the endpoint was last asked, ms. */
	readonly lookedUpAt: number | null;
}

/** Null: the endpoint does not say. `disabled` false: the model always thinks. */
export interface TakenThinking {
	readonly adaptive: boolean | null;
	readonly disabled: boolean | null;
}

export type ReviewMemories = 'ask' | 'own' | 'untainted';

/** In which sessions daily notes are loaded. */
export type NoteKinds = 'all' | 'main' | 'guest' | 'none';

export interface Settings {
	/** Base URL of the Messages API, without a trailing slash. */
	readonly endpoint: string;
	/** Which header carries the key; older gateways know only `x-api-key`. */
	readonly authHeader: 'bearer' | 'x-api-key';
	/** Default model of all sessions that have none of their own; null: not chosen yet. */
	readonly model: string | null;
	/** By model id. */
	readonly models: Readonly<Record<string, ModelCard>>;
	readonly thinking: 'adaptive' | 'off';
	/** What calls may cost on one local day before no more are made, US dollars; null: no limit. */
	readonly dayLimit: number | null;
	/** For how long the endpoint is asked to keep the prefix of a conversation; `never`: it is not asked to. */
	readonly cacheLifetime: CacheLifetime | 'never';
	/** Id of a preset. */
	readonly preset: string;
	/** Presets made by the user, by id; checked by core when read. */
	readonly customPresets: Readonly<Record<string, unknown>>;
	readonly automaticCompaction: boolean;
	readonly reviewSummaries: ReviewRule;
	readonly reviewMemories: ReviewMemories;
	/** May summaries be prepared in the background with paid calls? */
	readonly backgroundDrafts: 'not-asked' | 'yes' | 'no';
	readonly resetPolicy: ResetPolicy['kind'];
	/** Hour of the local day, 0–23. */
	readonly resetHour: number;
	readonly idleMinutes: number;
	/** Upper bound of the prompt in tokens, set by the user; null: none. */
	readonly contextCap: number | null;
	/** Base text of the system prompt; null: ours. */
	readonly systemText: string | null;
	/** Prompts of our own requests changed by the user, by prompt id. */
	readonly prompts: Readonly<Record<string, string>>;
	/** Daily notes loaded: today and so many days before it. */
	readonly noteDays: number;
	/** In which sessions daily notes are loaded. */
	readonly noteKinds: NoteKinds;
	/** How large a memory file may grow before a clean-up is offered, tokens. */
	readonly memoryBudget: number;
	/** How long the ledger keeps what was sent, days. */
	readonly ledgerDays: number;
	/** How long something deleted can be brought back before it is forgotten, hours. */
	readonly forgetAfterHours: number;
	/**
	 * After how many days turns that a summary covers, or of a session that has ended, are kept in their archive
	 * alone; 0: never.
	 */
	readonly coolAfterDays: number;
	/** How often a backup is made into the chosen place, or asked for where there is none. */
	readonly backupEvery: BackupEvery;
	readonly theme: 'system' | 'light' | 'dark';
	readonly singleKeys: boolean;
	/** Enter in the composer; where it breaks the line, Mod+Enter sends. */
	readonly enterSends: boolean;
	/** Ask about the price before the first paid call: the models already agreed to. */
	readonly agreedModels: readonly string[];
}

export type SettingKey = keyof Settings;

export const anthropicEndpoint = 'https://api.anthropic.com';

/** Id of the answerer that needs no key. */
export const onDevice = 'on-device';

export const defaultSettings: Settings = {
	endpoint: anthropicEndpoint,
	authHeader: 'bearer',
	model: null,
	models: {},
	thinking: 'adaptive',
	dayLimit: null,
	cacheLifetime: '5m',
	preset: 'recommended',
	customPresets: {},
	automaticCompaction: true,
	reviewSummaries: 'ask',
	reviewMemories: 'ask',
	backgroundDrafts: 'not-asked',
	resetPolicy: 'manual',
	resetHour: 4,
	idleMinutes: 60,
	contextCap: null,
	systemText: null,
	prompts: {},
	noteDays: 1,
	noteKinds: 'all',
	memoryBudget: 4000,
	ledgerDays: 30,
	forgetAfterHours: 24,
	coolAfterDays: 7,
	backupEvery: 'weekly',
	theme: 'system',
	singleKeys: true,
	enterSends: true,
	agreedModels: []
};

/** The on-device answerer's card: small on purpose, so that a newcomer sees a compaction in a few minutes. */
const onDeviceCard: ModelCard = {
	id: onDevice,
	name: 'On-device recall',
	window: 8192,
	maxOutput: 1024,
	prices: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	priceStep: null,
	windowBy: 'api',
	outputBy: 'api',
	lookedUpAt: null
};

export const unknownCard = (id: string): ModelCard => ({
	id,
	name: id,
	window: null,
	maxOutput: null,
	prices: null,
	priceStep: null,
	windowBy: 'unknown',
	outputBy: 'unknown',
	lookedUpAt: null
});

/** The card of a model; an unknown one says so in every field. */
export const cardOf = (settings: Settings, model: string): ModelCard =>
	model === onDevice ? onDeviceCard : (settings.models[model] ?? unknownCard(model));

/**
 * For how long whoever answers is asked to keep a prefix; null: not at all. Endpoints on this device and in its network
 * are asked as well: a gateway there hands the wish on, and a server that keeps nothing passes it over.
 */
export const cacheLifetimeOf = (
	{ cacheLifetime }: Pick<Settings, 'cacheLifetime'>,
	answerer: string
): CacheLifetime | null =>
	answerer === onDevice || cacheLifetime === 'never' ? null : cacheLifetime;

/** The reset policy of a session: its own, or the one of the settings. */
export const resetPolicyOf = (
	settings: Settings,
	session: { readonly resetPolicy: ResetPolicy | null }
): ResetPolicy => session.resetPolicy ?? defaultResetPolicy(settings);

/** The reset policy that the settings give to a session without its own. */
export function defaultResetPolicy(settings: Settings): ResetPolicy {
	switch (settings.resetPolicy) {
		case 'manual':
			return { kind: 'manual' };
		case 'daily':
			return { kind: 'daily', hour: settings.resetHour };
		case 'idle':
			return { kind: 'idle', minutes: settings.idleMinutes };
	}
}

/**
 * Who answers: the model that was chosen, or the on-device answerer where there is no key for Anthropic's own
 * endpoint, or no model. Other endpoints (a server on this machine) may need no key.
 */
export function answererOf(
	settings: Pick<Settings, 'endpoint' | 'model'>,
	session: { readonly model: string | null } | null,
	key: KeyState
): string {
	const model = session?.model ?? settings.model;
	if (model === null || model === onDevice) return onDevice;
	return key === 'none' && settings.endpoint === anthropicEndpoint ? onDevice : model;
}
