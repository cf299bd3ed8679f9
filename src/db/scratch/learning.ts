import type { Learning } from '#core/learning/import-learning.ts';
import type { Scratch } from '#db/schema.ts';
import { dropValue, keepValue, keptValue } from '#db/scratch/kept-values.ts';

/** The one job that learns from imported sessions. */

export const learningJob = (db: Scratch): Promise<Learning | null> => keptValue(db, 'learning');

export const putLearning = (db: Scratch, job: Learning): Promise<void> =>
	keepValue(db, 'learning', job);

/** Put it where there is none, or one that is done; false: one is still to be ended, perhaps begun in another tab. */
export const beginLearning = (db: Scratch, job: Learning): Promise<boolean> =>
	db.transaction('rw', db.views, async () => {
		const now = await learningJob(db);
		if (now && now.state !== 'done') return false;
		await putLearning(db, job);
		return true;
	});

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
