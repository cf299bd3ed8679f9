import type { Failed } from '#core/failure.ts';
import type { Proposal } from '#core/memory/memory.ts';
import type { Done } from '#flows/done.ts';
import {
	acceptLines,
	aimProposal,
	type Accepted,
	type DeskPorts
} from '#flows/desk/review-desk.ts';
import { undoDecisions } from '#flows/desk/undo-decisions.ts';

/**
 * Accept lines once more that were accepted already: for another file, or (`elsewhere` left out) for the one that each was
 * for. What cannot be taken back, or was decided elsewhere since, stays as it is.
 */
export async function acceptAgain(
	ports: DeskPorts,
	lines: readonly Proposal[],
	elsewhere?: string
): Promise<Accepted> {
	const undone = await undoDecisions(
		ports,
		lines.map(({ id }) => id)
	);
	if (isUnstored(undone)) return nothing(undone);
	for (const { id, path, replaces } of lines) {
		const aimed = await aimProposal(ports, id, { path: elsewhere ?? path, replaces });
		if (isUnstored(aimed)) return nothing(aimed);
	}
	return acceptLines(ports, lines);
}

const nothing = ({ failure }: Failed): Accepted => ({
	accepted: [],
	written: [],
	unstored: failure
});

const isUnstored = (outcome: Done): outcome is Failed =>
	outcome.status === 'failed' && outcome.failure.kind !== 'changed-meanwhile';
