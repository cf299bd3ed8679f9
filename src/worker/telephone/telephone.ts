import { withoutKeys } from '#core/asking/secrets.ts';
import type { KeyStore } from '#db/keys/keys.ts';
import { anthropic, type MessagesApi } from '#model/anthropic.ts';
import type { Credential } from '#model/endpoint.ts';
import { Pauses } from '#model/pauses.ts';
import { waitOrStop } from '#flows/ports/waiting.ts';
import { batches } from '#worker/telephone/batches.ts';
import { baseOf, type PointedDestination } from '#worker/telephone/destination.ts';
import type { EndpointAccess } from '#flows/ports/telephone.ts';
import type { TelephoneJobs } from '#worker/channel/protocol.ts';
import type { Serving } from '#worker/channel/serve.ts';
import { fromTable, type JobTable } from '#worker/channel/table.ts';

/** The telephone: the one place where the key, the network and the SDK meet. It knows no conversation. */

interface TelephoneParts {
	readonly destination: PointedDestination;
	readonly keys: KeyStore;
	/** The guarded fetch. */
	readonly fetch: typeof fetch;
	readonly online: () => boolean;
	readonly now: () => number;
	readonly chance: () => number;
	readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
	readonly silenceMs?: number;
}

interface OpenTelephone {
	/** What the page may ask. */
	readonly page: Serving;
	/** What the workshop may ask: to speak and to count, nothing about the key. */
	readonly workshop: Serving;
}

/** Silence after which an answer is given up, ms (security 3, fault 7). */
const silenceMs = 45_000;

export function openTelephone(parts: TelephoneParts): OpenTelephone {
	const { destination, keys } = parts;
	let access: EndpointAccess = { endpoint: '', authHeader: 'bearer' };
	let ready = () => {};
	const configured = new Promise<void>((resolve) => (ready = resolve));

	const pauses = new Pauses(parts.wait ?? waitOrStop);
	const api: MessagesApi = anthropic({
		get base() {
			return destination.base() ?? access.endpoint;
		},
		get authHeader() {
			return access.authHeader;
		},
		credential: (): Promise<Credential> => keys.read(),
		fetch: parts.fetch,
		online: parts.online,
		now: parts.now,
		chance: parts.chance,
		pauses,
		silenceMs: parts.silenceMs ?? silenceMs
	});

	/** A job that waits until it is said where to call. */
	const once =
		<Ask, Running, Outcome>(job: (ask: Ask, running: Running) => Promise<Outcome> | Outcome) =>
		async (ask: Ask, running: Running): Promise<Outcome> => {
			await configured;
			return job(ask, running);
		};

	const calls: Pick<JobTable<TelephoneJobs>, 'stream' | 'count'> = {
		stream: once(async (posted, { signal, tell }) => {
			const waiting = batches((events) => tell(...events));
			for await (const event of api.stream(posted, signal)) waiting.add(event);
			waiting.flush();
			return { status: 'ended' };
		}),
		count: once((posted, { signal }) => api.count(posted, signal))
	};
	const everything: JobTable<TelephoneJobs> = {
		...calls,
		models: once((isTest, { signal }) => api.models(signal, isTest)),
		'try-now': (pause) => {
			pauses.end(pause);
			return Promise.resolve({ status: 'ended' });
		},
		'without-keys': once(async (runs) => {
			const key = await keys.among(runs);
			return { runs: runs.map((run) => withoutKeys(run, key)) };
		}),
		async configure(next) {
			const base = baseOf(next.endpoint)?.base ?? null;
			// The key of the one before is gone before anything is called at this one.
			const status = await keys.configure(base);
			access = next;
			// An endpoint of another origin than this telephone was started for gets no call.
			destination.point(base, () => headerOf(keys.inUse, next.authHeader));
			ready();
			return status;
		},
		'key-status': once(() => keys.status()),
		'set-key': once((secret) => keys.set(secret)),
		'keep-key': once((how) => keys.keep(how)),
		'forget-key': once(() => keys.forget()),
		lock: () => keys.lock(),
		unlock: once(({ passphrase }) => keys.unlock(passphrase))
	};
	// Only the name of a bug leaves: its words may quote a header, and with it the key.
	const words = (error: unknown) => (error instanceof Error ? error.name : typeof error);
	return {
		page: { work: fromTable<TelephoneJobs>(everything), describe: words },
		workshop: { work: fromTable<TelephoneJobs>(calls), describe: words }
	};
}

function headerOf(key: string | null, authHeader: EndpointAccess['authHeader']) {
	if (key === null) return null;
	return authHeader === 'bearer'
		? { header: 'authorization', value: `Bearer ${key}` }
		: { header: 'x-api-key', value: key };
}
