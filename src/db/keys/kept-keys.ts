import type { KeepKey } from '#core/key.ts';
import type { Sealed } from '#db/keys/sealing.ts';

/**
 * What lies in the database of the key. Without Dexie, so that little code stands near it; the connection lets go as
 * soon as somebody wants to erase.
 */

/** A key as it lies in the database: sealed, and bound to one base URL. */
export interface KeptRow {
	/** New with every write: tells whether another tab has changed it. */
	readonly id: string;
	readonly origin: string;
	/** Missing: it was kept by an earlier version, and counts for whichever base URL of its origin is set next. */
	readonly base?: string | null;
	readonly keep: 'unprotected' | 'passphrase';
	readonly sealed: Sealed;
	readonly fingerprint: string;
}

interface Kept {
	readonly key: KeptRow;
	/** How the user likes a key to be kept. */
	readonly keep: KeepKey;
	/** Salt of fingerprints: another one on every device. */
	readonly salt: Uint8Array<ArrayBuffer>;
}

const store = 'kept';

export class KeptKeys {
	readonly #database: string;
	/** Every call asks for the key, and opening takes longer than reading. */
	#connection: Promise<IDBDatabase> | null = null;

	constructor(database: string) {
		this.#database = database;
	}

	get<Name extends keyof Kept>(name: Name): Promise<Kept[Name] | undefined> {
		return this.#use('readonly', (kept) => kept.get(name) as IDBRequest<Kept[Name] | undefined>);
	}

	async put<Name extends keyof Kept>(name: Name, value: Kept[Name]): Promise<void> {
		await this.#use('readwrite', (kept) => kept.put(value, name));
	}

	async remove(name: keyof Kept): Promise<void> {
		await this.#use('readwrite', (kept) => kept.delete(name));
	}

	/** What becomes of the key that is there; null: it goes. In one transaction, for another tab may be storing one. */
	async change(to: (row: KeptRow) => KeptRow | null): Promise<void> {
		await this.#use('readwrite', (kept) => {
			const reading = kept.get('key') as IDBRequest<KeptRow | undefined>;
			reading.onsuccess = () => {
				const row = reading.result;
				const next = row && to(row);
				if (next) kept.put(next, 'key');
				else kept.delete('key');
			};
			return reading;
		});
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
}

function open(name: string): Promise<IDBDatabase> {
	return new Promise((resolve, reject) => {
		const request = indexedDB.open(name, 1);
		request.onupgradeneeded = () => request.result.createObjectStore(store);
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error ?? new Error('not opened'));
	});
}
