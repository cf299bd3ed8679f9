import type { Learning } from '#core/memory/learning.ts';
import type { Scratch } from '#db/schema.ts';
import { dropValue, keepValue, keptValue } from '#db/scratch/kept-values.ts';

/** The one job that learns from imported sessions. */

export const learningJob = (db: Scratch): Promise<Learning | null> => keptValue(db, 'learning');

export const putLearning = (db: Scratch, job: Learning): Promise<void> =>
	keepValue(db, 'learning', job);

export const removeLearning = (db: Scratch): Promise<void> => dropValue(db, 'learning');

/** Change the job by what it is now; one that was replaced or given up meanwhile is left alone. */
export const changeLearning = (
	db: Scratch,
	id: string,
	change: (job: Learning) => Learning
): Promise<void> =>
	db.transaction('rw', db.views, async () => {
		const job = await learningJob(db);
		if (job?.id === id) await putLearning(db, change(job));
	});
