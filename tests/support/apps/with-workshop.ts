import type { IndexStore } from '#db/schema.ts';
import { workshopJobs } from '#worker/workshop/jobs.ts';
import { writeCanary } from '#flows/copies/canary.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { pieceByPiece } from '#worker/workshop/packer.ts';
import type { TestApp } from './an-app.ts';

/** The jobs of the real workshop, in this thread; those that make requests only where they are named. */
export function withWorkshop(
	of: TestApp,
	index: IndexStore,
	more: readonly ('extract' | 'compact' | 'tidy')[] = []
): TestApp {
	const { db, scratch, clock } = of;
	const jobs = workshopJobs({ db, scratch, index, model: of.model, now: () => clock.now() });
	for (const kind of [
		'search',
		'archive-session',
		'archive-summary',
		'export-everything',
		'read-import',
		'run-import',
		'forget',
		'weigh-forgetting',
		...more
	] as const)
		Object.assign(of.jobs, {
			[kind]: (ask: never, signal: AbortSignal) =>
				jobs[kind](ask, { signal, tell: () => undefined })
		});
	const copies = { db, vault: of.vault, clock, pieces: pieceByPiece };
	of.jobs['keep-snapshot'] = (ask, signal) => keepSnapshot(copies, ask, signal);
	of.jobs['write-canary'] = (ask) => writeCanary(copies, ask);
	return of;
}
