import type { BackupEvery } from '#core/backup/due.ts';
import type { ResetPolicy, ReviewRule } from '#core/session/session.ts';
import type { CacheLifetime } from '#core/wire/cache.ts';
import { onDevice, type ModelCard } from '#core/models/model-card.ts';

/** Everything the user can set, with its default. Stored a key a row; the API key is not among them. */

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

/** A setting that is one of a few words. */
export type ChoiceSetting = {
	[Key in SettingKey]: Settings[Key] extends string
		? string extends Settings[Key]
			? never
			: Key
		: never;
}[SettingKey];

export const anthropicEndpoint = 'https://api.anthropic.com';

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
