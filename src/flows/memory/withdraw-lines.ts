import type { Proposal } from '#core/memory/memory.ts';
import { decideProposal } from '#db/memory/files.ts';
import type { App } from '#flows/ports.ts';

/** Lines that wait and were learnt from a turn the user now puts off the record: they leave the desk with it. */

type DeskPorts = Pick<App, 'db' | 'clock'>;

interface Place {
	readonly sessionId: string;
	readonly turnId: string;
}

const from =
	({ sessionId, turnId }: Place) =>
	(proposal: Proposal) =>
		proposal.sessionId === sessionId && proposal.turnIds.includes(turnId);

const move = async (
	{ db }: DeskPorts,
	place: Place,
	how: Pick<Proposal, 'status'> & { readonly to: Proposal['status'] }
): Promise<void> => {
	const rows = await db.proposals.where('status').equals(how.status).filter(from(place)).toArray();
	for (const { id } of rows)
		await decideProposal(db, {
			id,
			from: how.status,
			to: how.to,
			write: null,
			refuse: null,
			unrefuse: null
		});
};

/** Take them off the desk. What was accepted is the user's, and stays. */
export const withdrawLines = (ports: DeskPorts, place: Place): Promise<void> =>
	move(ports, place, { status: 'waiting', to: 'superseded' });

/** The turn is on the record again: they wait as before. One that memory holds by now is told so when it is accepted. */
export const returnLines = (ports: DeskPorts, place: Place): Promise<void> =>
	move(ports, place, { status: 'superseded', to: 'waiting' });
