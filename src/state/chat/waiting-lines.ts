import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import type { Truth } from '#db/schema.ts';
import { Live } from '#state/live.svelte.ts';

/** How many lines of memory wait at the desk that came of each turn of a session, by turn id: one read for all of them. */
export const watchWaitingLines = (
	db: Truth,
	sessionId: string
): Live<ReadonlyMap<string, number>> =>
	new Live(async () => {
		const counts = new Map<string, number>();
		for (const proposal of await waitingProposals(db))
			if (proposal.sessionId === sessionId)
				for (const turnId of new Set(proposal.turnIds))
					counts.set(turnId, (counts.get(turnId) ?? 0) + 1);
		return counts;
	});
