import { closest, type Match } from '#core/lines/relation.ts';
import { bulletsOf } from '#core/memory/file.ts';
import type { Proposal } from '#core/memory/memory.ts';
import type { Summary } from '#core/summary/summary.ts';
import { memoryFiles } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import type { Truth } from '#db/schema.ts';
import { waitingDrafts } from '#db/summaries/summaries.ts';

/** A line of memory that a waiting line is about, though it would not take its place. */
export type Beside = Match<{ readonly path: string; readonly text: string }>;

/** One thing that waits. */
export type DeskItem =
	| {
			readonly kind: 'line';
			readonly id: string;
			readonly at: number;
			readonly proposal: Proposal;
			readonly beside: Beside | null;
	  }
	| {
			readonly kind: 'draft';
			readonly id: string;
			readonly at: number;
			readonly summary: Summary;
	  };

/** What waits at the desk, oldest first: memory lines and drafts of summaries in one list. */
export async function deskItems(db: Truth): Promise<readonly DeskItem[]> {
	const [proposals, drafts, files] = await Promise.all([
		waitingProposals(db),
		waitingDrafts(db),
		memoryFiles(db)
	]);
	const lines = files.flatMap(({ path, text }) =>
		bulletsOf(text).map((bullet) => ({ path, text: bullet.text }))
	);
	const items: DeskItem[] = [
		...proposals.map((proposal) => ({
			kind: 'line' as const,
			id: proposal.id,
			at: proposal.createdAt,
			proposal,
			// A clean-up is about lines that are there: they are told with it.
			beside: proposal.replaces === null && !proposal.tidy ? closest(proposal.text, lines) : null
		})),
		...drafts.map((summary) => ({
			kind: 'draft' as const,
			id: summary.id,
			at: summary.createdAt,
			summary
		}))
	];
	return items.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}
