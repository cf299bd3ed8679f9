import { curatedPath, dailyPath, type Proposal } from '#core/memory/memory.ts';
import { bulletsOf, removeBullet, removeEmptySection, replaceBullet } from '#core/memory/file.ts';
import { cleanLine, normaliseLine } from '#core/memory/line.ts';
import { sha256 } from '#core/sha256.ts';
import { localDayOf } from '#core/log/stamp.ts';
import type { Failed } from '#core/failure.ts';
import { decideProposal, memoryFile, memoryFiles, type MemoryWrite } from '#db/memory/files.ts';
import {
	addRefusal,
	changeProposal,
	removeRefusal,
	waitingProposals
} from '#db/memory/proposals.ts';
import { nothingTold, type Told } from '#db/told.ts';
import { activityOf } from '#flows/activity.ts';
import { done, doneOf, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { headingOf, writeOf } from '#flows/memory/proposal-write.ts';
import { revise } from '#flows/memory/revise.ts';
import { isTidying, tidyWrites, tidyWritesBack } from '#flows/memory/tidy-decisions.ts';

/** The review desk: nothing gets into memory but by a decision here, and every decision can be taken back. */

type DeskPorts = Pick<App, 'db' | 'clock'>;

/** A line as it was shown: the hash is that of its words. */
export type ShownLine = Pick<Proposal, 'id' | 'hash'>;

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
 * stored text is not the one the hash belongs to, or the line it would replace is gone.
 */
export async function acceptShown(ports: DeskPorts, { id, hash }: ShownLine): Promise<Acceptance> {
	const proposal = await ports.db.proposals.get(id);
	if (proposal?.status !== 'waiting' || proposal.hash !== hash || sha256(proposal.text) !== hash)
		return failed({ kind: 'changed-meanwhile' });
	const tidying = isTidying(proposal);
	if (!tidying && proposal.replaces === null && (await isThere(ports, proposal)))
		return supersede(ports, proposal);
	const write = tidying ? null : await writeOf(ports, proposal);
	const alsoWrite = tidying ? await tidyWrites(ports, proposal) : [];
	if (alsoWrite === null || (write === null && !tidying))
		return failed({ kind: 'changed-meanwhile' });
	const told = ({ sessionId, path }: Proposal) => [
		activityOf(ports, {
			kind: 'memory',
			sessionId,
			details: { what: 'accepted', path, undo: 'accepted', proposalId: id }
		})
	];
	const stored = await decideProposal(
		ports.db,
		{
			id,
			seen: proposal,
			from: 'waiting',
			to: 'accepted',
			write,
			alsoWrite,
			refuse: null,
			unrefuse: null,
			...(write && { replaces: write.replaces })
		},
		told
	);
	return stored.status === 'failed' ? stored : { status: 'accepted' };
}

/** A line that came into memory while this one waited is not written beside itself. */
async function isThere({ db }: DeskPorts, { text, path }: Proposal): Promise<boolean> {
	const normal = normaliseLine(text);
	return (await memoryFiles(db)).some(
		(file) =>
			(file.path === path || file.path === curatedPath) &&
			bulletsOf(file.text).some((bullet) => normaliseLine(bullet.text) === normal)
	);
}

async function supersede({ db }: DeskPorts, seen: Proposal): Promise<Acceptance> {
	const way = { from: 'waiting', to: 'superseded', write: null, refuse: null } as const;
	const stored = await decideProposal(db, { id: seen.id, seen, ...way, unrefuse: null });
	return stored.status === 'failed' ? stored : { status: 'known' };
}

/**
 * Reject one proposal: its line is put on the do-not-remember list, which every extractor obeys. A rejected clean-up
 * leaves the lines it was about where they are.
 */
export async function rejectProposal(ports: DeskPorts, id: string): Promise<Done> {
	const proposal = await ports.db.proposals.get(id);
	if (!proposal) return failed({ kind: 'changed-meanwhile' });
	const line = normaliseLine(proposal.text);
	return doneOf(
		await decideProposal(ports.db, {
			id,
			from: 'waiting',
			to: 'rejected',
			write: null,
			refuse: isTidying(proposal) ? null : { hash: sha256(line), line, at: ports.clock.now() },
			unrefuse: null
		})
	);
}

/** Change the text of a waiting proposal. It still waits. */
export async function editProposalText(ports: DeskPorts, id: string, text: string): Promise<Done> {
	const line = cleanLine(text);
	if (line === '') return failed({ kind: 'unreadable', what: text });
	return doneOf(await changeProposal(ports.db, id, { text: line, hash: sha256(line) }));
}

/** Put a waiting line in the place of one that is in memory, or (`line` null) beside it, in the note of its day. */
export async function replaceLine(
	{ db, clock }: DeskPorts,
	id: string,
	line: { readonly path: string; readonly text: string } | null
): Promise<Done> {
	const proposal = await db.proposals.get(id);
	if (!proposal) return failed({ kind: 'changed-meanwhile' });
	const note = dailyPath(localDayOf(proposal.createdAt, clock.zone()));
	return line
		? aimProposal({ db }, id, { path: line.path, replaces: line.text })
		: aimProposal({ db }, id, {
				path: proposal.source === 'edit-memory' ? proposal.path : note,
				replaces: null
			});
}

/** Where a waiting line goes, and the line it would replace: also to put back what `replaceLine` changed. */
export const aimProposal = async (
	{ db }: Pick<DeskPorts, 'db'>,
	id: string,
	aim: Pick<Proposal, 'path' | 'replaces'>
): Promise<Done> => doneOf(await changeProposal(db, id, aim));

/** Put a line on the do-not-remember list by hand. */
export async function refuseLine({ db, clock }: DeskPorts, text: string): Promise<Done> {
	const line = normaliseLine(text);
	if (line === '') return failed({ kind: 'unreadable', what: text });
	return doneOf(await addRefusal(db, { hash: sha256(line), line, at: clock.now() }));
}

/** Take a line off the do-not-remember list: it may be proposed again. */
export const allowLine = async ({ db }: DeskPorts, hash: string): Promise<Done> =>
	doneOf(await removeRefusal(db, hash));

/** What came of accepting many lines: ids of those decided, how many of them were known, and how many still wait. */
export interface AcceptedAll {
	readonly accepted: readonly string[];
	readonly known: number;
	/** Of those that stay: changed since they were shown, or never shown, or about a line that is gone. */
	readonly changed: number;
	readonly stay: number;
}

/**
 * Accept every waiting line that is the user's or the assistant's; those from Tool, Web or Import stay, and so do those
 * whose words are being changed (`underPen`, ids) and those that are not what was `shown` (null: all are).
 */
export async function acceptAll(
	ports: DeskPorts,
	underPen: Pick<ReadonlySet<string>, 'has'> = new Set(),
	shown: readonly ShownLine[] | null = null
): Promise<AcceptedAll> {
	const accepted: string[] = [];
	const seen = shown && new Map(shown.map(({ id, hash }) => [id, hash]));
	let known = 0;
	let changed = 0;
	const waiting = await waitingProposals(ports.db);
	for (const { id, origin, hash } of waiting) {
		if (underPen.has(id) || (origin !== 'own' && origin !== 'assistant')) continue;
		const outcome = await acceptShown(ports, { id, hash: seen ? (seen.get(id) ?? '') : hash });
		if (outcome.status === 'failed') changed++;
		else accepted.push(id);
		if (outcome.status === 'known') known++;
	}
	return { accepted, known, changed, stay: waiting.length - accepted.length };
}

/** Take a decision back: the proposal waits again, its line is out of the file or off the do-not-remember list. */
export async function undoDecision(
	ports: DeskPorts,
	id: string,
	told: Told = nothingTold
): Promise<Done> {
	const { db } = ports;
	const proposal = await db.proposals.get(id);
	if (!proposal) return failed({ kind: 'changed-meanwhile' });
	const decide = async (way: Pick<Decision, 'from'> & Partial<Decision>): Promise<Done> =>
		doneOf(
			await decideProposal(
				db,
				{
					id,
					to: 'waiting',
					write: null,
					refuse: null,
					unrefuse: null,
					...way
				},
				told
			)
		);
	if (proposal.status === 'rejected') {
		const unrefuse = isTidying(proposal) ? null : sha256(normaliseLine(proposal.text));
		return decide({ from: 'rejected', unrefuse });
	}
	if (proposal.status === 'superseded') return decide({ from: 'superseded' });
	if (proposal.status !== 'accepted') return done;
	if (isTidying(proposal)) {
		const alsoWrite = await tidyWritesBack(ports, proposal);
		return alsoWrite
			? decide({ from: 'accepted', alsoWrite })
			: failed({ kind: 'changed-meanwhile' });
	}
	return decide({ from: 'accepted', write: await writeWithout(ports, proposal) });
}

type Decision = Parameters<typeof decideProposal>[1];

/** The write that takes the line of an accepted proposal out of its file; null: it is not there any more. */
async function writeWithout(
	{ db, clock }: DeskPorts,
	{ path, text, replaces, source, time }: Proposal
): Promise<MemoryWrite | null> {
	const file = await memoryFile(db, path);
	const before = file?.text ?? '';
	const taken =
		replaces === null ? removeBullet(before, text) : replaceBullet(before, text, replaces);
	if (taken === null || !file) return null;
	const without = removeEmptySection(taken, headingOf(source, time));
	return {
		revision: revise(clock, {
			path,
			by: 'undo',
			text: without,
			deleted: without.trim() === ''
		}),
		expectedRev: file.rev,
		origins: []
	};
}
