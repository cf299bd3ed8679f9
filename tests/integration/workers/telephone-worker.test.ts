// @vitest-environment node
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyTakenOut } from '#core/asking/secrets.ts';
import { KeyStore } from '../../../src/db/keys/keys.ts';
import type { ModelRequest } from '../../../src/flows/ports/model.ts';
import type { WorkshopJobs } from '../../../src/flows/ports/workshop.ts';
import { client, type Client } from '../../../src/worker/channel/client.ts';
import { joint } from '../../../src/worker/channel/join.ts';
import { PointedDestination } from '../../../src/worker/telephone/destination.ts';
import { guardedFetch } from '../../../src/worker/lockdown.ts';
import { modelOver } from '../../../src/worker/channel/model-over.ts';
import type { EndpointAccess } from '../../../src/flows/ports/telephone.ts';
import type {
	FromWorker,
	Channel,
	TelephoneJobs,
	ToWorker
} from '../../../src/worker/channel/protocol.ts';
import { serve } from '../../../src/worker/channel/serve.ts';
import { openTelephone } from '../../../src/worker/telephone/telephone.ts';
import {
	telephoneClient,
	type TelephoneClient
} from '../../../src/worker/telephone/telephone-client.ts';
import { startAnthropic, type AnthropicServer } from '../../support/anthropic/server.ts';
import { aTool } from '../../support/builders/a-prompt.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';
import { staged, type Staged } from '../../support/builders/a-channel.ts';
import { everyEvent, textIn } from '../../support/builders/a-line.ts';
import { never } from '../../support/never.ts';
import { eventually } from '../../support/eventually.ts';

let server: AnthropicServer;
let other: AnthropicServer;
let database = '';
let numbers = 0;
let workers: { readonly origin: string | null; readonly worker: Staged }[] = [];
/** Everything that came to the page. */
let heard: unknown[] = [];

beforeAll(async () => {
	[server, other] = await Promise.all([startAnthropic(), startAnthropic({ key: 'sk-ant-OTHER' })]);
});
afterAll(() => Promise.all([server.close(), other.close()]));
beforeEach(() => {
	database = `telephone-${++numbers}`;
	workers = [];
	heard = [];
});
afterEach(() => {
	for (const { worker } of workers) worker.close();
	server.reset();
	other.reset();
});

const asking = (text: string, endpoint = server.url): ModelRequest => ({
	body: {
		model: 'claude-sonnet-5-5',
		max_tokens: 2000,
		messages: [{ role: 'user', content: [{ type: 'text', text }] }]
	},
	endpoint
});

function start(origin: string | null): Promise<Staged> {
	const destination = new PointedDestination(origin);
	const telephone = openTelephone({
		destination,
		keys: new KeyStore({ database }),
		fetch: guardedFetch(fetch, destination),
		online: () => true,
		now: () => Date.now(),
		chance: () => 0,
		wait: () => Promise.resolve()
	});
	const worker = staged({
		...telephone.page,
		connect: (port) => serve(port, telephone.workshop)
	});
	(worker.channel as unknown as MessagePort).addEventListener('message', (event) =>
		heard.push(event.data)
	);
	workers.push({ origin, worker });
	return Promise.resolve(worker);
}

function aTelephone(
	initial: EndpointAccess = { endpoint: server.url, authHeader: 'bearer' },
	onStart: (line: Client<TelephoneJobs>) => void = () => {}
): TelephoneClient {
	return telephoneClient({ start, initial: () => Promise.resolve(initial), onStart });
}

/** What tells that the endpoint was changed. */
const changed = { kind: 'changed-meanwhile', why: 'endpoint' };

const setKey = (telephone: TelephoneClient, key = server.key) =>
	telephone.setKey({ key, keep: 'unprotected', passphrase: null });

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

	it('knows nothing of a key that was given right before, to the one before', async () => {
		const telephone = aTelephone();
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

	it('of the same origin keeps key and telephone', async () => {
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
});

describe('a telephone that cannot be started', () => {
	it('is a failure of the answer, and is tried anew the next time', async () => {
		let tries = 0;
		const telephone = telephoneClient({
			start: (origin) => (++tries === 1 ? Promise.reject(new TypeError('blocked')) : start(origin)),
			initial: () => Promise.resolve({ endpoint: server.url, authHeader: 'bearer' }),
			onStart: () => {}
		});
		const events = await everyEvent(telephone.stream(asking('Hello'), never));
		expect(events).toMatchObject([{ type: 'failed', failure: { kind: 'crashed' } }]);
		expect((await telephone.keyStatus()).state).toBe('none');
	});
});

describe('the workshop joined to the telephone', () => {
	/** The workshop's end of the channel that joins it to the telephone. */
	function aWorkshop(): {
		readonly line: Client<WorkshopJobs>;
		readonly ports: MessagePort[];
	} {
		const ports: MessagePort[] = [];
		const worker = staged({
			work: () => Promise.resolve(null),
			connect: (port) => void ports.push(port)
		});
		workers.push({ origin: 'workshop', worker });
		return { line: client<WorkshopJobs>(worker.channel), ports };
	}

	it('speaks through the telephone, and can ask nothing about the key', async () => {
		const join = joint();
		const telephone = aTelephone(undefined, (line) => join.telephoneStarted(line));
		const { line, ports } = aWorkshop();
		join.workshopStarted(line);
		await setKey(telephone);
		await eventually(() => expect(ports).toHaveLength(1));
		const speaker = client<TelephoneJobs>(ports[0] as unknown as Channel<ToWorker, FromWorker>);
		server.queue({ text: 'A summary.' });
		const model = modelOver(() => Promise.resolve(speaker));
		expect(textIn(await everyEvent(model.stream(asking('Summarise'), never)))).toBe('A summary.');
		for (const kind of ['set-key', 'forget-key', 'key-status', 'configure', 'models'] as const)
			expect(await speaker.run(kind, null, null)).toMatchObject({ status: 'failed' });
		expect((await telephone.keyStatus()).state).toBe('set');
		ports[0]?.close();
	});

	it('gets a new channel when the telephone is started anew', async () => {
		const join = joint();
		const telephone = aTelephone(undefined, (line) => join.telephoneStarted(line));
		const { line, ports } = aWorkshop();
		await telephone.open();
		join.workshopStarted(line);
		await telephone.configure({ endpoint: other.url, authHeader: 'bearer' });
		await eventually(() => expect(ports).toHaveLength(2));
		for (const port of ports) port.close();
	});
});
