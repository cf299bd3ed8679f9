import { aimNow } from '#core/desk/proposal-target.ts';
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

/** One thing that waits, or a line that was decided while somebody wrote in it. */
export type DeskItem =
	| {
			readonly kind: 'line' | 'decided';
			readonly id: string;
			readonly at: number;
			/** With the line it would take the place of by now, see `aimNow`. */
			readonly proposal: Proposal;
			readonly beside: Beside | null;
	  }
	| {
			readonly kind: 'draft';
			readonly id: string;
			readonly at: number;
			readonly summary: Summary;
	  };

/** The lines among them that wait. */
export const linesOf = (items: readonly DeskItem[]): readonly Proposal[] =>
	items.flatMap((item) => (item.kind === 'line' ? [item.proposal] : []));

/**
 * What waits at the desk, oldest first: memory lines and drafts of summaries in one list. `written`: ids of lines with
 * words under the pen, which are listed when they wait no longer, too; `before`: what was listed last, for a line that is
 * gone with all that a restored copy does not know is listed as it was.
 */
export async function deskItems(
	db: Truth,
	written: readonly string[] = [],
	before: readonly DeskItem[] = []
): Promise<readonly DeskItem[]> {
	const [waiting, held, drafts, files] = await Promise.all([
		waitingProposals(db),
		db.proposals.bulkGet([...written]),
		waitingDrafts(db),
		memoryFiles(db)
	]);
	const lines = files.flatMap(({ path, text }) =>
		bulletsOf(text).map((bullet) => ({ path, text: bullet.text }))
	);
	// What was forgotten is no line any more.
	const decided = held
		.map((row, at) => row ?? lostLine(before, written[at]))
		.filter((row) => row !== undefined)
		.filter(({ status, text }) => status !== 'waiting' && text !== '');
	const items: DeskItem[] = [
		...[...waiting, ...decided].map((stored) => {
			const aim = aimNow(stored, files);
			const proposal = { ...stored, ...(aim === 'known' ? { replaces: null } : aim) };
			const { id, createdAt: at, replaces, tidy, text } = proposal;
			// A clean-up is about lines that are there: they are told with it.
			const beside = replaces === null && !tidy ? closest(text, lines) : null;
			const kind = stored.status === 'waiting' ? ('line' as const) : ('decided' as const);
			return { kind, id, at, proposal, beside };
		}),
		...drafts.map((summary) => ({
			kind: 'draft' as const,
			id: summary.id,
			at: summary.createdAt,
			summary
		}))
	];
	return items.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** As it was listed; what it was to take the place of is not what stands there now. */
function lostLine(before: readonly DeskItem[], lost: string | undefined): Proposal | undefined {
	const item = before.find(({ id }) => id === lost);
	return item && item.kind !== 'draft'
		? { ...item.proposal, status: 'rejected', replaces: null }
		: undefined;
}
