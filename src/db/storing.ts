import { Dexie, type Table } from 'dexie';
import type { Failed, Failure } from '#core/failure.ts';

/** What a write comes to. A full disk, a closed connection and a lost race are expected; everything else is a bug. */
export type Stored<T> = { readonly status: 'stored'; readonly value: T } | Failed;

/**
 * Thrown inside a transaction to roll it back with an expected failure. Leaves this room only from reads of archives, and
 * `storing` or `storageFailure` makes a failure of it there.
 */
export class Refused extends Error {
	readonly failure: Failure;

	constructor(failure: Failure) {
		super(failure.kind);
		this.name = 'Refused';
		this.failure = failure;
	}
}

/** Run a write and turn what is expected to go wrong into a failure. */
export async function storing<T>(work: () => Promise<T>): Promise<Stored<T>> {
	try {
		return { status: 'stored', value: await work() };
	} catch (error) {
		const failure = storageFailure(error);
		if (!failure) throw error;
		return { status: 'failed', failure };
	}
}

/** The same in one transaction that writes these tables: all of it is stored, or nothing. */
export const storingIn = <T>(
	db: Dexie,
	tables: readonly Table[],
	work: () => Promise<T>
): Promise<Stored<T>> => storing(() => db.transaction('rw', tables, work));

/** Inside another `storing`: the value of what was stored, or all of it fails as this did. */
export function valueOf<T>(stored: Stored<T>): T {
	if (stored.status === 'failed') throw new Refused(stored.failure);
	return stored.value;
}

const names = (error: unknown): string[] => {
	const found: string[] = [];
	let current: unknown = error;
	while (current instanceof Error && found.length < 4) {
		found.push(current.name);
		// Of many writes at once Dexie gives a list of what failed.
		const { inner, failures } = current as { inner?: unknown; failures?: readonly unknown[] };
		current = inner ?? failures?.[0] ?? current.cause;
	}
	return found;
};

/**
 * What the browser could not store, or null where the error is another. Browsers report a full disk under several names;
 * Dexie wraps them, so what is inside is looked at too.
 */
export function storageFailure(error: unknown): Failure | null {
	if (error instanceof Refused) return error.failure;
	const inner = names(error);
	if (inner.includes('QuotaExceededError')) return { kind: 'storage-full' };
	if (error instanceof Error && /failed to write|disk full|FILE_ERROR/i.test(error.message))
		return { kind: 'storage-full' };
	// What could not be opened is told as closed, with the reason inside; by its own name where a transaction had begun.
	const closed = inner.includes('DatabaseClosedError') && inner.at(-1) !== 'DatabaseClosedError';
	const unopened = closed || inner.includes('OpenFailedError');
	// A stop has the same name as a transaction that was taken back, and is no failure; what has that inside is one.
	const isBroken = inner.includes('UnknownError') || inner.includes('NotReadableError');
	if (unopened || isBroken || error instanceof Dexie.AbortError || inner.indexOf('AbortError') > 0)
		return { kind: 'storage-failed' };
	const isTaken = inner.includes('DatabaseClosedError') || inner.includes('InvalidStateError');
	if (isTaken || isOfNewer(error)) return { kind: 'storage-closed' };
	return null;
}

/** A newer version of the app has made the database of the key, the only one that is opened without Dexie. */
export const isOfNewer = (error: unknown): boolean => names(error)[0] === 'VersionError';
