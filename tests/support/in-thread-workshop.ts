import type { IndexStore, Scratch, Truth } from '#db/schema.ts';
import type { Model, Workshop, WorkshopJobs } from '#flows/ports.ts';
import { workshopJobs } from '#worker/jobs.ts';

/** The workshop's own table of jobs, without a worker between. */
export function inThreadWorkshop(parts: {
	readonly db: Truth;
	readonly scratch: Scratch;
	readonly index: IndexStore;
	readonly model: Model;
	readonly now: () => number;
}): Workshop {
	const table = workshopJobs(parts);
	return {
		async run(kind, ask, signal, onProgress) {
			const work = table[kind];
			if (!work) throw new Error(`The workshop has no job ${kind}`);
			type Progress = WorkshopJobs[typeof kind]['progress'];
			return work(ask, {
				signal,
				tell: (progress: readonly Progress[]) => {
					for (const one of progress) onProgress?.(one);
				}
			});
		}
	};
}
