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
	/** The telephone that has not yet said what it was asked about its key. */
	let asked: Current | null = null;

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
		const end = () => {
			telephone.end(hungUp);
			started.end();
		};
		return { origin, client: telephone, end };
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
	): Promise<TelephoneJobs[Kind]['outcome'] | Failed> {
		asked = await find();
		const outcome = await asked.client.run(kind, what, null);
		asked = null;
		return outcome;
	}

	/** Waits for its turn; where it was pointed elsewhere meanwhile, `next` answers. */
	async function told<Outcome extends object>(
		work: () => Promise<Outcome | Failed>,
		next?: () => Promise<Outcome>
	): Promise<Outcome> {
		const outcome = await inOrder(work);
		if (!isCrash(outcome)) return outcome;
		if (next && outcome.failure === hungUp) return next();
		throw crashed(outcome);
	}

	/** The next telephone knows the key that counts then. */
	const keyStatus = (): Promise<KeyStatus> => told(() => ask('key-status', null), keyStatus);

	async function point(access: EndpointAccess): Promise<KeyStatus | Failed> {
		configured = access;
		const before = current ? await current.catch(() => null) : null;
		if (before?.origin === originOf(access)) return ask('configure', access);
		before?.end();
		await keep(begin(access));
		return ask('key-status', null);
	}

	return {
		...modelOver(async () => (await find()).client),
		async open() {
			await find();
		},
		configure(access) {
			// One that never answers would keep everybody from the next.
			if (asked && asked.origin !== originOf(access)) asked.end();
			return told(() => point(access), keyStatus);
		},
		keyStatus,
		setKey: (secret) => told(() => ask('set-key', secret)),
		keepKey: (how) => told(() => ask('keep-key', how)),
		forgetKey: () => told(() => ask('forget-key', null)),
		lock: () => told(() => ask('lock', null)),
		unlock: (passphrase) => told(() => ask('unlock', { passphrase })),
		async withoutKeys(runs) {
			const { client: telephone } = await find();
			const outcome = await telephone.run('without-keys', runs, null);
			if (!isCrash(outcome)) return outcome.runs;
			// Pointed elsewhere meanwhile: the next one knows the key that counts now.
			if (outcome.failure === hungUp) return this.withoutKeys(runs);
			throw crashed(outcome);
		},
		async models(signal, isTest = false) {
			const { client: telephone } = await find();
			return telephone.run('models', isTest, signal);
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
