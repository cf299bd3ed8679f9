import type { Opinion } from '#core/opinion/opinion.ts';
import type { Truth } from '#db/schema.ts';
import { refuseForgottenSince } from '#db/forgetting/tombstones.ts';
import { Refused, storingIn, type Stored } from '#db/storing.ts';

/** What models said of summaries. Each stands in the row of its summary, and goes with it. */

/**
 * Keep what a model said of a summary, in the place of what was said before. Refused when the summary is gone, or
 * something was forgotten since the messages were read, when it was `forgotten` (see `forgottenSoFar`): the
 * opinion might tell it.
 */
export const putOpinion = (
	db: Truth,
	{ summaryId, forgotten }: { readonly summaryId: string; readonly forgotten: number },
	opinion: Opinion
): Promise<Stored<void>> =>
	storingIn(db, [db.summaries, db.tombstones], async () => {
		const summary = await db.summaries.get(summaryId);
		if (!summary) throw new Refused({ kind: 'changed-meanwhile' });
		await refuseForgottenSince(db, forgotten);
		await db.summaries.put({ ...summary, opinion });
	});
