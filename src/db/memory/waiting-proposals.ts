import type { Proposal } from '#core/memory/memory.ts';
import type { Truth } from '#db/schema.ts';

/** What waits at the desk, oldest first. */
export async function waitingProposals(db: Truth): Promise<Proposal[]> {
	const rows = await db.proposals.where('status').equals('waiting').toArray();
	return rows.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}
