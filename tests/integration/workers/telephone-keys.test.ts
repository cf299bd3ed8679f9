// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeyStore } from '../../../src/db/keys/keys.ts';

const origin = 'https://api.anthropic.com';
const key = 'sk-ant-CANARY-0123456789';
let database = '';
let numbers = 0;

beforeEach(() => {
	database = `keys-${++numbers}`;
});
afterEach(() => vi.useRealTimers());

/** A telephone that has just been started, in this tab or in another. */
async function aStore(more: { now?: () => number; at?: string } = {}): Promise<KeyStore> {
	const store = new KeyStore({ database, ...(more.now && { now: more.now }) });
	await store.configure(more.at ?? origin);
	return store;
}

const openDatabase = (): Promise<IDBDatabase> =>
	new Promise((resolve, reject) => {
		const request = indexedDB.open(database);
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(new Error('not opened'));
	});

/** The disk has changed what is sealed. */
async function damageKey(): Promise<void> {
	const db = await openDatabase();
	await new Promise<void>((resolve) => {
		const table = db.transaction('kept', 'readwrite').objectStore('kept');
		const reading = table.get('key') as IDBRequest<{ sealed: { bytes: ArrayBuffer } }>;
		reading.onsuccess = () => {
			const { sealed, ...row } = reading.result;
			table.put({ ...row, sealed: { ...sealed, bytes: new ArrayBuffer(48) } }, 'key').onsuccess =
				() => resolve();
		};
	});
	db.close();
}

/** Every byte of text in the database, as far as it can be read without opening what is sealed. */
async function everythingStored(): Promise<string> {
	const db = await openDatabase();
	const rows = await new Promise<unknown[]>((resolve) => {
		const request = db.transaction('kept').objectStore('kept').getAll();
		request.onsuccess = () => resolve(request.result);
	});
	db.close();
	return JSON.stringify(rows, (_, value: unknown) => {
		if (value instanceof ArrayBuffer) return Buffer.from(value).toString('latin1');
		if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer).toString('latin1');
		return value;
	});
}

describe('a new profile', () => {
	it('has no key and would keep one on this device, not protected', async () => {
		const store = await aStore();
		expect(await store.status()).toEqual({ state: 'none', keep: 'unprotected', fingerprint: null });
		expect(await store.read()).toEqual({ status: 'none' });
	});
});

describe('a key kept on this device, not protected', () => {
	it('is there after a reload and does not stand in the database as plain text', async () => {
		await (await aStore()).set({ key, keep: 'unprotected', passphrase: null });
		expect(await everythingStored()).not.toContain('CANARY');
		expect(await (await aStore()).read()).toEqual({ status: 'set', key });
	});

	it('is looked at once before a call, however much is asked about it', async () => {
		const store = await aStore();
		await store.set({ key, keep: 'unprotected', passphrase: null });
		const looked = vi.spyOn(IDBObjectStore.prototype, 'get');
		const { fingerprint } = await store.status();
		expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
		expect(looked).toHaveBeenCalledTimes(1);
		await store.read();
		expect(store.inUse).toBe(key);
		expect(looked).toHaveBeenCalledTimes(2);
		looked.mockRestore();
		const started = await aStore();
		expect(await started.status()).toEqual({ state: 'set', keep: 'unprotected', fingerprint });
	});

	it('does not hold up who erases the database, and is gone with it', async () => {
		const store = await aStore();
		await store.set({ key, keep: 'unprotected', passphrase: null });
		const blocked = await new Promise<boolean>((resolve, reject) => {
			const erasing = indexedDB.deleteDatabase(database);
			erasing.onblocked = () => resolve(true);
			erasing.onsuccess = () => resolve(false);
			erasing.onerror = () => reject(new Error('not erased'));
		});
		expect(blocked).toBe(false);
		expect(await store.read()).toEqual({ status: 'none' });
	});

	it('that cannot be opened any more is none, and is asked for again', async () => {
		await (await aStore()).set({ key, keep: 'unprotected', passphrase: null });
		await damageKey();
		const store = new KeyStore({ database });
		expect((await store.configure(origin)).state).toBe('none');
		expect(await store.read()).toEqual({ status: 'none' });
	});

	it('cannot be locked', async () => {
		const store = await aStore();
		await store.set({ key, keep: 'unprotected', passphrase: null });
		expect((await store.lock()).state).toBe('set');
	});

	it('is gone everywhere when it is forgotten in one tab', async () => {
		const here = await aStore();
		const there = await aStore();
		await here.set({ key, keep: 'unprotected', passphrase: null });
		expect(await there.read()).toEqual({ status: 'set', key });
		await here.forget();
		expect(await there.read()).toEqual({ status: 'none' });
		expect((await there.status()).state).toBe('none');
	});

	it('is replaced everywhere when another is set', async () => {
		const here = await aStore();
		const there = await aStore();
		await here.set({ key, keep: 'unprotected', passphrase: null });
		await there.read();
		await here.set({ key: 'sk-ant-other', keep: 'unprotected', passphrase: null });
		expect(await there.read()).toEqual({ status: 'set', key: 'sk-ant-other' });
	});
});

describe('a key kept until the tab closes', () => {
	it('is gone after a reload and never was in the database', async () => {
		const store = await aStore();
		await store.set({ key, keep: 'until-closed', passphrase: null });
		expect(await store.read()).toEqual({ status: 'set', key });
		expect(await everythingStored()).not.toContain('sealed');
		const reloaded = await aStore();
		expect(await reloaded.status()).toEqual({
			state: 'none',
			keep: 'until-closed',
			fingerprint: null
		});
	});

	it('takes the stored one with it', async () => {
		const store = await aStore();
		await store.set({ key, keep: 'unprotected', passphrase: null });
		await store.keep({ keep: 'until-closed', passphrase: null });
		expect(await store.read()).toEqual({ status: 'set', key });
		expect((await (await aStore()).read()).status).toBe('none');
	});

	it('stays when keys are locked: nothing could open it again', async () => {
		const store = await aStore();
		await store.set({ key, keep: 'until-closed', passphrase: null });
		expect(await store.lock()).toMatchObject({ state: 'set', keep: 'until-closed' });
		expect(await store.read()).toEqual({ status: 'set', key });
	});
});

describe('a key under a passphrase', () => {
	const passphrase = 'correct horse battery staple';

	it('is locked after a reload and opens with the passphrase only', async () => {
		const first = await aStore();
		const set = await first.set({ key, keep: 'passphrase', passphrase });
		expect(set.state).toBe('set');
		expect(await everythingStored()).not.toContain('CANARY');
		const store = await aStore();
		expect(await store.status()).toEqual({ ...set, state: 'locked' });
		expect(await store.read()).toEqual({ status: 'locked' });
		expect(await store.unlock('wrong')).toEqual({ state: 'wrong-passphrase' });
		expect(await store.read()).toEqual({ status: 'locked' });
		expect(await store.unlock(passphrase)).toEqual(set);
		expect(await store.read()).toEqual({ status: 'set', key });
	});

	it('is locked at once on demand', async () => {
		const store = await aStore();
		await store.set({ key, keep: 'passphrase', passphrase });
		expect((await store.lock()).state).toBe('locked');
		expect(await store.read()).toEqual({ status: 'locked' });
	});

	it('is locked in every tab when it is locked in one, and opens in each with the passphrase only', async () => {
		const store = await aStore();
		await store.set({ key, keep: 'passphrase', passphrase });
		const other = await aStore();
		await other.unlock(passphrase);
		expect(await store.lock()).toMatchObject({ state: 'locked' });
		expect(await other.read()).toEqual({ status: 'locked' });
		expect(await other.status()).toMatchObject({ state: 'locked' });
		await other.unlock(passphrase);
		expect(await other.read()).toEqual({ status: 'set', key });
		expect(await store.read()).toEqual({ status: 'locked' });
		// Also from a tab in which it is locked already.
		await store.lock();
		expect(await other.read()).toEqual({ status: 'locked' });
	});

	it('is locked after fifteen minutes without a call, also when timers slept', async () => {
		let now = 0;
		const store = await aStore({ now: () => now });
		await store.set({ key, keep: 'passphrase', passphrase });
		now += 14 * 60_000;
		expect((await store.read()).status).toBe('set');
		now += 14 * 60_000;
		expect((await store.read()).status).toBe('set');
		now += 15 * 60_000;
		expect((await store.status()).state).toBe('locked');
		expect((await store.read()).status).toBe('locked');
	});

	it('is dropped by a timer while nobody asks', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const store = await aStore({ now: () => 0 });
		await store.set({ key, keep: 'passphrase', passphrase });
		vi.advanceTimersByTime(15 * 60_000);
		expect((await store.read()).status).toBe('locked');
	});

	it('can be kept in another way only while it is open', async () => {
		const store = await aStore();
		await store.set({ key, keep: 'passphrase', passphrase });
		await store.lock();
		expect((await store.keep({ keep: 'unprotected', passphrase: null })).keep).toBe('passphrase');
		await store.unlock(passphrase);
		expect((await store.keep({ keep: 'unprotected', passphrase: null })).state).toBe('set');
		expect((await (await aStore()).read()).status).toBe('set');
	});
});

describe('the endpoint', () => {
	it.each(['unprotected', 'until-closed', 'passphrase'] as const)(
		'owns the key: pointing elsewhere forgets a key kept %s',
		async (keep) => {
			const store = await aStore();
			await store.set({ key, keep, passphrase: 'a long passphrase' });
			expect((await store.configure('https://evil.example')).state).toBe('none');
			expect(await store.read()).toEqual({ status: 'none' });
			expect((await store.configure(origin)).state).toBe('none');
			expect((await (await aStore()).read()).status).toBe('none');
		}
	);

	it('finds nothing of another endpoint after a reload', async () => {
		await (await aStore()).set({ key, keep: 'unprotected', passphrase: null });
		const elsewhere = await aStore({ at: 'https://evil.example' });
		expect(await elsewhere.read()).toEqual({ status: 'none' });
		expect((await (await aStore()).read()).status).toBe('none');
	});

	it('keeps the key when it is told the same again', async () => {
		const store = await aStore();
		await store.set({ key, keep: 'until-closed', passphrase: null });
		expect((await store.configure(origin)).state).toBe('set');
	});

	it('that is none takes no key', async () => {
		const store = new KeyStore({ database });
		await store.configure(null);
		expect((await store.set({ key, keep: 'unprotected', passphrase: null })).state).toBe('none');
	});
});

describe('the fingerprint', () => {
	it('is the same for the same key, another for another, and says nothing of it', async () => {
		const store = await aStore();
		const first = await store.set({ key, keep: 'unprotected', passphrase: null });
		expect(first.fingerprint).toMatch(/^[0-9a-f]{16}$/);
		const other = await store.set({ key: `${key}x`, keep: 'unprotected', passphrase: null });
		expect(other.fingerprint).not.toBe(first.fingerprint);
		const again = await store.set({ key: ` ${key}\n`, keep: 'until-closed', passphrase: null });
		expect(again.fingerprint).toBe(first.fingerprint);
	});

	it('differs from device to device', async () => {
		const here = await (await aStore()).set({ key, keep: 'unprotected', passphrase: null });
		database = `${database}-elsewhere`;
		const there = await (await aStore()).set({ key, keep: 'unprotected', passphrase: null });
		expect(there.fingerprint).not.toBe(here.fingerprint);
	});
});

it('an empty key forgets the one that is set', async () => {
	const store = await aStore();
	await store.set({ key, keep: 'unprotected', passphrase: null });
	expect((await store.set({ key: '  ', keep: 'unprotected', passphrase: null })).state).toBe(
		'none'
	);
});
