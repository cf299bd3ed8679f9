import { coldAt, keptNone } from '#core/wire/cache.ts';
import { reuseOf, type CacheReuse } from '#core/wire/cache-reuse.ts';
import { takeEdit } from '#core/memory/file.ts';
import { isMemoryPath } from '#core/memory/memory.ts';
import type { PlacedPin } from '#core/log/pin.ts';
import { lifetimeOf, priceOfRequest } from '#core/models/price.ts';
import type { Prompt, RequestBody, Segment } from '#core/prompt/prompt.ts';
import { scaleOf } from '#core/prompt/weight/weigh-parts.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import { memoryFile } from '#db/memory/files.ts';
import { readSettings, replaceSetting } from '#db/settings.ts';
import { doneOf, failed, type Done } from '#flows/done.ts';
import { ourSystemText } from '#flows/prompt/our-prompts.ts';
import type { App } from '#flows/ports.ts';
import { pinsPlaced } from '#flows/prompt/placed-pins.ts';
import { lastRequest } from '#flows/prompt/preview-prompt.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { Live } from '#state/live.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';

/** What is asked of the session on screen. */
type Viewed = Pick<SessionView, 'id' | 'session' | 'inUse'>;

/** The text a part of the prompt is made of, and the way to change it where it is stored. */
interface EditableSource {
	/** Where it is stored, of every other part another. */
	readonly key: string;
	readonly text: string;
	save(text: string): Promise<Done>;
}

/** What the provider's cache has of the next request, for the inspector. */
export type CacheView =
	| { readonly status: 'none' }
	| { readonly status: 'cold'; readonly lifetime: '5m' | '1h' }
	| { readonly status: 'warm'; readonly reuse: CacheReuse };

/** Where the parts of a prompt come from: read, changed in place, unpinned, and what of them the cache knows. */
export class PromptSources {
	/** All of them, with why some do not go along. */
	readonly pins: Live<readonly PlacedPin[]>;
	#last = $state.raw<RequestBody | null>(null);
	readonly #app: App;
	readonly #view: Viewed;

	constructor(app: App, view: Viewed) {
		this.#app = app;
		this.#view = view;
		this.pins = new Live(() => pinsPlaced(app.db, view.id));
	}

	/** Read what was posted last: after each answer it is another. */
	async look(): Promise<void> {
		this.#last = await lastRequest(this.#app, this.#view.id);
	}

	cacheOf(prompt: Prompt): CacheView {
		const lifetime = lifetimeOf(prompt.body);
		if (lifetime === null || keptNone(this.#view.session, prompt.body.model))
			return { status: 'none' };
		const look = { model: prompt.body.model, lifetime, now: this.#app.clock.now() };
		const scale = scaleOf(this.#view.session, prompt.body.model);
		const reuse = reuseOf(this.#last, prompt, (messages) => scale.messages(messages));
		return reuse === null || coldAt(this.#view.session, look) === null
			? { status: 'cold', lifetime }
			: { status: 'warm', reuse };
	}

	/** Tokens that the cache has of it: what its parts are priced by, so that the whole says the same. */
	cachedOf(prompt: Prompt): number {
		const cache = this.cacheOf(prompt);
		return cache.status === 'warm' ? cache.reuse.tokens : 0;
	}

	/** Price of one part of the next request with what the cache has of it, in US dollars; null where it is unknown. */
	priceOf(
		segment: Segment,
		{ prompt, cache }: { readonly prompt: Prompt; readonly cache: CacheView },
		card: ModelCard
	): number | null {
		return priceOfRequest(
			{
				prompt: segment.tokens,
				cached: cache.status === 'warm' ? (cache.reuse.held.get(segment.source) ?? 0) : 0,
				output: 0,
				lifetime: lifetimeOf(prompt.body)
			},
			card
		);
	}

	/** Parts whose words can be changed here. */
	isEditable(source: string): boolean {
		return (
			source === 'System' ||
			isMemoryPath(source) ||
			((source === 'Summary' || source === 'Anchors') && this.#view.inUse !== null)
		);
	}

	async read(source: string): Promise<EditableSource | null> {
		const { db } = this.#app;
		if (source === 'System') {
			const { systemText } = await readSettings(db);
			return {
				key: source,
				text: systemText ?? ourSystemText,
				save: async (text) => {
					const value = text.trim() === '' || text === ourSystemText ? null : text;
					return doneOf(await replaceSetting(db, 'systemText', { before: systemText, value }));
				}
			};
		}
		if (isMemoryPath(source)) {
			const file = await memoryFile(db, source);
			if (!file) return null;
			return {
				key: source,
				text: file.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'),
				save: async (text) => {
					const bom = file.text.startsWith('\ufeff') ? '\ufeff' : '';
					const whole = takeEdit(file.text, bom + text);
					return doneOf(
						await saveMemoryFile(this.#app, { path: source, text: whole, expectedRev: file.rev })
					);
				}
			};
		}
		const summary = this.#view.inUse;
		if (!summary) return null;
		const words = (text: string) => (source === 'Summary' ? { text } : { anchors: text });
		const before = source === 'Summary' ? summary.text : summary.anchors;
		return {
			key: `${source} ${summary.id} ${this.#view.id}`,
			text: before,
			save: async (text) => {
				const seen = words(before);
				const edited = await editSummary(this.#app, summary.id, words(text), { seen });
				return edited.status === 'failed' ? failed(edited.failure) : { status: 'done' };
			}
		};
	}
}
