import { Dexie } from 'dexie';
import { describe, expect, it, vi } from 'vitest';
import { keyTakenOut } from '#core/asking/secrets.ts';
import { storageFailure } from '#db/storing.ts';
import type { EndpointAccess, Telephone } from '#flows/ports/telephone.ts';
import { telephoneClient } from '../../../src/worker/telephone/telephone-client.ts';
import { staged, type Staged } from '../../support/builders/a-channel.ts';
import { aTool } from '../../support/builders/a-prompt.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { everyEvent, textIn } from '../../support/builders/a-line.ts';
import { never } from '../../support/never.ts';
import { eventually } from '../../support/eventually.ts';
import { withTelephones } from '../../support/apps/with-telephones.ts';

/** What the telephone does for the page: it keeps the key, calls, counts, lists models, and hangs up. */

const { server, other, workers, heard, start, aTelephone, setKey, asking } = await withTelephones();

describe('the telephone', () => {
	it('is started when it is first needed, for the origin of the endpoint', async () => {
		const telephone = aTelephone();
		expect(workers).toEqual([]);
		expect((await telephone.keyStatus()).state).toBe('none');
		expect(workers.map(({ origin }) => origin)).toEqual([server.url]);
	});

	it('takes its key out of texts, and tells nothing of it where the text does not hold all of it', async () => {
		const telephone = aTelephone();
		const key = 'gateway-key-4711';
		expect(await telephone.withoutKeys([`"${key}"`])).toEqual([`"${key}"`]);
		await setKey(telephone, key);
		const others = [key.slice(0, -1), ''];
		expect(await telephone.withoutKeys([`"${key}"`, ...others])).toEqual([
			`"${keyTakenOut}"`,
			...others
		]);
	});

	it('tells that there is no room for a key, and nothing of the key', async () => {
		const telephone = aTelephone();
		await telephone.keyStatus();
		const full = new DOMException(`no room for ${server.key}`, 'QuotaExceededError');
		const disk = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
			throw full;
		});
		const refused: unknown = await setKey(telephone).catch((error: unknown) => error);
		disk.mockRestore();
		expect(storageFailure(refused)).toEqual({ kind: 'storage-full' });
		expect(String(refused)).not.toContain(server.key);
	});

	it('tells that a newer version of the app keeps the key', async () => {
		const telephone = aTelephone();
		const opened = vi.spyOn(indexedDB, 'open');
		await setKey(telephone);
		const [name = ''] = opened.mock.lastCall ?? [];
		opened.mockRestore();
		await new Promise((resolve) => {
			const newer = indexedDB.open(name, 2);
			newer.onsuccess = () => {
				newer.result.close();
				resolve(null);
			};
		});
		const refused: unknown = await telephone.keyStatus().catch((error: unknown) => error);
		// Other files keep their keys in a database of this name.
		await Dexie.delete(name);
		expect(storageFailure(refused)).toEqual({ kind: 'storage-closed' });
	});

	it('answers with the key it was given, and the page never sees that key again', async () => {
		const telephone = aTelephone();
		await setKey(telephone);
		server.queue({ text: 'Hello to you, too.' });
		const events = await everyEvent(telephone.stream(asking('Hello'), never));
		expect(textIn(events)).toBe('Hello to you, too.');
		expect(events.at(-1)?.type).toBe('end');
		expect(server.refusals).toEqual([]);
		expect(JSON.stringify(heard)).not.toContain(server.key);
	});

	it('sends exactly this on the wire', async () => {
		const telephone = aTelephone();
		await setKey(telephone);
		await everyEvent(telephone.stream(asking('Hello'), never));
		await telephone.count(asking('Hello'), never);
		await telephone.models(never);
		expect(
			server.requests.map(({ method, path, query, headerNames, headers, body }) => ({
				call: `${method} ${path}${query}`,
				// What Node adds of itself is no header of ours.
				headers: headerNames.filter(
					(name) =>
						![
							'host',
							'connection',
							'content-length',
							'user-agent',
							'accept-encoding',
							'accept-language',
							'sec-fetch-mode',
							'cache-control',
							'pragma'
						].includes(name)
				),
				version: headers['anthropic-version'],
				body: Object.keys(body ?? {})
			}))
		).toMatchInlineSnapshot(`
			[
			  {
			    "body": [
			      "model",
			      "max_tokens",
			      "messages",
			      "stream",
			    ],
			    "call": "POST /v1/messages",
			    "headers": [
			      "accept",
			      "anthropic-dangerous-direct-browser-access",
			      "anthropic-version",
			      "authorization",
			      "content-type",
			    ],
			    "version": "2026-10-21",
			  },
			  {
			    "body": [
			      "model",
			      "messages",
			    ],
			    "call": "POST /v1/messages/count_tokens",
			    "headers": [
			      "accept",
			      "anthropic-dangerous-direct-browser-access",
			      "anthropic-version",
			      "authorization",
			      "content-type",
			    ],
			    "version": "2026-10-21",
			  },
			  {
			    "body": [],
			    "call": "GET /v1/models?limit=100",
			    "headers": [
			      "accept",
			      "anthropic-dangerous-direct-browser-access",
			      "anthropic-version",
			      "authorization",
			    ],
			    "version": "2026-10-21",
			  },
			]
		`);
	});

	it('sends the key in the other header where that is set', async () => {
		const telephone = aTelephone({ endpoint: server.url, authHeader: 'x-api-key' });
		await setKey(telephone);
		await telephone.models(never);
		expect(server.requests[0]?.headers['x-api-key']).toBe(server.key);
		expect(server.requests[0]?.headerNames).not.toContain('authorization');
	});

	it('sends no credential to an endpoint without a key', async () => {
		const telephone = aTelephone();
		const events = await everyEvent(telephone.stream(asking('Hello'), never));
		expect(events).toMatchObject([{ type: 'failed', failure: { kind: 'no-key' } }]);
		expect(server.requests[0]?.headerNames).not.toContain('authorization');
	});

	it('counts, and lists models with what the endpoint says of them', async () => {
		const telephone = aTelephone();
		await setKey(telephone);
		const counted = await telephone.count(asking('Hello'), never);
		expect(counted).toEqual({ status: 'counted', tokens: server.requests[0]?.inputTokens });
		const listed = await telephone.models(never);
		expect(listed.status).toBe('listed');
		if (listed.status !== 'listed') return;
		expect(listed.models.map((card) => card.id)).toEqual(server.models.map((model) => model.id));
		expect(listed.models[0]).toMatchObject({ windowBy: 'api', outputBy: 'api', prices: null });
		expect(listed.models.every((card) => (card.window ?? 0) > 0)).toBe(true);
	});

	it('#61 #62 what is counted is what a call reads: system text, tools and what was said', async () => {
		const telephone = aTelephone();
		await setKey(telephone);
		const bare = asking('Hello');
		const body = {
			...bare.body,
			system: [{ type: 'text' as const, text: 'You are a gardener. '.repeat(20) }],
			tools: [aTool('recall'), aTool('save_memory')]
		};
		await everyEvent(telephone.stream({ ...bare, body }, never));
		const counted = await telephone.count({ ...bare, body }, never);
		const [answered, asked] = server.requests;
		expect(asked?.body).toMatchObject({ system: body.system, tools: body.tools });
		expect(counted).toEqual({ status: 'counted', tokens: answered?.inputTokens });
	});

	it('says why models cannot be listed', async () => {
		const telephone = aTelephone();
		await setKey(telephone, 'sk-ant-wrong');
		expect(await telephone.models(never)).toEqual({
			status: 'failed',
			failure: { kind: 'key-refused' }
		});
		await setKey(telephone);
		server.fault('captive-portal', { path: '/v1/models' });
		expect(await telephone.models(never)).toEqual({
			status: 'failed',
			failure: { kind: 'not-an-api', host: new URL(server.url).host }
		});
	});

	it('takes an endpoint that knows no list of models for one that lists none', async () => {
		const telephone = aTelephone({ endpoint: `${server.url}/elsewhere`, authHeader: 'bearer' });
		await setKey(telephone);
		expect(await telephone.models(never)).toEqual({ status: 'listed', models: [] });
		expect(server.requests).toMatchObject([{ path: '/elsewhere/v1/models' }]);
	});

	it('stops at once, without a word more, and hangs up', async () => {
		const telephone = aTelephone();
		await setKey(telephone);
		server.queue({ text: 'One two three four five six seven.', tokensPerSecond: 1 });
		const stop = new AbortController();
		const events = await everyEvent(telephone.stream(asking('Count'), stop.signal), (event) => {
			if (event.type === 'text') stop.abort();
		});
		expect(events.map((event) => event.type)).toEqual(['usage', 'text']);
		await eventually(() => expect(server.messages()[0]?.aborted).toBe(true));
	});

	it('hangs up also when what nobody holds any more was collected since the answer began', async () => {
		const telephone = aTelephone();
		await setKey(telephone);
		server.queue({ text: 'One two three four five six seven.', tokensPerSecond: 1 });
		const stop = new AbortController();
		for await (const event of telephone.stream(asking('Count'), stop.signal)) {
			if (event.type !== 'text') continue;
			await collectGarbage();
			stop.abort();
		}
		await eventually(() => expect(server.messages()[0]?.aborted).toBe(true));
	});

	it('hangs up when nobody reads on', async () => {
		const telephone = aTelephone();
		await setKey(telephone);
		server.queue({ text: 'One two three four five six seven.', tokensPerSecond: 5 });
		for await (const event of telephone.stream(asking('Count'), never))
			if (event.type === 'text') break;
		await eventually(() => expect(server.messages()[0]?.aborted).toBe(true));
	});

	it('sends a fast answer in few messages', async () => {
		const telephone = aTelephone();
		await setKey(telephone);
		const text = 'word '.repeat(2000);
		server.queue({ text });
		const events = await everyEvent(telephone.stream(asking('Talk'), never));
		expect(textIn(events)).toBe(text);
		expect(heard.length).toBeLessThan(200);
	});
});

describe('a telephone that is no more', () => {
	it('fails what it was doing as a crash, and another is there at once, which knows the key', async () => {
		const lines: unknown[] = [];
		const telephone = aTelephone(undefined, (line) => void lines.push(line));
		await setKey(telephone);
		server.queue({ text: 'Too late.', fault: 'silence', after: 1 });
		const answered = everyEvent(telephone.stream(asking('Hello'), never));
		await eventually(() => expect(server.messages()).toHaveLength(1));
		workers[0]?.worker.vanish();
		expect((await answered).at(-1)).toMatchObject({ type: 'failed', failure: { kind: 'crashed' } });
		await eventually(() => expect(lines).toHaveLength(2));
		server.queue({ text: 'Hello again.' });
		expect(textIn(await everyEvent(telephone.stream(asking('Hello'), never)))).toBe('Hello again.');
		expect(await telephone.withoutKeys([server.key])).toEqual([keyTakenOut]);
		expect(workers.map(({ origin }) => origin)).toEqual([server.url, server.url]);
	});

	it.each(['key-status', 'without-keys'])(
		'while it is asked for %s leaves that to the next one, once',
		async (kind) => {
			const lost: ReturnType<typeof silent>[] = [];
			const again = () => {
				lost.push(silent());
				return Promise.resolve(lost.at(-1)!);
			};
			const ask = (telephone: Telephone) =>
				kind === 'key-status' ? telephone.keyStatus() : telephone.withoutKeys(['words']);
			const { telephone } = startedFirst(again);
			const answer = ask(telephone);
			await eventually(() => expect(lost[0]?.heard()).toBe(2));
			lost[0]?.vanish();
			expect(await answer).toEqual(
				kind === 'key-status' ? expect.objectContaining({ state: 'none' }) : ['words']
			);

			const none = telephoneClient({ start: again, initial, onStart: () => {} });
			const failed = expect(ask(none)).rejects.toThrow('failed: crashed');
			for (const at of [1, 2]) {
				await eventually(() => expect(lost[at]?.heard()).toBe(2));
				lost[at]?.vanish();
			}
			await failed;
			expect(lost).toHaveLength(3);
		}
	);

	it('before it ran is started anew by nobody but the next who needs it', async () => {
		const lost = silent();
		const { telephone, tries } = startedFirst(() => Promise.resolve(lost));
		const opened = telephone.open();
		await eventually(() => expect(lost.heard()).toBe(1));
		lost.vanish();
		expect(await opened).toMatchObject({ kind: 'crashed' });
		expect(tries()).toBe(1);
		expect(await telephone.open()).toBeNull();
		expect(tries()).toBe(2);
	});

	it('before it ran takes none with it that was needed at once', async () => {
		const lost = silent();
		const { telephone, tries } = startedFirst(() => Promise.resolve(lost));
		const opened = telephone.open();
		await eventually(() => expect(lost.heard()).toBe(1));
		lost.vanish();
		const again = telephone.open();
		expect([await opened, await again]).toMatchObject([{ kind: 'crashed' }, null]);
		await telephone.keyStatus();
		expect(tries()).toBe(2);
	});
});

describe('a telephone that cannot be started', () => {
	it('is a failure of the answer, and is tried anew the next time', async () => {
		const { telephone } = startedFirst(() => Promise.reject(new TypeError('blocked')));
		const events = await everyEvent(telephone.stream(asking('Hello'), never));
		expect(events).toMatchObject([{ type: 'failed', failure: { kind: 'crashed' } }]);
		expect((await telephone.keyStatus()).state).toBe('none');
	});

	it('because its script does not come is told as a part that was not loaded, to all who asked', async () => {
		const lost = silent();
		const { telephone } = startedFirst(() => Promise.resolve(lost));
		const failure = { kind: 'not-loaded' };
		const opened = telephone.open();
		const answered = everyEvent(telephone.stream(asking('Hello'), never));
		const status = expect(telephone.keyStatus()).rejects.toThrow('failed: not-loaded');
		await vi.waitFor(() => expect(lost.heard()).toBe(3));
		lost.crash('');
		expect(await opened).toEqual(failure);
		expect(await answered).toMatchObject([{ type: 'failed', failure }]);
		await status;
		expect(lost.ended).toBe(true);
		expect(await telephone.open()).toBeNull();
		expect((await telephone.keyStatus()).state).toBe('none');
	});

	it('and hangs, lets go of who stops asking, and of everybody once another endpoint is named', async () => {
		const hanging = silent();
		const telephone = telephoneClient({
			start: (origin) => (origin === server.url ? Promise.resolve(hanging) : start(origin)),
			initial: () => Promise.resolve({ endpoint: server.url, authHeader: 'bearer' }),
			onStart: () => {}
		});
		const stop = new AbortController();
		const stopped = everyEvent(telephone.stream(asking('Hello'), stop.signal));
		const opened = telephone.open();
		const status = telephone.keyStatus();
		const lost = expect(setKey(telephone, 'sk-ant-for-the-first')).rejects.toThrow('changed');
		await vi.waitFor(() => expect(hanging.heard()).toBe(3));
		stop.abort();
		expect(await stopped).toEqual([]);
		const access = { endpoint: other.url, authHeader: 'bearer' } as const;
		expect((await telephone.configure(access)).state).toBe('none');
		await lost;
		expect(await opened).toBeNull();
		expect((await status).state).toBe('none');
		expect(hanging.ended).toBe(true);
	});
});

/** A telephone that is started like this the first time, and as it should be from then on. */
function startedFirst(first: () => Promise<Staged>) {
	let tries = 0;
	const telephone = telephoneClient({
		start: (origin) => (++tries === 1 ? first() : start(origin)),
		initial,
		onStart: () => {}
	});
	return { telephone, tries: () => tries };
}

function initial(): Promise<EndpointAccess> {
	return Promise.resolve({ endpoint: server.url, authHeader: 'bearer' });
}

/** A worker that hears what it is asked and never answers; `heard`: how many jobs were begun there. */
function silent(): Staged & { readonly heard: () => number } {
	let heard = 0;
	const worker = staged({
		work: () => {
			heard++;
			return new Promise(() => undefined);
		}
	});
	return Object.assign(worker, { heard: () => heard });
}
