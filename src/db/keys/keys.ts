import { mayBeKeys, shortestKey } from '#core/asking/secrets.ts';
import type { KeepKey, KeyKeeping, KeyStatus, KeyUnlocking, NewKey } from '#core/key.ts';
import { inTurn } from '#core/in-turn.ts';
import { anyFingerprint, fingerprints } from '#db/keys/fingerprint.ts';
import { KeptKeys, type KeptRow } from '#db/keys/kept-keys.ts';
import { lengthSealed, openSealed, sealOpenly, sealWith } from '#db/keys/sealing.ts';

/** The key of the endpoint, in a database of its own that only the telephone opens and nothing exports. */

type KeyRead =
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

/** Fingerprints taken at once: a long file without a space may be a key at every one of its signs. */
const atOnce = 1000;

const originOf = (base: string | null): string => (base === null ? '' : new URL(base).origin);

interface KeyStoreOptions {
	readonly database?: string;
	readonly now?: () => number;
	/** A key under a passphrase is locked after so many ms without a call (security row 33). */
	readonly idleMs?: number;
}

export class KeyStore {
	readonly #kept: KeptKeys;
	readonly #now: () => number;
	readonly #idleMs: number;
	#base: string | null = null;
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

	/** Point at a base URL; a key of another one is forgotten, in memory and in the database (security row 8). */
	configure(base: string | null): Promise<KeyStatus> {
		return this.#alone(async () => {
			if (this.#base !== base) this.#drop();
			this.#base = base;
			const kept = await this.#row();
			if (kept && kept.base !== base)
				await this.#kept.change((row) => (this.#isOurs(row) ? { ...row, base } : null));
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

	/**
	 * The key, for whoever looks for it in these runs of signs; null: it is none of them. While it is locked it is known by
	 * its fingerprint and its length alone.
	 */
	async among(runs: readonly string[]): Promise<string | null> {
		const read = await this.read();
		if (read.status !== 'locked') return read.status === 'set' ? read.key : null;
		const row = await this.#row();
		if (!row) return null;
		const print = await fingerprints(this.#kept, row.origin);
		for (const run of runs) {
			const keys = mayBeKeys(run, lengthSealed(row.sealed));
			for (let from = 0; from < keys.length; from += atOnce) {
				const some = keys.slice(from, from + atOnce);
				const found = some[(await Promise.all(some.map(print))).indexOf(row.fingerprint)];
				if (found) return found;
			}
		}
		return null;
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
			// Whoever opened it has to open it again.
			await this.#kept.change((row) =>
				row.keep === 'passphrase' ? { ...row, id: crypto.randomUUID() } : row
			);
			return this.#status();
		});
	}

	unlock(passphrase: string): Promise<KeyUnlocking> {
		return this.#alone(async () => {
			const row = await this.#row();
			if (row?.keep === 'passphrase') {
				const key = await openSealed(row.sealed, passphrase);
				if (key === null) return { state: 'wrong-passphrase' };
				this.#hold({ key, rowId: row.id, keep: 'passphrase', fingerprint: row.fingerprint });
			}
			return this.#status();
		});
	}

	async #keep(key: string, how: KeyKeeping): Promise<void> {
		const base = this.#base;
		if (base === null) {
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
		// A short one could be tried out by it, without the passphrase.
		const isHidden = how.keep === 'passphrase' && key.length < shortestKey;
		const fingerprint = isHidden ? anyFingerprint() : await this.#fingerprint(key);
		const { keep } = how;
		const row: KeptRow = { id, origin: originOf(base), base, keep, sealed, fingerprint };
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
		if (!row || !this.#isOurs(row)) {
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
			const { id: rowId, fingerprint } = row;
			this.#hold({ key, rowId, keep: 'unprotected', fingerprint });
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

	async #fingerprint(key: string): Promise<string> {
		return (await fingerprints(this.#kept, originOf(this.#base)))(key);
	}

	#isOurs({ base, origin }: KeptRow): boolean {
		return base === undefined ? origin === originOf(this.#base) : base === this.#base;
	}

	async #row(): Promise<KeptRow | null> {
		return (await this.#kept.get('key')) ?? null;
	}
}
