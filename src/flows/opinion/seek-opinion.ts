import type { App } from '#flows/ports.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { failed } from '#flows/done.ts';

/** The page's side of asking for an opinion: one request for a summary at a time, in all tabs. */

type Job = WorkshopJobs['opinion'];

export async function seekOpinion(
	{ locks, workshop }: Pick<App, 'locks' | 'workshop'>,
	ask: Job['ask'],
	signal: AbortSignal
): Promise<Job['outcome']> {
	const held = await locks.hold(`opinion:${ask.summaryId}`, () =>
		workshop.run('opinion', ask, signal)
	);
	return held.status === 'busy' ? failed({ kind: 'busy-elsewhere' }) : held.value;
}
