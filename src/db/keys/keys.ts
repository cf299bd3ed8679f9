import type { KeepKey, KeyKeeping, KeyStatus, KeyUnlocking, NewKey } from '#core/key.ts';
import { openSealed, sealOpenly, sealWith, type Sealed } from '#db/keys/sealing.ts';

/**
 * The key of the endpoint, in a database of its own that only the telephone opens and nothing exports. Without
 * Dexie, so that little code stands near it; the connection lets go as soon as somebody wants to erase.
 */

export type KeyRead =
	| { readonly status: 'set'; readonly key: string }
	| { readonly status: 'none' }
	| { readonly status: 'locked' };

/** A key as it lies in the database: sealed, and bound to one origin. */
interface KeptRow {
	/** New with every write: tells whether another tab has changed it. */
	readonly id: string;
	readonly origin: string;
	readonly keep: 'unprotected' | 'passphrase';
	readonly sealed: Sealed;
	readonly fingerprint: string;
}

interface InMemory {
	readonly key: string;
	/** Row it came from, or null: kept here only. */
	readonly rowId: string | null;
	readonly keep: KeepKey;
}

export interface KeyStoreOptions {
	readonly database?: string;
	readonly now?: () => number;
	/** A key under a passphrase is locked after so many ms without a call (security row 33). */
	readonly idleMs?: number;
}

const store = 'kept';

export class KeyStore {
	readonly #database: string;
	readonly #now: () => number;
	readonly #idleMs: number;
	#origin: string | null = null;
	#memory: InMemory | null = null;
	#usedAt = 0;
	/** Every call asks for the key, and opening takes longer than reading. */
	#connection: Promise<IDBDatabase> | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** One thing at a time: a key that is being forgotten must not be stored meanwhile. */
	#turn: Promise<unknown> = Promise.resolve();

	constructor(options: KeyStoreOptions = {}) {
		this.#database = options.database ?? 'keepsake-keys';
		this.#now = options.now ?? (() => Date.now());
		this.#idleMs = options.idleMs ?? 15 * 60_000;
	}

	/** Point at an origin; a key of another origin is forgotten, in memory and in the database (security row 8). */
	configure(origin: string | null): Promise<KeyStatus> {
		return this.#alone(async () => {
			if (this.#origin !== origin) this.#drop();
			this.#origin = origin;
			const row = await this.#row();
			if (row && row.origin !== origin) await this.#remove();
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

	/** An empty key forgets. */
	set(secret: NewKey): Promise<KeyStatus> {
		return this.#alone(async () => {
			const key = secret.key.trim();
			await this.#put('keep', secret.keep);
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
			if (key !== null || !row) await this.#put('keep', how.keep);
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
			await this.#renew();
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
			await this.#remove();
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
		await this.#put('key', row);
		this.#hold({ key, rowId: id, keep: how.keep });
	}

	async #forget(): Promise<void> {
		this.#drop();
		await this.#remove();
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
				await this.#remove();
				return null;
			}
			this.#hold({ key, rowId: row.id, keep: 'unprotected' });
		}
		return row;
	}

	async #status(): Promise<KeyStatus> {
		const row = await this.#follow();
		const preferred = (await this.#get('keep')) as KeepKey | undefined;
		const keep = this.#memory?.keep ?? row?.keep ?? preferred ?? 'unprotected';
		if (this.#memory)
			return { state: 'set', keep, fingerprint: await this.#fingerprint(this.#memory.key) };
		if (row?.keep === 'passphrase') return { state: 'locked', keep, fingerprint: row.fingerprint };
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

	/** 16 hex digits of an HMAC over origin and key: tells two keys apart and nothing else. */
	async #fingerprint(key: string): Promise<string> {
		let salt = (await this.#get('salt')) as Uint8Array<ArrayBuffer> | undefined;
		if (!salt) {
			salt = crypto.getRandomValues(new Uint8Array(32));
			await this.#put('salt', salt);
		}
		const way = { name: 'HMAC', hash: 'SHA-256' };
		const hmac = await crypto.subtle.importKey('raw', salt, way, false, ['sign']);
		const text = new TextEncoder().encode(`${this.#origin ?? ''}\n${key}`);
		const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', hmac, text));
		return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
	}

	async #row(): Promise<KeptRow | null> {
		return ((await this.#get('key')) as KeptRow | undefined) ?? null;
	}

	/** Whoever opened the row under its old id has to open it again. In one transaction: another tab may be storing a key. */
	async #renew(): Promise<void> {
		await this.#use('readwrite', (kept) => {
			const reading = kept.get('key') as IDBRequest<KeptRow | undefined>;
			reading.onsuccess = () => {
				const row = reading.result;
				if (row?.keep === 'passphrase') kept.put({ ...row, id: crypto.randomUUID() }, 'key');
			};
			return reading;
		});
	}

	#remove(): Promise<void> {
		return this.#use('readwrite', (kept) => kept.delete('key')).then(() => undefined);
	}

	#put(name: string, value: unknown): Promise<void> {
		return this.#use('readwrite', (kept) => kept.put(value, name)).then(() => undefined);
	}

	#get(name: string): Promise<unknown> {
		return this.#use('readonly', (kept) => kept.get(name));
	}

	/** One request in one strict transaction; resolves when it is committed. */
	async #use<T>(
		mode: IDBTransactionMode,
		ask: (kept: IDBObjectStore) => IDBRequest<T>
	): Promise<T> {
		const db = await (this.#connection ??= this.#connect());
		return new Promise((resolve, reject) => {
			const transaction = db.transaction(store, mode, { durability: 'strict' });
			const request = ask(transaction.objectStore(store));
			transaction.oncomplete = () => resolve(request.result);
			transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
		});
	}

	/** Gone when the database is to be erased, or taken by the browser: then it is opened anew at the next use. */
	async #connect(): Promise<IDBDatabase> {
		const letGo = () => {
			this.#connection = null;
		};
		try {
			const db = await open(this.#database);
			db.onclose = letGo;
			db.onversionchange = () => {
				letGo();
				db.close();
			};
			return db;
		} catch (error) {
			letGo();
			throw error;
		}
	}

	#alone<T>(work: () => Promise<T>): Promise<T> {
		const done = this.#turn.then(work);
		this.#turn = done.catch(() => undefined);
		return done;
	}
}

function open(name: string): Promise<IDBDatabase> {
	return new Promise((resolve, reject) => {
		const request = indexedDB.open(name, 1);
		request.onupgradeneeded = () => request.result.createObjectStore(store);
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error ?? new Error('not opened'));
	});
}
