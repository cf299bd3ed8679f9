import type { KeepKey, KeyStatus, NewKey } from '#core/key.ts';
import type { App } from '#flows/ports.ts';
import type { EndpointAccess } from '#flows/ports/telephone.ts';
import type { AppState } from '#state/app.svelte.ts';

/**
 * The key as the settings page handles it. Everything goes to the telephone at once, which keeps the order in which it
 * was done: a key that is entered right after a new endpoint must not be taken for the old one.
 */
export class KeyRing {
	readonly #app: App;
	readonly #keepsake: Pick<AppState, 'key'>;
	#isWrong = $state(false);
	#isBusy = $state(false);

	constructor(keepsake: Pick<AppState, 'app' | 'key'>) {
		this.#app = keepsake.app;
		this.#keepsake = keepsake;
	}

	/** Null until the telephone has answered. */
	get status(): KeyStatus | null {
		return this.#keepsake.key.status;
	}

	/** The last passphrase did not open the key. */
	get isWrong(): boolean {
		return this.#isWrong;
	}

	/** A passphrase is being tried; that takes a moment on purpose. */
	get isBusy(): boolean {
		return this.#isBusy;
	}

	/** Point the telephone elsewhere; it forgets the key of another one. */
	point(access: EndpointAccess): Promise<KeyStatus> {
		return this.#ask((telephone) => telephone.configure(access));
	}

	/** The key passes through here once and is kept nowhere on the page. */
	enter(secret: NewKey): Promise<KeyStatus> {
		return this.#ask((telephone) => telephone.setKey(secret));
	}

	keep(keep: KeepKey, passphrase: string | null = null): Promise<KeyStatus> {
		return this.#ask((telephone) => telephone.keepKey({ keep, passphrase }));
	}

	readonly forget = (): Promise<KeyStatus> => this.#ask((telephone) => telephone.forgetKey());

	readonly lock = (): Promise<KeyStatus> => this.#ask((telephone) => telephone.lock());

	/** Look again: another tab may have changed the key, or idle time may have locked it. */
	readonly look = (): Promise<KeyStatus> => this.#ask((telephone) => telephone.keyStatus());

	async unlock(passphrase: string): Promise<void> {
		this.#isBusy = true;
		try {
			const outcome = await this.#app.telephone.unlock(passphrase);
			this.#isWrong = outcome.state === 'wrong-passphrase';
			if (outcome.state !== 'wrong-passphrase') this.#keepsake.key.learn(outcome);
		} finally {
			this.#isBusy = false;
		}
	}

	async #ask(ask: (telephone: App['telephone']) => Promise<KeyStatus>): Promise<KeyStatus> {
		this.#isWrong = false;
		const status = await ask(this.#app.telephone);
		this.#keepsake.key.learn(status);
		return status;
	}
}
