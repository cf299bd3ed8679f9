import type { Failed, Failure } from '#core/failure.ts';
import type { KeyStatus } from '#core/key.ts';
import type { EndpointAccess } from '#flows/ports/telephone.ts';
import { client, type Client } from '#worker/channel/client.ts';
import { gone } from '#worker/channel/alive.ts';
import type { Started, TelephoneJobs } from '#worker/channel/protocol.ts';
import { baseOf } from '#worker/telephone/destination.ts';

/** The telephone that runs: started when it is first needed, and anew for every other origin. */

export interface TelephoneClientParts {
	/** Start the telephone for this origin; null: the endpoint is no address, and no call will be made. */
	readonly start: (origin: string | null) => Promise<Started>;
	/** Where to call until `configure` says otherwise. */
	readonly initial: () => Promise<EndpointAccess>;
	/** A telephone was started, perhaps in the place of another. */
	readonly onStart: (telephone: Client<TelephoneJobs>) => void;
}

export interface Running {
	readonly origin: string | null;
	readonly client: Client<TelephoneJobs>;
	/** What it says first of all: then it runs. It may be asked before that; it answers behind it. */
	readonly begun: Promise<KeyStatus | Failed>;
	/** Answer all who wait with a failure, and all who come later. */
	readonly end: (failure?: Failure) => void;
}

export function runningTelephone(parts: TelephoneClientParts, onGone: () => void) {
	let configured: EndpointAccess | null = null;
	let current: Promise<Running> | null = null;

	/** A start that failed is tried anew the next time. */
	function keep(starting: Promise<Running>): Promise<Running> {
		current = starting;
		const forget = () => {
			if (current === starting) current = null;
		};
		void starting.then(async ({ begun, end }) => {
			const outcome = await begun;
			// One that was pointed elsewhere has its follower already, or soon.
			if (!isCrash(outcome) || outcome.failure === hungUp) return;
			end(outcome.failure);
			forget();
		}, forget);
		return starting;
	}

	async function begin(access: EndpointAccess): Promise<Running> {
		const origin = originOf(access);
		const started = await parts.start(origin);
		const telephone = client<TelephoneJobs>(started.channel);
		let runs = false;
		// What ends before its first word was not there: its script could not be fetched.
		started.onCrash((detail) =>
			telephone.settle(runs ? { kind: 'crashed', detail } : { kind: 'not-loaded' })
		);
		const begun = telephone.run('configure', access, null).then((outcome) => {
			if (!isCrash(outcome)) {
				runs = true;
				parts.onStart(telephone);
			}
			return outcome;
		});
		const end = (failure = hungUp) => {
			telephone.end(failure);
			started.end();
		};
		// Another is there at once, also for what the workshop has asked this one.
		started.onGone(() => {
			current = null;
			end(gone);
			if (!runs) return;
			void find();
			onGone();
		});
		return { origin, client: telephone, begun, end };
	}

	/** Nobody waits here until it runs: what it is asked can be stopped, and ended with it. */
	const find = (): Promise<Running> =>
		current ??
		keep(
			(async () => {
				configured ??= await parts.initial();
				return begin(configured);
			})()
		);

	return {
		find,
		/** Whether the one that runs stays: it has yet to be told where else at its origin to call. */
		point: async (access: EndpointAccess): Promise<boolean> => {
			configured = access;
			const before = current ? await current.catch(() => null) : null;
			if (before?.origin === originOf(access)) return true;
			before?.end();
			await keep(begin(access));
			return false;
		}
	};
}

export const originOf = (access: EndpointAccess): string | null =>
	baseOf(access.endpoint)?.origin ?? null;

/** What was under way when the telephone was pointed elsewhere. */
export const hungUp: Failure = { kind: 'changed-meanwhile', why: 'endpoint' };

/**
 * The jobs about the key have no failure of their own: a crash in them is a bug here as well. Where the browser could not
 * store the key, or a newer version of the app has kept it, the name of that is all that leaves the telephone, and is told
 * as what it is.
 */
export function crashed({ failure }: Failed): Error {
	const error = new Error(`The telephone failed: ${failure.kind}`);
	if (failure.kind === 'crashed' && /^(Quota|Unknown|Version)/.test(failure.detail))
		error.name = failure.detail;
	return error;
}

export const isCrash = (outcome: object): outcome is Failed =>
	'status' in outcome && outcome.status === 'failed';
