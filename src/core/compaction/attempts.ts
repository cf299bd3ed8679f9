import { isNotStored, type Failure } from '#core/failure.ts';

/** How often a summariser that fails is asked within a cycle, and what its failures mean for whoever would be asked next. */

/** Attempts of one cycle; after these code makes the summary, of real text (INV-5). */
const mostAttempts = 3;

interface Attempts {
	/** Calls that failed, and answers that were not taken with their one repair. */
	readonly attempts: number;
	/** Ids of the models that may be asked, and of those that were. */
	readonly models: readonly string[];
	readonly tried: ReadonlySet<string>;
}

/** Attempts that are left for a model, by its id: one is spared for another that was not asked yet. */
export function attemptsFor({ attempts, models, tried }: Attempts, model: string): number {
	const isSpared = models.some((id) => id !== model && !tried.has(id));
	return mostAttempts - attempts - (isSpared ? 1 : 0);
}

/** Nobody was asked: another time, with the key and the network there or on another day, somebody may answer. */
export const isAway = ({ kind }: Failure): boolean =>
	kind === 'no-key' ||
	kind === 'key-locked' ||
	kind === 'offline' ||
	kind === 'unreachable' ||
	kind === 'day-limit';

/** Somebody is there and could not answer this time. */
export const isBusy = ({ kind }: Failure): boolean =>
	kind === 'rate-limited' || kind === 'overloaded' || kind === 'server-error';

/** No other model and no smaller part helps against these. */
export const isDeadLine = (failure: Failure): boolean =>
	isAway(failure) ||
	isNotStored(failure) ||
	failure.kind === 'key-refused' ||
	failure.kind === 'forbidden' ||
	failure.kind === 'not-an-api' ||
	failure.kind === 'spend-limit';
