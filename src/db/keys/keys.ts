import type { KeepKey, KeyKeeping, KeyStatus, KeyUnlocking, NewKey } from '#core/key.ts';
import { inTurn } from '#core/in-turn.ts';
import { fingerprintOf } from '#db/keys/fingerprint.ts';
import { KeptKeys, type KeptRow } from '#db/keys/kept-keys.ts';
import { openSealed, sealOpenly, sealWith } from '#db/keys/sealing.ts';

/** The key of the endpoint, in a database of its own that only the telephone opens and nothing exports. */

export type KeyRead =
	| { readonly status: 'set'; readonly key: string }
	| { readonly status: 'none' }
	| { readonly status: 'locked' };

interface InMemory {
	readonly key: string;
	/** Row it came from, or null: kept here only. */
	readonly rowId: string | null;
	readonly keep: KeepKey;
	/** Known once somebody asked for it: a message asks before every call. */
	fingerprint?: string;
}

export interface KeyStoreOptions {
	readonly database?: string;
	readonly now?: () => number;
	/** A key under a passphrase is locked after so many ms without a call (security row 33). */
	readonly idleMs?: number;
}

export class KeyStore {
	readonly #kept: KeptKeys;
	readonly #now: () => number;
	readonly #idleMs: number;
	#origin: string | null = null;
	#memory: InMemory | null = null;
	#usedAt = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** One thing at a time: a key that is being forgotten must not be stored meanwhile. */
	readonly #alone = inTurn();

	constructor(options: KeyStoreOptions = {}) {
		this.#kept = new KeptKeys(options.database ?? 'keepsake-keys');
		this.#now = options.now ?? (() => Date.now());
		this.#idleMs = options.idleMs ?? 15 * 60_000;
	}

	/** Point at an origin; a key of another origin is forgotten, in memory and in the database (security row 8). */
	configure(origin: string | null): Promise<KeyStatus> {
		return this.#alone(async () => {
			if (this.#origin !== origin) this.#drop();
			this.#origin = origin;
			const row = await this.#row();
			if (row && row.origin !== origin) await this.#kept.remove('key');
			return this.#status();
		});
	}

	status(): Promise<KeyStatus> {
		return this.#alone(() => this.#status());
	}

	/** The key for a call that is made now. Counts as use. */
	read(): Promise<KeyRead> {
		return this.#alone(async () => {
			const row = await this.#follow();
			if (!this.#memory) return { status: row ? 'locked' : 'none' };
			this.#touch();
			return { status: 'set', key: this.#memory.key };
		});
	}

	/** The key that the call under way was given, for whoever looks at its headers; null: it was given none. */
	get inUse(): string | null {
		return this.#memory?.key ?? null;
	}

	/** An empty key forgets. */
	set(secret: NewKey): Promise<KeyStatus> {
		return this.#alone(async () => {
			const key = secret.key.trim();
			await this.#kept.put('keep', secret.keep);
			if (key === '') await this.#forget();
			else await this.#keep(key, secret);
			return this.#status();
		});
	}

	/** Keep the key that is set in another way. A locked key stays as it is. */
	keep(how: KeyKeeping): Promise<KeyStatus> {
		return this.#alone(async () => {
			const row = await this.#follow();
			const key = this.#memory?.key ?? null;
			if (key !== null || !row) await this.#kept.put('keep', how.keep);
			if (key !== null) await this.#keep(key, how);
			return this.#status();
		});
	}

	forget(): Promise<KeyStatus> {
		return this.#alone(async () => {
			await this.#forget();
			return this.#status();
		});
	}

	/** In every tab, before its next call. Only a key under a passphrase can be locked; any other stays. */
	lock(): Promise<KeyStatus> {
		return this.#alone(async () => {
			if (this.#memory?.keep === 'passphrase') this.#drop();
			await this.#kept.renew();
			return this.#status();
		});
	}

	unlock(passphrase: string): Promise<KeyUnlocking> {
		return this.#alone(async () => {
			const row = await this.#row();
			if (row?.keep === 'passphrase') {
				const key = await openSealed(row.sealed, passphrase);
				if (key === null) return { state: 'wrong-passphrase' };
				this.#hold({ key, rowId: row.id, keep: 'passphrase' });
			}
			return this.#status();
		});
	}

	async #keep(key: string, how: KeyKeeping): Promise<void> {
		if (this.#origin === null) {
			// Bound to nothing it would follow whatever endpoint comes next.
			await this.#forget();
			return;
		}
		if (how.keep === 'until-closed') {
			await this.#kept.remove('key');
			this.#hold({ key, rowId: null, keep: how.keep });
			return;
		}
		if (how.keep === 'passphrase' && !how.passphrase)
			throw new Error('A key under a passphrase needs one.');
		const sealed =
			how.keep === 'passphrase' ? await sealWith(key, how.passphrase ?? '') : await sealOpenly(key);
		const id = crypto.randomUUID();
		const fingerprint = await this.#fingerprint(key);
		const row: KeptRow = { id, origin: this.#origin, keep: how.keep, sealed, fingerprint };
		await this.#kept.put('key', row);
		this.#hold({ key, rowId: id, keep: how.keep, fingerprint });
	}

	async #forget(): Promise<void> {
		this.#drop();
		await this.#kept.remove('key');
	}

	/** Take over what another tab has done: the database is the truth for every key that lies in it. */
	async #follow(): Promise<KeptRow | null> {
		if (this.#memory && this.#memory.rowId === null) return null;
		if (this.#memory?.keep === 'passphrase' && this.#now() - this.#usedAt >= this.#idleMs)
			this.#drop();
		const row = await this.#row();
		if (this.#memory && this.#memory.rowId !== row?.id) this.#drop();
		if (!row || row.origin !== this.#origin) {
			this.#drop();
			return null;
		}
		if (!this.#memory && row.keep === 'unprotected') {
			const key = await openSealed(row.sealed, null);
			if (key === null) {
				// Sealed with a key that is gone: there is nothing to keep.
				await this.#kept.remove('key');
				return null;
			}
			this.#hold({ key, rowId: row.id, keep: 'unprotected' });
		}
		return row;
	}

	async #status(): Promise<KeyStatus> {
		const row = await this.#follow();
		const memory = this.#memory;
		if (memory) {
			memory.fingerprint ??= await this.#fingerprint(memory.key);
			return { state: 'set', keep: memory.keep, fingerprint: memory.fingerprint };
		}
		if (row) return { state: 'locked', keep: row.keep, fingerprint: row.fingerprint };
		const keep = (await this.#kept.get('keep')) ?? 'unprotected';
		return { state: 'none', keep, fingerprint: null };
	}

	#hold(memory: InMemory): void {
		this.#memory = memory;
		this.#touch();
	}

	#drop(): void {
		this.#memory = null;
		clearTimeout(this.#timer);
	}

	/** Idle is counted by the clock as well, because timers sleep with the device. */
	#touch(): void {
		this.#usedAt = this.#now();
		clearTimeout(this.#timer);
		if (this.#memory?.keep !== 'passphrase') return;
		this.#timer = setTimeout(() => this.#drop(), this.#idleMs);
	}

	#fingerprint(key: string): Promise<string> {
		return fingerprintOf(this.#kept, { key, origin: this.#origin });
	}

	async #row(): Promise<KeptRow | null> {
		return (await this.#kept.get('key')) ?? null;
	}
}
