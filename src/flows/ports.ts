import type { ReadableVault } from '#flows/copies/vault.ts';
import type { Model } from '#flows/ports/model.ts';
import type { Telephone } from '#flows/ports/telephone.ts';
import type { Workshop } from '#flows/ports/workshop.ts';
import type { Scratch, Truth } from '#db/schema.ts';

/** What flows need from the outside world. Each port has an implementation in the app and one in tests. */

/** Time and chance, so that tests can hold them still. */
export interface Clock {
	/** Unix time, ms. */
	now(): number;
	/** IANA zone of the user, e.g. `Europe/Berlin`. */
	zone(): string;
	/** UUIDv7: sorts by time. */
	newId(): string;
}

/**
 * Runs `work` as the only writer of `name` in all tabs; `busy` when another holds it and waiting was not asked for, or
 * the signal ended the wait: whoever stops leaves the queue, and neither the work of the other nor their own, once begun.
 */
export interface Locks {
	/** Where the browser has no locks, they end at the tab: another one may be at work all the same. */
	readonly reach: 'every-tab' | 'this-tab';
	hold<T>(
		name: string,
		work: () => Promise<T>,
		how?: { readonly wait: boolean; readonly signal?: AbortSignal }
	): Promise<{ readonly status: 'done'; readonly value: T } | { readonly status: 'busy' }>;
	/** Whether anybody is the writer of `name`, in this tab or another. */
	isHeld(name: string): Promise<boolean>;
}

/** What every flow on the page is given. */
export interface App {
	readonly db: Truth;
	readonly scratch: Scratch;
	readonly telephone: Telephone;
	/** Answers from what is on this device, with no network and no key. */
	readonly onDevice: Model;
	readonly workshop: Workshop;
	readonly clock: Clock;
	readonly locks: Locks;
	/** Where the copies outside the database lie. */
	readonly vault: ReadableVault;
	/** `navigator.onLine`, as far as it can be trusted. */
	online(): boolean;
}
