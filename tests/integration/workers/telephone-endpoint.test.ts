import { describe, expect, it, vi } from 'vitest';
import { KeyStore } from '#db/keys/keys.ts';
import { guardedFetch } from '#worker/lockdown.ts';
import { PointedDestination } from '#worker/telephone/destination.ts';
import { openTelephone } from '#worker/telephone/telephone.ts';
import { telephoneClient } from '../../../src/worker/telephone/telephone-client.ts';
import { everyEvent } from '../../support/builders/a-line.ts';
import { never, unseen } from '../../support/never.ts';
import { withTelephones } from '../../support/apps/with-telephones.ts';

/** The endpoint is changed while the telephone is at work: nothing that was meant for one reaches the other. */

const { server, other, workers, start, aTelephone, setKey, asking } = await withTelephones();

/** What tells that the endpoint was changed. */
const changed = { kind: 'changed-meanwhile', why: 'endpoint' };

describe('another endpoint', () => {
	it('is called at once by a new telephone, without the key of the one before', async () => {
		const telephone = aTelephone();
		await setKey(telephone);
		const status = await telephone.configure({ endpoint: other.url, authHeader: 'bearer' });
		expect(status).toMatchObject({ state: 'none', fingerprint: null });
		expect(workers.map(({ worker }) => worker.ended)).toEqual([true, false]);
		await telephone.models(never);
		expect(server.requests).toEqual([]);
		expect(JSON.stringify(other.requests)).not.toContain(server.key);
		await telephone.configure({ endpoint: server.url, authHeader: 'bearer' });
		expect((await telephone.keyStatus()).state).toBe('none');
	});

	it('interrupts what was under way', async () => {
		const telephone = aTelephone();
		await setKey(telephone);
		server.queue({ text: 'One two three four five six seven.', tokensPerSecond: 5 });
		const moved: Promise<unknown>[] = [];
		const events = await everyEvent(telephone.stream(asking('Count'), never), (event) => {
			if (event.type === 'text')
				moved.push(telephone.configure({ endpoint: other.url, authHeader: 'bearer' }));
		});
		await Promise.all(moved);
		expect(events.at(-1)).toMatchObject({ type: 'failed', failure: changed });
	});

	it('leaves nobody waiting who called while the one before was being started', async () => {
		let started = (): void => {};
		const waiting = new Promise<void>((resolve) => (started = resolve));
		const telephone = telephoneClient({
			start: (origin) =>
				(origin === server.url ? waiting : Promise.resolve()).then(() => start(origin)),
			initial: () => Promise.resolve({ endpoint: server.url, authHeader: 'bearer' }),
			onStart: () => {}
		});
		const answered = everyEvent(telephone.stream(asking('Hello'), never));
		const counted = telephone.count(asking('Hello'), never);
		const listed = telephone.models(never);
		const moved = telephone.configure({ endpoint: other.url, authHeader: 'bearer' });
		started();
		expect((await moved).state).toBe('none');
		expect(await answered).toMatchObject([{ type: 'failed', failure: changed }]);
		for (const outcome of [await counted, await listed])
			expect(outcome).toMatchObject({ status: 'failed', failure: changed });
		expect(server.requests).toEqual([]);
	});

	it('is posted nothing that was written for the one before', async () => {
		const telephone = aTelephone();
		await setKey(telephone);
		await telephone.configure({ endpoint: other.url, authHeader: 'bearer' });
		const refused = { type: 'failed', failure: changed };
		expect(await everyEvent(telephone.stream(asking('Private'), never))).toMatchObject([refused]);
		expect(await telephone.count(asking('Private'), never)).toMatchObject({
			status: 'failed',
			failure: changed
		});
		expect(other.requests).toEqual([]);
		await everyEvent(telephone.stream(asking('Hello', other.url), never));
		expect(other.requests).toHaveLength(1);
	});

	it('is posted nothing that was written for another path of the same origin', async () => {
		const telephone = aTelephone();
		await setKey(telephone);
		const waiting = everyEvent(telephone.stream(asking('Hello', `${server.url}/v1/`), never));
		expect((await waiting).at(-1)?.type).toBe('end');
		await telephone.configure({ endpoint: `${server.url}/elsewhere`, authHeader: 'bearer' });
		const events = await everyEvent(telephone.stream(asking('Private'), never));
		expect(events).toMatchObject([{ type: 'failed', failure: { kind: 'changed-meanwhile' } }]);
		expect(server.messages()).toHaveLength(1);
	});

	it('at another path of the same origin is sent no key of the one before', async () => {
		const telephone = aTelephone();
		await setKey(telephone);
		const listing = telephone.models(never);
		const moved = telephone.configure({ endpoint: `${server.url}/stranger`, authHeader: 'bearer' });
		await listing;
		expect((await moved).state).toBe('none');
		await telephone.models(never);
		const sent = server.requests.filter(({ path }) => path.startsWith('/stranger'));
		expect(sent).not.toEqual([]);
		expect(JSON.stringify(sent)).not.toContain(server.key);
	});

	it('knows nothing of a key that was given right before, to the one before', async () => {
		const telephone = aTelephone();
		await telephone.keyStatus();
		const [set, moved] = await Promise.all([
			setKey(telephone, 'sk-ant-late'),
			telephone.configure({ endpoint: other.url, authHeader: 'bearer' })
		]);
		expect([set.state, moved.state]).toEqual(['set', 'none']);
		await telephone.models(never);
		expect(JSON.stringify(other.requests)).not.toContain('sk-ant');
	});

	it('takes a key that is given right behind it, and who asks right after that is told of it', async () => {
		const telephone = aTelephone();
		await telephone.keyStatus();
		const access = { endpoint: other.url, authHeader: 'bearer' } as const;
		const [, set, status, again] = await Promise.all([
			telephone.configure(access),
			setKey(telephone, 'sk-ant-OTHER'),
			telephone.keyStatus(),
			// As the page does when it sees the new endpoint in the settings.
			telephone.configure(access)
		]);
		expect([set.state, status.state, again.state]).toEqual(['set', 'set', 'set']);
		await everyEvent(telephone.stream(asking('Hello', other.url), never));
		expect(other.requests[0]?.headers['authorization']).toBe('Bearer sk-ant-OTHER');
	});

	it('does not wait for a telephone that never answers what it was asked about its key', async () => {
		const telephone = aTelephone();
		await telephone.keyStatus();
		const heard = vi.spyOn(workers[0]!.worker.channel, 'postMessage').mockReturnValue();
		const lost = expect(setKey(telephone)).rejects.toThrow('changed-meanwhile');
		const status = telephone.keyStatus();
		await vi.waitFor(() => expect(heard).toHaveBeenCalled());
		const moved = telephone.configure({ endpoint: other.url, authHeader: 'bearer' });
		const set = setKey(telephone, 'sk-ant-OTHER');
		expect((await moved).state).toBe('none');
		await lost;
		expect((await set).state).toBe('set');
		expect((await status).state).toBe('set');
		expect(workers.map(({ worker }) => worker.ended)).toEqual([true, false]);
	});

	it('is the one of whose key is told who asked while the one before never answered', async () => {
		const telephone = aTelephone();
		await telephone.keyStatus();
		const heard = vi.spyOn(workers[0]!.worker.channel, 'postMessage').mockReturnValue();
		const status = telephone.keyStatus();
		await vi.waitFor(() => expect(heard).toHaveBeenCalled());
		await telephone.configure({ endpoint: other.url, authHeader: 'bearer' });
		expect((await status).state).toBe('none');
	});

	it('is the one that takes its key out of texts that the one before was asked about and never answered', async () => {
		const telephone = aTelephone();
		await telephone.keyStatus();
		const heard = vi.spyOn(workers[0]!.worker.channel, 'postMessage').mockReturnValue();
		const cleared = telephone.withoutKeys(['words']);
		await vi.waitFor(() => expect(heard).toHaveBeenCalled());
		await telephone.configure({ endpoint: other.url, authHeader: 'bearer' });
		expect(await cleared).toEqual(['words']);
	});

	it('in another spelling keeps key and telephone', async () => {
		const telephone = aTelephone();
		await setKey(telephone);
		const status = await telephone.configure({
			endpoint: `${server.url}/v1/`,
			authHeader: 'x-api-key'
		});
		expect(status.state).toBe('set');
		expect(workers).toHaveLength(1);
		await telephone.models(never);
		expect(server.requests[0]?.headers['x-api-key']).toBe(server.key);
	});

	it('that is no address is called by nobody', async () => {
		const telephone = aTelephone({ endpoint: 'not an address', authHeader: 'bearer' });
		expect((await telephone.keyStatus()).state).toBe('none');
		const events = await everyEvent(telephone.stream(asking('Hello', 'not an address'), never));
		expect(events.at(-1)).toMatchObject({
			type: 'failed',
			failure: { kind: 'unreachable', host: 'not an address' }
		});
	});

	it('counts as said last when it is changed twice in a row', async () => {
		const telephone = aTelephone();
		await Promise.all([
			telephone.configure({ endpoint: other.url, authHeader: 'bearer' }),
			telephone.configure({ endpoint: server.url, authHeader: 'bearer' })
		]);
		await telephone.models(never);
		expect(server.requests).toHaveLength(1);
		expect(other.requests).toHaveLength(0);
	});

	it('is that of the next telephone too, where the one that was pointed there is gone', async () => {
		const telephone = aTelephone();
		await telephone.keyStatus();
		await telephone.configure({ endpoint: other.url, authHeader: 'bearer' });
		await setKey(telephone, 'sk-ant-OTHER');
		workers[1]?.worker.vanish();
		expect((await telephone.keyStatus()).state).toBe('set');
		expect(workers.map(({ origin }) => origin)).toEqual([server.url, other.url, other.url]);
	});

	it('is called only once the key of the one before is gone: what is asked meanwhile goes where it went, as it went', async () => {
		const keys = new KeyStore({ database: 'telephone-meanwhile' });
		const destination = new PointedDestination(server.url);
		const { page } = openTelephone({
			destination,
			keys,
			fetch: guardedFetch(fetch, destination),
			online: () => true,
			now: () => Date.now(),
			chance: () => 0
		});
		const ask = (kind: string, what: unknown) =>
			page.work({ kind, ask: what, signal: never, tell: unseen });
		await ask('configure', { endpoint: server.url, authHeader: 'bearer' });
		await ask('set-key', { key: server.key, keep: 'unprotected', passphrase: null });
		let gone = (): void => {};
		const configure = keys.configure.bind(keys);
		vi.spyOn(keys, 'configure').mockImplementationOnce(async (base) => {
			await new Promise<void>((resolve) => (gone = resolve));
			return configure(base);
		});
		const moved = ask('configure', { endpoint: `${server.url}/else`, authHeader: 'x-api-key' });
		expect(await ask('models', false)).toMatchObject({ status: 'listed' });
		expect(server.requests).toMatchObject([
			{ path: '/v1/models', headers: { authorization: `Bearer ${server.key}` } }
		]);
		gone();
		expect(await moved).toMatchObject({ state: 'none' });
	});
});
