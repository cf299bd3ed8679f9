import { createSubscriber } from 'svelte/reactivity';
import type { Failure } from '#core/failure.ts';
import { inTurn } from '#core/in-turn.ts';
import { unknownCard, type ModelCard } from '#core/models/model-card.ts';
import { checkPreset } from '#core/presets/check.ts';
import type { Preset } from '#core/presets/preset.ts';
import type { SettingKey, Settings } from '#core/settings.ts';
import { changeSetting, readSettings, writeSetting } from '#db/settings.ts';
import { Refused } from '#db/storing.ts';
import { watch } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';

/** Whether what was changed on the settings page is stored. */
export type SavingStage =
	| { readonly at: 'rest' }
	| { readonly at: 'saving' }
	| { readonly at: 'saved' }
	| { readonly at: 'failed'; readonly failure: Failure };

/** A change that is on its way to the database, or there but not yet read back. */
interface Change {
	readonly apply: (settings: Settings) => Settings;
	stored: boolean;
}

/**
 * The settings on their page: what is stored with the changes that are still being written on top, so that a
 * field never falls back to its old value for a moment.
 */
export class SavedSettings {
	readonly #db: App['db'];
	#stored = $state.raw<Settings>();
	#changes = $state.raw<readonly Change[]>([]);
	#stage = $state.raw<SavingStage>({ at: 'rest' });
	#writing = 0;
	#typing = 0;
	/** What has been begun to be stored since somebody began to follow it. */
	#begun: Promise<Failure | null>[] | null = null;
	/** One after the other, whatever becomes of the one before. */
	readonly #inTurn = inTurn();
	readonly #follow: () => void;

	constructor({ db }: Pick<App, 'db'>) {
		this.#db = db;
		this.#follow = createSubscriber(() =>
			watch(() => readSettings(db)).subscribe((settings) => {
				this.#stored = settings;
				this.#changes = this.#changes.filter((change) => !change.stored);
			})
		);
	}

	/** Undefined until the database has answered. */
	get current(): Settings | undefined {
		this.#follow();
		return this.#stored && this.#changes.reduce((now, { apply }) => apply(now), this.#stored);
	}

	get stage(): SavingStage {
		return this.#stage;
	}

	/** Somebody types: what was said about an earlier change no longer holds. Ended by `end`. */
	readonly begin = (): void => {
		this.#typing += 1;
		this.#stage = { at: 'saving' };
	};

	/** What was typed has been handed over, or will not be stored. */
	readonly end = (): void => {
		this.#typing -= 1;
		if (this.#isIdle && this.#stage.at === 'saving') this.#stage = { at: 'rest' };
	};

	/** Do what may change something: what it answers, and what becomes of all that it has begun to store. */
	following<T>(work: () => T): { readonly answer: T; readonly stored: Promise<Failure | null> } {
		const around = this.#begun;
		const begun: Promise<Failure | null>[] = [];
		this.#begun = begun;
		try {
			const answer = work();
			const stored = Promise.all(begun).then((all) => all.find((failure) => failure) ?? null);
			return { answer, stored };
		} finally {
			this.#begun = around;
			around?.push(...begun);
		}
	}

	set<K extends SettingKey>(key: K, value: Settings[K]): void {
		this.#change(
			key,
			() => value,
			() => writeSetting(this.#db, key, value)
		);
	}

	/** Change what is known of a model by what it is now. */
	setCard(model: string, change: (card: ModelCard) => ModelCard): void {
		this.#change('models', (models) => ({
			...models,
			[model]: change(models[model] ?? unknownCard(model))
		}));
	}

	/** Change the words of one of our own prompts; null: ours again. */
	setPrompt(id: string, text: string | null): void {
		this.#change('prompts', (prompts) => {
			const others = Object.entries(prompts).filter(([other]) => other !== id);
			return Object.fromEntries(text === null ? others : [...others, [id, text]]);
		});
	}

	/** Keep a preset of the user's own; null: let it go. */
	setCustomPreset(id: string, preset: unknown): void {
		this.#change('customPresets', (presets) => {
			const others = Object.entries(presets).filter(([other]) => other !== id);
			return Object.fromEntries(preset === null ? others : [...others, [id, preset]]);
		});
	}

	/**
	 * Change one of them by what it is now, for another tab may have changed it too. Refused with `changed-meanwhile` where
	 * that has deleted it, or the change (null) does not go with what that has written: what it wrote holds.
	 */
	changeCustomPreset(id: string, change: (preset: Preset) => Preset | null): void {
		const changed = (presets: Settings['customPresets']) => {
			const now = checkPreset(presets[id]);
			const preset = now.status === 'valid' ? change(now.preset) : null;
			return preset && { ...presets, [id]: preset };
		};
		this.#change(
			'customPresets',
			(presets) => changed(presets) ?? presets,
			() =>
				changeSetting(this.#db, 'customPresets', (presets) => {
					const next = changed(presets);
					if (!next) throw new Refused({ kind: 'changed-meanwhile' });
					return next;
				})
		);
	}

	/** Something else that is changed on the page: said like a setting when it is stored. */
	track(work: () => Promise<{ readonly status: string; readonly failure?: Failure }>): void {
		this.#stage = { at: 'saving' };
		this.#writing += 1;
		this.#begin(this.#write(() => this.#inTurn(work)));
	}

	/** What fails by a mistake of ours goes on to the edge where nobody follows it. */
	#begin(writing: Promise<Failure | null>): void {
		this.#begun?.push(writing);
	}

	get #isIdle(): boolean {
		return this.#writing === 0 && this.#typing === 0;
	}

	/** `write` stores the change; without it the setting is read and changed in one transaction. */
	#change<K extends SettingKey>(
		key: K,
		change: (value: Settings[K]) => Settings[K],
		write = () => changeSetting(this.#db, key, change)
	): void {
		const entry: Change = {
			apply: (settings) => ({ ...settings, [key]: change(settings[key]) }),
			stored: false
		};
		this.#changes = [...this.#changes, entry];
		this.#stage = { at: 'saving' };
		this.#writing += 1;
		// Begun at once, as the page may be left in the next moment; the database keeps writes in their order.
		this.#begin(this.#write(write, entry));
	}

	async #write(
		write: () => Promise<{ readonly status: string; readonly failure?: Failure }>,
		entry?: Change
	): Promise<Failure | null> {
		// What throws is a mistake of ours: it goes on to the edge, and nothing here waits for it.
		let failure: Failure | undefined = { kind: 'crashed', detail: '' };
		try {
			({ failure } = await write());
		} finally {
			this.#writing -= 1;
			if (entry) entry.stored = true;
			if (failure) {
				this.#changes = this.#changes.filter((other) => other !== entry);
				this.#stage = { at: 'failed', failure };
			} else if (this.#isIdle && this.#stage.at === 'saving') this.#stage = { at: 'saved' };
		}
		return failure ?? null;
	}
}
