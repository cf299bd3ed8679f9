import type { Failed, Failure } from '#core/failure.ts';
import type { EndpointAccess } from '#flows/ports/telephone.ts';
import { client, type Client } from '#worker/channel/client.ts';
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
	readonly end: () => void;
}

export function runningTelephone(parts: TelephoneClientParts) {
	let configured: EndpointAccess | null = null;
	let current: Promise<Running> | null = null;

	/** A start that failed is tried anew the next time. */
	function keep(starting: Promise<Running>): Promise<Running> {
		current = starting;
		starting.catch(() => {
			if (current === starting) current = null;
		});
		return starting;
	}

	async function begin(access: EndpointAccess): Promise<Running> {
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

	return {
		find: (): Promise<Running> =>
			current ??
			keep(
				(async () => {
					configured ??= await parts.initial();
					return begin(configured);
				})()
			),
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

/** The jobs about the key have no failure of their own: a crash in them is a bug here as well. */
export const crashed = ({ failure }: Failed): Error =>
	new Error(`The telephone failed: ${failure.kind}`);

export const isCrash = (outcome: object): outcome is Failed =>
	'status' in outcome && outcome.status === 'failed';
