import type { Failed, Failure } from '#core/failure.ts';
import type { KeyStatus } from '#core/key.ts';
import { inTurn } from '#core/in-turn.ts';
import type { EndpointAccess, Telephone } from '#flows/ports/telephone.ts';
import { client, type Client } from '#worker/channel/client.ts';
import { baseOf } from '#worker/telephone/destination.ts';
import { modelOver } from '#worker/channel/model-over.ts';
import type { FromWorker, Channel, TelephoneJobs, ToWorker } from '#worker/channel/protocol.ts';

/** The telephone as the page knows it: started when it is first needed, and anew for every other origin. */

/** A worker that was started. */
export interface Started {
	readonly channel: Channel<ToWorker, FromWorker>;
	/** Called when the worker meets a bug that nobody caught, or cannot be loaded. */
	onCrash(tell: (detail: string) => void): void;
	end(): void;
}

export interface TelephoneClientParts {
	/** Start the telephone for this origin; null: the endpoint is no address, and no call will be made. */
	readonly start: (origin: string | null) => Promise<Started>;
	/** Where to call until `configure` says otherwise. */
	readonly initial: () => Promise<EndpointAccess>;
	/** A telephone was started, perhaps in the place of another. */
	readonly onStart: (telephone: Client<TelephoneJobs>) => void;
}

export interface TelephoneClient extends Telephone {
	/** Start it now, if it does not run. */
	open(): Promise<void>;
}

interface Current {
	readonly origin: string | null;
	readonly client: Client<TelephoneJobs>;
	readonly end: () => void;
}

/** Jobs about the key; all of them answer with what may be known of it. */
type KeyJob = Exclude<
	keyof TelephoneJobs,
	'stream' | 'count' | 'models' | 'try-now' | 'without-keys'
>;

export function telephoneClient(parts: TelephoneClientParts): TelephoneClient {
	let configured: EndpointAccess | null = null;
	let current: Promise<Current> | null = null;
	/**
	 * Where it calls and what is asked about the key, one after the other: a key given behind a new endpoint goes to that
	 * one, and is there for whoever asks next.
	 */
	const inOrder = inTurn();

	/** A start that failed is tried anew the next time. */
	function keep(starting: Promise<Current>): Promise<Current> {
		current = starting;
		starting.catch(() => {
			if (current === starting) current = null;
		});
		return starting;
	}

	async function begin(access: EndpointAccess): Promise<Current> {
		const origin = originOf(access);
		const started = await parts.start(origin);
		const telephone = client<TelephoneJobs>(started.channel);
		started.onCrash((detail) => telephone.settle({ kind: 'crashed', detail }));
		const outcome = await telephone.run('configure', access, null);
		if (isCrash(outcome)) {
			started.end();
			throw crashed(outcome);
		}
		parts.onStart(telephone);
		return { origin, client: telephone, end: () => started.end() };
	}

	const find = (): Promise<Current> =>
		current ??
		keep(
			(async () => {
				configured ??= await parts.initial();
				return begin(configured);
			})()
		);

	async function ask<Kind extends KeyJob>(
		kind: Kind,
		what: TelephoneJobs[Kind]['ask']
	): Promise<TelephoneJobs[Kind]['outcome']> {
		const { client: telephone } = await find();
		const outcome = await telephone.run(kind, what, null);
		if (isCrash(outcome)) throw crashed(outcome);
		return outcome;
	}

	async function point(access: EndpointAccess): Promise<KeyStatus> {
		configured = access;
		const before = current ? await current.catch(() => null) : null;
		if (before?.origin === originOf(access)) return ask('configure', access);
		before?.client.end(hungUp);
		before?.end();
		await keep(begin(access));
		return ask('key-status', null);
	}

	return {
		...modelOver(async () => (await find()).client),
		async open() {
			await find();
		},
		configure: (access) => inOrder(() => point(access)),
		keyStatus: () => inOrder(() => ask('key-status', null)),
		setKey: (secret) => inOrder(() => ask('set-key', secret)),
		keepKey: (how) => inOrder(() => ask('keep-key', how)),
		forgetKey: () => inOrder(() => ask('forget-key', null)),
		lock: () => inOrder(() => ask('lock', null)),
		unlock: (passphrase) => inOrder(() => ask('unlock', { passphrase })),
		async withoutKeys(runs) {
			const { client: telephone } = await find();
			const outcome = await telephone.run('without-keys', runs, null);
			if (!isCrash(outcome)) return outcome.runs;
			// Pointed elsewhere meanwhile: the next one knows the key that counts now.
			if (outcome.failure === hungUp) return this.withoutKeys(runs);
			throw crashed(outcome);
		},
		async models(signal) {
			const { client: telephone } = await find();
			return telephone.run('models', null, signal);
		},
		async tryNow(pause) {
			const { client: telephone } = await find();
			await telephone.run('try-now', pause, null);
		}
	};
}

const originOf = (access: EndpointAccess): string | null => baseOf(access.endpoint)?.origin ?? null;

/** What was under way when the telephone was pointed elsewhere. */
const hungUp: Failure = { kind: 'changed-meanwhile', why: 'endpoint' };

/** The jobs about the key have no failure of their own: a crash in them is a bug here as well. */
const crashed = ({ failure }: Failed): Error => new Error(`The telephone failed: ${failure.kind}`);

const isCrash = (outcome: object): outcome is Failed =>
	'status' in outcome && outcome.status === 'failed';
