import type { Activity } from '#core/activity.ts';
import type { LedgerEntry } from '#core/ledger/ledger-entry.ts';
import { latestRequests } from '#db/ledger/ledger.ts';
import { latestActivity } from '#db/ledger/activity.ts';
import type { App } from '#flows/ports.ts';
import { LiveAnswer } from '#state/live.svelte.ts';

/** Read at first, and with each press for more. */
const atOnce = 100;

/** The newest rows of a long list; older ones are read when they are asked for. */
export class Latest<T> {
	/** One more than is shown is read: it tells whether there are older ones. */
	readonly #read: LiveAnswer<number, T[]>;

	constructor(read: (limit: number) => Promise<T[]>) {
		this.#read = new LiveAnswer(atOnce, (limit) => read(limit + 1));
	}

	/** Undefined until the database has answered. */
	get rows(): readonly T[] | undefined {
		return this.#read.current?.slice(0, this.#read.question);
	}

	get hasMore(): boolean {
		return (this.#read.current?.length ?? 0) > this.#read.question;
	}

	readonly more = (): void => {
		this.#read.ask(this.#read.question + atOnce);
	};
}

/** The newest things that happened. */
export const watchActivity = ({ db }: Pick<App, 'db'>): Latest<Activity> =>
	new Latest((limit) => latestActivity(db, limit));

/** The newest requests, as they were sent. */
export const watchRequests = ({ db, clock }: Pick<App, 'db' | 'clock'>): Latest<LedgerEntry> =>
	new Latest((limit) => latestRequests(db, limit, clock.now()));
