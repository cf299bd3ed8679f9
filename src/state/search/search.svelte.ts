import type { Failure } from '#core/failure.ts';
import type { SearchCounts, SearchHit } from '#core/search/found.ts';
import { onWrite } from '#db/watch.ts';
import { paced } from '#flows/pace.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';
import {
	askOf,
	countFilters,
	noFilters,
	spokenDays,
	type SearchFilters
} from '#state/search/search-filters.ts';

/** How long an index that is still being made is waited for, and when it is asked again, ms. */
const patience = 300;
const again = 1_000;
const firstPage = 30;
/** What is on screen stays while the index is made anew, as forgetting has it made: answers that miss much are passed over so often. */
const passedOver = 3;

/** Answers to a question; they stay on screen until those to the next one are there. */
interface Answers {
	readonly query: string;
	readonly hits: readonly SearchHit[];
	readonly hasMore: boolean;
	readonly counts: SearchCounts | null;
	/** Conversations that are still to be read: there may be more. */
	readonly unread: number;
}

/** Somebody is about to search: what a first search would wait for begins while they think of words. */
export function prepareSearch(app: App): void {
	void app.workshop.run('prepare-search', {}, neverStops());
}

/** The search over everything, asked while one types. */
export class Searching {
	readonly #app: App;
	#query = $state('');
	#filters = $state.raw<SearchFilters>(noFilters);
	#limit = $state(firstPage);
	#found = $state.raw<Answers | null>(null);
	#failure = $state.raw<Failure | null>(null);
	#isAsking = $state(false);
	#stop: AbortController | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** How often something was written: more by the answer than by the question makes the answer old. */
	#writes = 0;
	#passed = 0;

	constructor(app: App) {
		this.#app = app;
	}

	get query(): string {
		return this.#query;
	}

	get filters(): SearchFilters {
		return this.#filters;
	}

	get found(): Answers | null {
		return this.#found;
	}

	get failure(): Failure | null {
		return this.#failure;
	}

	get isAsking(): boolean {
		return this.#isAsking;
	}

	/** The days that the words speak of, while no others are chosen. */
	get spoken(): { readonly from: string; readonly to: string } | null {
		const { from, to } = this.#filters;
		if (from !== null || to !== null) return null;
		const { clock } = this.#app;
		return spokenDays(this.#query, { now: clock.now(), zone: clock.zone() });
	}

	/** The words have changed. */
	type(query: string): void {
		this.open(query, this.#filters);
	}

	/** Other filters were chosen. */
	choose(filters: SearchFilters): void {
		this.open(this.#query, filters);
	}

	/** As an address says it. */
	open(query: string, filters: SearchFilters): void {
		this.#query = query;
		this.#filters = filters;
		this.#begin();
	}

	/** Do not wait for a pause. */
	readonly now = (): Promise<void> => {
		this.stop();
		return this.#ask();
	};

	readonly more = (): Promise<void> => this.showAtLeast(this.#limit + 1);

	/** So many of what was found, as far as there are so many; they are asked for in pages. */
	async showAtLeast(count: number): Promise<void> {
		if (count <= this.#limit) return;
		while (this.#limit < count) this.#limit *= 2;
		await this.now();
	}

	/**
	 * While it is on screen: with all that is written, here or in another tab, the same is asked again. What was deleted or
	 * forgotten leaves the screen, and what was undone comes back.
	 */
	follow(): () => void {
		const { db } = this.#app;
		const look = paced(again, () => {
			this.#writes++;
			if (!this.#isAsking) void this.#ask(true);
		});
		const end = onWrite([db.sessions, db.memoryFiles, db.tombstones], () => look.offer(null));
		return () => {
			end();
			look.cancel();
			this.stop();
		};
	}

	readonly stop = (): void => {
		clearTimeout(this.#timer);
		this.#stop?.abort();
		this.#stop = null;
		this.#isAsking = false;
	};

	/** At once: the workshop takes one question after the other, and those that another has followed cost it nothing. */
	#begin(): void {
		this.#limit = firstPage;
		this.stop();
		if (this.#isEmpty()) {
			this.#found = null;
			this.#failure = null;
			return;
		}
		void this.#ask();
	}

	#isEmpty(): boolean {
		return this.#query.trim() === '' && countFilters(this.#filters) === 0;
	}

	/** `isSame`: what was found before was asked for by the same words. */
	async #ask(isSame = false): Promise<void> {
		clearTimeout(this.#timer);
		if (this.#isEmpty()) return;
		const writes = this.#writes;
		const query = this.#query.trim();
		const stop = new AbortController();
		this.#stop = stop;
		this.#isAsking = true;
		const limit = this.#limit;
		const outcome = await this.#app.workshop.run(
			'search',
			{
				...askOf(this.#filters),
				query,
				limit: limit + 1,
				now: this.#app.clock.now(),
				guest: false,
				prefix: true,
				inFull: true,
				patience
			},
			stop.signal
		);
		// A newer question is on its way; what came late is not shown.
		if (this.#stop !== stop || outcome.status === 'stopped') return;
		this.#isAsking = false;
		if (outcome.status === 'failed') {
			this.#failure = outcome.failure;
			return;
		}
		const { hits, counts = null, unread = 0 } = outcome;
		this.#failure = null;
		if (unread > 0 || writes < this.#writes)
			this.#timer = setTimeout(() => void this.#ask(true), again);
		const isWhole = isSame && this.#found?.query === query && this.#found.unread === 0;
		this.#passed = isWhole && unread > 0 ? this.#passed + 1 : 0;
		if (this.#passed > 0 && this.#passed <= passedOver) return;
		this.#found = {
			query,
			hits: hits.slice(0, limit),
			hasMore: hits.length > limit,
			counts,
			unread
		};
	}
}
