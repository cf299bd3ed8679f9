/** Telephones over two endpoints: each is the real one at the other end of a channel, with a key store of its own. */
import { afterAll, afterEach, beforeEach } from 'vitest';
import { KeyStore } from '../../../src/db/keys/keys.ts';
import type { ModelRequest } from '../../../src/flows/ports/model.ts';
import type { EndpointAccess, Telephone } from '../../../src/flows/ports/telephone.ts';
import type { Client } from '../../../src/worker/channel/client.ts';
import type { TelephoneJobs } from '../../../src/worker/channel/protocol.ts';
import { serve } from '../../../src/worker/channel/serve.ts';
import { guardedFetch } from '../../../src/worker/lockdown.ts';
import { PointedDestination } from '../../../src/worker/telephone/destination.ts';
import { openTelephone } from '../../../src/worker/telephone/telephone.ts';
import { telephoneClient } from '../../../src/worker/telephone/telephone-client.ts';
import { startAnthropic } from '../anthropic/server.ts';
import { staged, type Staged } from '../builders/a-channel.ts';

/** The servers are there for the file that asks for them; what was started or heard is each test's own. */
export async function withTelephones() {
	const [server, other] = await Promise.all([
		startAnthropic(),
		startAnthropic({ key: 'sk-ant-OTHER' })
	]);
	const workers: { readonly origin: string | null; readonly worker: Staged }[] = [];
	const heard: unknown[] = [];
	let database = '';
	let numbers = 0;

	afterAll(() => Promise.all([server.close(), other.close()]));
	beforeEach(() => {
		database = `telephone-${++numbers}`;
		workers.length = 0;
		heard.length = 0;
	});
	afterEach(() => {
		for (const { worker } of workers) worker.close();
		server.reset();
		other.reset();
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

	return {
		server,
		other,
		/** Those that were started, which end with the test. */
		workers,
		/** Everything that came to the page. */
		heard,
		start,
		aTelephone: (
			initial: EndpointAccess = { endpoint: server.url, authHeader: 'bearer' },
			onStart: (line: Client<TelephoneJobs>) => void = () => {}
		): Telephone => telephoneClient({ start, initial: () => Promise.resolve(initial), onStart }),
		setKey: (telephone: Telephone, key = server.key) =>
			telephone.setKey({ key, keep: 'unprotected', passphrase: null }),
		asking: (text: string, endpoint = server.url): ModelRequest => ({
			body: {
				model: 'claude-sonnet-5-5',
				max_tokens: 2000,
				messages: [{ role: 'user', content: [{ type: 'text', text }] }]
			},
			endpoint
		})
	};
}
