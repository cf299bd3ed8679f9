import { waitingProposals } from '#db/memory.ts';
import type { Truth } from '#db/schema.ts';

/** How much waits at the review desk: memory lines, and drafts of summaries of open sessions. */
export async function waitingAtDesk(db: Truth): Promise<number> {
	const [proposals, drafts] = await Promise.all([
		waitingProposals(db),
		db.summaries.filter((summary) => summary.status === 'draft').count()
	]);
	return proposals.length + drafts;
}
