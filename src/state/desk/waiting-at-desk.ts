import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import type { Truth } from '#db/schema.ts';
import { waitingDrafts } from '#db/summaries/summaries.ts';

/** How much waits at the review desk: memory lines, and drafts of summaries of open sessions. */
export async function waitingAtDesk(db: Truth): Promise<number> {
	const [proposals, drafts] = await Promise.all([waitingProposals(db), waitingDrafts(db)]);
	return proposals.length + drafts.length;
}
