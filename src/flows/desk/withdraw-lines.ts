import type { Proposal } from '#core/memory/memory.ts';
import { withdrawProposals } from '#db/memory/proposals.ts';
import { doneOf, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

/** Lines that wait and were learnt from a turn the user now puts off the record: they leave the desk with it. */

interface Place {
	readonly sessionId: string;
	readonly turnId: string;
}

const from =
	({ sessionId, turnId }: Place) =>
	(proposal: Proposal) =>
		proposal.sessionId === sessionId && proposal.turnIds.includes(turnId);

/** Take them off the desk. What was accepted is the user's, and stays. */
export const withdrawLines = async ({ db }: Pick<App, 'db'>, place: Place): Promise<Done> =>
	doneOf(await withdrawProposals(db, from(place), true));

/**
 * The turn is on the record again: those that left with it wait as before, and no others. One that memory holds by now
 * is told so when it is accepted.
 */
export const returnLines = async ({ db }: Pick<App, 'db'>, place: Place): Promise<Done> =>
	doneOf(await withdrawProposals(db, from(place), false));
