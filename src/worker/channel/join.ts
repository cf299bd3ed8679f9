import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import type { Client } from '#worker/channel/client.ts';
import type { TelephoneJobs } from '#worker/channel/protocol.ts';

/** Joins telephone and workshop by a channel of their own, so that a compaction does not pass through the page. */

interface Joint {
	telephoneStarted(started: Client<TelephoneJobs>): void;
	workshopStarted(started: Client<WorkshopJobs>): void;
}

/** Whichever starts, or starts anew, gets a fresh channel to the other. */
export function joint(): Joint {
	let telephone: Client<TelephoneJobs> | null = null;
	let workshop: Client<WorkshopJobs> | null = null;
	const join = () => {
		if (!telephone || !workshop) return;
		const { port1, port2 } = new MessageChannel();
		telephone.connect(port1);
		workshop.connect(port2);
	};
	return {
		telephoneStarted(started) {
			telephone = started;
			join();
		},
		workshopStarted(started) {
			workshop = started;
			join();
		}
	};
}
