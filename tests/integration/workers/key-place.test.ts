// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withoutKeys } from '#core/asking/secrets.ts';
import { KeptKeys } from '../../../src/db/keys/kept-keys.ts';
import { KeyStore } from '../../../src/db/keys/keys.ts';

/** Where a key belongs, and how it is known while it is locked. */

const base = 'https://gateway.example/v1/mine/anthropic';
const other = 'https://gateway.example/v1/stranger/anthropic';
const key = 'gw-team-7d9f2c41e0b8aa55';
const passphrase = 'a long passphrase';
let database = '';
let numbers = 0;

beforeEach(() => {
	database = `key-place-${++numbers}`;
});

async function aStore(at = base): Promise<KeyStore> {
	const store = new KeyStore({ database });
	await store.configure(at);
	return store;
}

describe('another path of the same origin', () => {
	it.each(['unprotected', 'until-closed', 'passphrase'] as const)(
		'is another endpoint, where a key kept %s is not known',
		async (keep) => {
			const store = await aStore();
			await store.set({ key, keep, passphrase });
			expect((await store.configure(other)).state).toBe('none');
			expect(await store.read()).toEqual({ status: 'none' });
			expect(store.inUse).toBeNull();
			expect((await store.configure(base)).state).toBe('none');
		}
	);

	it('is not where another tab still is', async () => {
		const [here, there] = [await aStore(), await aStore()];
		await here.set({ key, keep: 'unprotected', passphrase: null });
		expect((await there.status()).state).toBe('set');
		await here.configure(other);
		await here.set({ key: `${key}-other`, keep: 'unprotected', passphrase: null });
		expect(await there.read()).toEqual({ status: 'none' });
	});
});

describe('a key of before, which knows its origin alone', () => {
	async function asBefore(): Promise<void> {
		await (await aStore()).set({ key, keep: 'unprotected', passphrase: null });
		await new KeptKeys(database).change(({ base: _, ...row }) => row);
	}

	it('counts for the endpoint that is set, and from then on for no other', async () => {
		await asBefore();
		const store = await aStore();
		expect(await store.read()).toEqual({ status: 'set', key });
		expect((await store.configure(other)).state).toBe('none');
		expect((await store.configure(base)).state).toBe('none');
	});

	it('is bound also where nobody asks for it before the next start', async () => {
		await asBefore();
		await aStore();
		expect((await (await aStore(other)).status()).state).toBe('none');
	});

	it('is not known at another origin', async () => {
		await asBefore();
		expect((await (await aStore('https://evil.example')).status()).state).toBe('none');
	});
});

describe('a locked key', () => {
	async function locked(secret = key): Promise<KeyStore> {
		const store = await aStore();
		await store.set({ key: secret, keep: 'passphrase', passphrase });
		expect((await store.lock()).state).toBe('locked');
		return store;
	}

	it.each([key, `GATEWAY_KEY=${key}`, `{"key":"${key}","n":1}`, `${key}${key}`, `\\n${key}`])(
		'is taken out of %s all the same',
		async (run) => {
			const found = await (await locked()).among(['https://example.com/a/long/path', run]);
			expect(found).toBe(key);
			expect(withoutKeys(run, found)).not.toContain('7d9f');
		}
	);

	it('is looked for a piece at a time in a long file without a space', async () => {
		const store = await locked();
		let [under, most] = [0, 0];
		const sign = crypto.subtle.sign.bind(crypto.subtle);
		const spy = vi.spyOn(crypto.subtle, 'sign').mockImplementation(async (...asked) => {
			most = Math.max(most, ++under);
			const signed = await sign(...asked);
			under--;
			return signed;
		});
		const found = await store.among([`${'a=(b+c);'.repeat(1000)}${key}`]);
		spy.mockRestore();
		expect(found).toBe(key);
		expect(most).toBeLessThanOrEqual(1000);
	});

	it('is found behind a reload, and by nobody who has another', async () => {
		await locked();
		const store = await aStore();
		expect(await store.among([key])).toBe(key);
		expect(await store.among([key.replace('7', '8'), `${key.slice(0, -1)}6`, ''])).toBeNull();
		expect((await store.status()).state).toBe('locked');
	});

	it('that is short is not looked for, and its fingerprint says nothing of it', async () => {
		const store = await locked('sk-1234');
		expect(await store.among(['sk-1234', 'sk-1234-and-a-tail'])).toBeNull();
		const { fingerprint } = await store.status();
		expect(await store.unlock(passphrase)).toMatchObject({ state: 'set', fingerprint });
		const open = await store.keep({ keep: 'unprotected', passphrase: null });
		expect(open.fingerprint).not.toBe(fingerprint);
	});
});

it('without a key nothing is found, and one that is open is found whatever stands around it', async () => {
	const store = await aStore();
	expect(await store.among([key])).toBeNull();
	await store.set({ key, keep: 'until-closed', passphrase: null });
	expect(await store.among(['whatever'])).toBe(key);
});
