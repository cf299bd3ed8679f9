import { reading } from '#flows/done.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { client, type Client } from '#worker/channel/client.ts';
import { workshopJobs, type WorkshopParts } from '#worker/workshop/jobs.ts';
import { modelOver } from '#worker/channel/model-over.ts';
import type { TelephoneJobs } from '#worker/channel/protocol.ts';
import type { Serving } from '#worker/channel/serve.ts';
import { fromTable } from '#worker/channel/table.ts';

/** The workshop: long work on the databases. Its only way to a model is the port to the telephone. */

export function openWorkshop(
	databases: Pick<WorkshopParts, 'db' | 'scratch' | 'index'>,
	now: () => number
): Serving {
	let telephone: Client<TelephoneJobs> | null = null;
	let joined = (_line: Client<TelephoneJobs>): void => {};
	const first = new Promise<Client<TelephoneJobs>>((resolve) => (joined = resolve));
	const model = modelOver(() => (telephone ? Promise.resolve(telephone) : first));
	const work = fromTable<WorkshopJobs>(workshopJobs({ ...databases, model, now }));
	return {
		// What only reads leaves it to whoever asked to know what the storage may refuse; here that is everyone.
		work: (job) => reading(() => work(job)),
		connect(port) {
			// The telephone is started anew for another endpoint: what was asked of the old one is not asked there.
			telephone?.end({ kind: 'changed-meanwhile', why: 'endpoint' });
			telephone = client<TelephoneJobs>(port);
			joined(telephone);
		}
	};
}
