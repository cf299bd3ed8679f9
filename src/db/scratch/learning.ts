import type { Learning } from '#core/memory/learning.ts';
import type { Scratch } from '#db/schema.ts';

/** The one job that learns from imported sessions, kept beside the truth: it belongs to this device. */

const key = 'learning';

export async function learningJob(db: Scratch): Promise<Learning | null> {
	const row = await db.views.get(key);
	return (row?.value as Learning | undefined) ?? null;
}

export async function putLearning(db: Scratch, job: Learning): Promise<void> {
	await db.views.put({ key, value: job });
}

export async function removeLearning(db: Scratch): Promise<void> {
	await db.views.delete(key);
}

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
