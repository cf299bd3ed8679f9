import { isRefused, refusedBy } from '#core/desk/do-not-remember.ts';
import { dailyPath, isMemoryPath, type Proposal, type Refusal } from '#core/memory/memory.ts';
import { cleanLine, normaliseLine, whyNoLine } from '#core/lines/line.ts';
import { refusalOf } from '#core/lines/same-line.ts';
import { sha256 } from '#core/sha256.ts';
import { localDayOf } from '#core/time/stamp.ts';
import type { Failed, Failure } from '#core/failure.ts';
import { decideProposals, type ProposalDecisions } from '#db/memory/files.ts';
import { addRefusal, changeProposal, refusals, removeRefusal } from '#db/memory/proposals.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import type { Told } from '#db/told.ts';
import { activityOf } from '#flows/activity.ts';
import { done, doneOf, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { acceptTogether, isAsShown, type ShownLine } from '#flows/desk/accept-together.ts';
import { isTidying, tidyWrites } from '#flows/desk/tidy-decisions.ts';

/** The review desk: nothing gets into memory but by a decision here, and every decision can be taken back. */

export type DeskPorts = Pick<App, 'db' | 'clock'>;

/** `known`: memory holds it by now, so nothing was written and it waits no longer. */
export type Acceptance = { readonly status: 'accepted' | 'known' } | Failed;

/** Accept one proposal as it is stored now. */
export async function acceptProposal(ports: DeskPorts, id: string): Promise<Done> {
	const hash = (await ports.db.proposals.get(id))?.hash ?? '';
	const outcome = await acceptShown(ports, { id, hash });
	return outcome.status === 'failed' ? outcome : done;
}

/**
 * Accept one proposal: exactly the text whose hash was shown is written. Refused with `changed-meanwhile` when the
 * stored text is not the one the hash belongs to, or the line it would replace is gone and another one than was shown
 * stands there for it.
 */
export async function acceptShown(ports: DeskPorts, line: ShownLine): Promise<Acceptance> {
	const { accepted, written, unstored } = await acceptLines(ports, [line]);
	if (unstored) return failed(unstored);
	if (accepted.length === 0) return failed({ kind: 'changed-meanwhile' });
	return { status: written.length === 0 ? 'known' : 'accepted' };
}

/** Acceptances as they are told of; of a line that was known there is nothing to tell. */
const acceptanceTold =
	(ports: Pick<DeskPorts, 'clock'>): Told<ProposalDecisions> =>
	({ decisions }) =>
		decisions.flatMap(({ next: { id, sessionId, path, status } }) =>
			status === 'accepted'
				? [
						activityOf(ports, {
							kind: 'memory',
							sessionId,
							details: { what: 'accepted', path, undo: 'accepted', proposalId: id }
						})
					]
				: []
		);

/** What came of accepting lines as they were shown: ids of those decided, and of these the ones that memory did not hold. */
export interface Accepted {
	readonly accepted: readonly string[];
	readonly written: readonly string[];
	/** Why the others could not be stored; left out: none was left for that. */
	readonly unstored?: Failure;
}

/**
 * Accept lines as they were shown, all in one transaction: a tab that dies leaves all of them waiting, or none. Those
 * of a clean-up change several files and are taken one by one.
 */
export async function acceptLines(
	ports: DeskPorts,
	lines: readonly ShownLine[]
): Promise<Accepted> {
	const told = acceptanceTold(ports);
	const stored = await decideProposals(ports.db, () => acceptTogether(ports, lines), told);
	if (stored.status === 'failed') return { accepted: [], written: [], unstored: stored.failure };
	const { decisions } = stored.value;
	const accepted = decisions.map(({ next }) => next.id);
	const written = decisions.flatMap(({ next }) => (next.status === 'accepted' ? next.id : []));
	const decided = new Set(accepted);
	for (const line of lines) {
		if (decided.has(line.id)) continue;
		const tidied = await decideProposals(ports.db, () => acceptTidy(ports, line), told);
		if (tidied.status === 'stored') {
			accepted.push(line.id);
			written.push(line.id);
		} else if (tidied.failure.kind !== 'changed-meanwhile')
			return { accepted, written, unstored: tidied.failure };
	}
	return { accepted, written };
}

/** Null where it is no clean-up, is not as it was shown, or one of its lines is gone. */
async function acceptTidy(
	ports: DeskPorts,
	{ id, hash }: ShownLine
): Promise<ProposalDecisions | null> {
	const proposal = await ports.db.proposals.get(id);
	if (!isAsShown(proposal, hash) || !isTidying(proposal)) return null;
	const writes = await tidyWrites(ports, proposal);
	return writes && { decisions: [{ next: { ...proposal, status: 'accepted' } }], writes };
}

/**
 * Reject one proposal: its line is put on the do-not-remember list, which every extractor obeys, also in the words in
 * which it was offered. A rejected clean-up leaves the lines it was about where they are. `hash`: of the words that were
 * shown; left out: as it is stored now. Others are refused with `changed-meanwhile`.
 */
export async function rejectProposal(ports: DeskPorts, id: string, hash?: string): Promise<Done> {
	const plan = async (): Promise<ProposalDecisions | null> => {
		const proposal = await ports.db.proposals.get(id);
		if (proposal?.status !== 'waiting' || proposal.hash !== (hash ?? proposal.hash)) return null;
		const { text, offered = text } = proposal;
		const at = ports.clock.now();
		// What was offered may be forgotten.
		const said = isTidying(proposal) ? [] : [text, offered].filter((line) => line !== '');
		const refuse = said.map((line) => refusalOf(line, at));
		return { decisions: [{ next: { ...proposal, status: 'rejected' }, refuse }], writes: [] };
	};
	return doneOf(await decideProposals(ports.db, plan));
}

/** Change the text of a waiting proposal. It still waits. */
export async function editProposalText(ports: DeskPorts, id: string, text: string): Promise<Done> {
	const wrong = whyNoLine(text);
	if (wrong) return failed(wrong);
	const line = cleanLine(text);
	return doneOf(await changeProposal(ports.db, id, { text: line, hash: sha256(line) }));
}

/** Put a waiting line in the place of one that is in memory, or (`line` null) beside it, where it would have gone without that one. */
export async function replaceLine(
	{ db, clock }: DeskPorts,
	id: string,
	line: { readonly path: string; readonly text: string } | null
): Promise<Done> {
	const proposal = await db.proposals.get(id);
	if (!proposal) return failed({ kind: 'changed-meanwhile' });
	const { path, replaces, source, createdAt } = proposal;
	const isAlone = replaces === null || source === 'edit-memory';
	const known = isAlone ? path : proposal.home;
	// Older restores took any text for one.
	const home =
		known !== undefined && isMemoryPath(known)
			? known
			: dailyPath(localDayOf(createdAt, clock.zone()));
	const aim = line ? { path: line.path, replaces: line.text } : { path: home, replaces: null };
	return aimProposal({ db }, id, { ...aim, home });
}

/** Where a waiting line goes, and the line it would replace: also to put back what `replaceLine` changed. */
export const aimProposal = async (
	{ db }: Pick<DeskPorts, 'db'>,
	id: string,
	aim: Pick<Proposal, 'path' | 'replaces' | 'home'>
): Promise<Done> => doneOf(await changeProposal(db, id, aim));

/** Put a line on the do-not-remember list by hand. What waits and says the same waits no longer. */
export async function refuseLine(ports: DeskPorts, text: string): Promise<Done> {
	if (normaliseLine(text) === '') return failed({ kind: 'unreadable', what: text });
	return refuseAgain(ports, refusalOf(text, ports.clock.now()));
}

/** Put a refusal back that has been on the list. */
export const refuseAgain = async ({ db }: Pick<DeskPorts, 'db'>, refusal: Refusal): Promise<Done> =>
	doneOf(await addRefusal(db, refusal, (text) => isRefused([refusal], text)));

/** Take a line off the do-not-remember list: it may be proposed again. `former`: what stood there before, to which it goes back. */
export const allowLine = async ({ db }: DeskPorts, hash: string, former?: Refusal): Promise<Done> =>
	doneOf(await removeRefusal(db, hash, former));

/** What came of accepting all, and how many still wait. */
interface AcceptedAll extends Accepted {
	/** How many of those that stay were changed since they were shown, never shown, or about a line that is gone. */
	readonly changed: number;
	/** How many of those that stay say what is on the do-not-remember list. */
	readonly refused: number;
	readonly stay: number;
}

/**
 * Accept every waiting line that is the user's or the assistant's; those from Tool, Web or Import stay, and so do those
 * whose words are being changed (`underPen`, ids), those that are not what was `shown` (null: all are), and what is not to
 * be remembered.
 */
export async function acceptAll(
	ports: DeskPorts,
	underPen: Pick<ReadonlySet<string>, 'has'> = new Set(),
	shown: readonly ShownLine[] | null = null
): Promise<AcceptedAll> {
	const seen = shown && new Map(shown.map((line) => [line.id, line]));
	const waiting = await waitingProposals(ports.db);
	const isOnList = refusedBy(await refusals(ports.db));
	const meant = waiting.filter(
		({ id, origin }) => !underPen.has(id) && (origin === 'own' || origin === 'assistant')
	);
	const lines = meant
		.filter((line) => isTidying(line) || !isOnList(line.text))
		.map((line) => (seen ? (seen.get(line.id) ?? { ...line, hash: '' }) : line));
	const { accepted, ...told } = await acceptLines(ports, lines);
	return {
		accepted,
		...told,
		changed: lines.length - accepted.length,
		refused: meant.length - lines.length,
		stay: waiting.length - accepted.length
	};
}
