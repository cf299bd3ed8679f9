import type { Failed, Failure } from '#core/failure.ts';
import type { ProgressOf, Workshop, WorkshopJob, WorkshopJobs } from '#flows/ports/workshop.ts';
import { client, type Client } from '#worker/channel/client.ts';
import { crashOf, describe } from '#worker/channel/serve.ts';
import { gone } from '#worker/channel/alive.ts';
import type { Started } from '#worker/channel/protocol.ts';

/** The workshop as the page knows it: started with its first job, anew after a crash. */

interface WorkshopClient extends Workshop {
	/** Fails all jobs, now and later: a newer version waits for the databases, and whoever opens them stands behind it. */
	end(): void;
}

export function workshopClient(parts: {
	readonly start: () => Promise<Started>;
	/** A workshop was started, perhaps in the place of another. */
	readonly onStart: (workshop: Client<WorkshopJobs>) => void;
}): WorkshopClient {
	let current: Promise<Client<WorkshopJobs>> | null = null;
	let over: Failed | null = null;

	async function begin(): Promise<Client<WorkshopJobs>> {
		const started = await parts.start();
		const workshop = client<WorkshopJobs>(started.channel);
		let runs = false;
		started.channel.addEventListener('message', () => (runs = true));
		/** Whoever waits is told, and the next job finds a new workshop. */
		const end = (failure: Failure) => {
			current = null;
			workshop.end(failure);
			started.end();
		};
		// What ends before its first word was not there: its script could not be fetched.
		started.onCrash((detail) => end(runs ? { kind: 'crashed', detail } : { kind: 'not-loaded' }));
		started.onGone(() => end(gone));
		parts.onStart(workshop);
		return workshop;
	}

	function find(): Promise<Client<WorkshopJobs>> {
		if (current) return current;
		const starting = begin();
		current = starting;
		starting.catch(() => {
			if (current === starting) current = null;
		});
		return starting;
	}

	return {
		async run<Kind extends WorkshopJob>(
			kind: Kind,
			ask: WorkshopJobs[Kind]['ask'],
			signal: AbortSignal,
			onProgress?: (progress: ProgressOf<WorkshopJobs[Kind]>) => void
		): Promise<WorkshopJobs[Kind]['outcome']> {
			if (over) return over;
			const outcome: WorkshopJobs[Kind]['outcome'] | Failed = await find().then(
				(workshop) => workshop.run(kind, ask, signal, onProgress),
				(error: unknown) => crashOf(error, describe)
			);
			return outcome;
		},
		end() {
			const failure: Failure = { kind: 'storage-closed' };
			over = { status: 'failed', failure };
			void current?.then(
				(workshop) => workshop.end(failure),
				() => undefined
			);
		}
	};
}
