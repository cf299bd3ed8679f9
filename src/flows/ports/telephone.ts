import type { Failure } from '#core/failure.ts';
import type { KeyKeeping, KeyStatus, KeyUnlocking, NewKey } from '#core/key.ts';
import type { Settings } from '#core/settings.ts';
import type { Model, ModelsOutcome } from '#flows/ports/model.ts';

/** The worker that calls the endpoint, as the page sees it. */

/** Where the telephone calls and how it says who it is. */
export type EndpointAccess = Pick<Settings, 'endpoint' | 'authHeader'>;

/** The telephone worker as the page and the workshop see it: network, key, SDK, nothing else. */
export interface Telephone extends Model {
	/** Start it, if it does not run. Resolves when it runs, or with why it does not: whoever needs it next starts it anew. */
	open(): Promise<Failure | null>;
	/** Point it at an endpoint. A change of origin forgets the key. */
	configure(access: EndpointAccess): Promise<KeyStatus>;
	keyStatus(): Promise<KeyStatus>;
	setKey(secret: NewKey): Promise<KeyStatus>;
	/** Keep the key that is set in another way. */
	keepKey(how: KeyKeeping): Promise<KeyStatus>;
	forgetKey(): Promise<KeyStatus>;
	lock(): Promise<KeyStatus>;
	unlock(passphrase: string): Promise<KeyUnlocking>;
	/** Rows of characters without the key of the endpoint, unless that is locked, and without what looks like a key of Anthropic. */
	withoutKeys(runs: readonly string[]): Promise<readonly string[]>;
	/** `isTest`: also find out, at no cost, whether messages can be posted there where the list does not show it. */
	models(signal: AbortSignal, isTest?: boolean): Promise<ModelsOutcome>;
	/** End a pause before a call is made again; one that is over already, or is none of this telephone's, is left alone. */
	tryNow(pause: number): Promise<void>;
	/** It met an end of its own, and a key that was kept nowhere else went with it. */
	whenGone?: () => void;
}
