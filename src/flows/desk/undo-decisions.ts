import {
	closeFence,
	countBefore,
	removeBullet,
	removeEmptySection,
	replaceBullet,
	saidLines
} from '#core/memory/file.ts';
import type { Proposal } from '#core/memory/memory.ts';
import { isSameLine } from '#core/lines/same-line.ts';
import {
	decideProposals,
	memoryFiles,
	revisionsOf,
	type ProposalDecision,
	type ProposalDecisions
} from '#db/memory/files.ts';
import type { Told } from '#db/told.ts';
import { headingOf } from '#core/desk/proposal.ts';
import { activityOf } from '#flows/activity.ts';
import type { DeskPorts } from '#flows/desk/review-desk.ts';
import { isTidying, tidyWritesBack, type TidyProposal } from '#flows/desk/tidy-decisions.ts';
import { done, doneOf, failed, type Done } from '#flows/done.ts';
import { revise } from '#flows/memory/revise.ts';

/** Decisions at the review desk are taken back: the proposal waits again, and what it had written is undone. */

/**
 * Take one decision back. Refused where it replaced a line that would not come back, for its own is gone, and where its
 * line stands elsewhere by now: what has moved it goes back first.
 */
export async function undoDecision(
	ports: DeskPorts,
	id: string,
	told: Told<Back> = putBackTold(ports)
): Promise<Done> {
	const plan = async (): Promise<Back | null> => {
		const proposal = await ports.db.proposals.get(id);
		if (!proposal) return null;
		if (!hasTidied(proposal)) {
			const back = await backTogether(ports, [proposal]);
			return back.left > 0 ? null : back;
		}
		const writes = await tidyWritesBack(ports, proposal);
		const decisions: ProposalDecision[] = [{ next: { ...proposal, status: 'waiting' } }];
		return writes && { decisions, writes, accepted: [proposal], left: 0 };
	};
	return doneOf(await decideProposals(ports.db, plan, told));
}

/**
 * Take decisions back that were made together, the last first, in one transaction: each file is written once, and a tab
 * that dies leaves all of them as they were decided, or none. Clean-ups change several files and are taken back one by
 * one. Where one cannot be taken back the others are, and it is said.
 */
export async function undoDecisions(ports: DeskPorts, ids: readonly string[]): Promise<Done> {
	const lastFirst = ids.toReversed();
	const rows = await ports.db.proposals.bulkGet(lastFirst);
	const tidied = rows.filter((row) => row !== undefined && hasTidied(row));
	let outcome = done;
	for (const { id } of tidied as readonly Proposal[]) {
		const undone = await undoDecision(ports, id);
		if (undone.status === 'failed') outcome = undone;
	}
	const back = await decideProposals(
		ports.db,
		async () => {
			const now = (await ports.db.proposals.bulkGet(lastFirst)).filter((row) => row !== undefined);
			const plan = await backTogether(
				ports,
				now.filter((row) => !hasTidied(row))
			);
			return { ...plan, left: plan.left + ids.length - now.length };
		},
		putBackTold(ports)
	);
	if (back.status === 'failed') return back;
	return back.value.left > 0 ? failed({ kind: 'changed-meanwhile' }) : outcome;
}

/** It was accepted as a clean-up: what it wrote spans several files. */
const hasTidied = (proposal: Proposal): proposal is TidyProposal =>
	proposal.status === 'accepted' && isTidying(proposal);

/** What taking decisions back changes, and how many of them cannot be. */
interface Back extends ProposalDecisions {
	/** What was accepted of it, as it stood: a rejection is told of nowhere, and neither is that it goes back. */
	readonly accepted: readonly Proposal[];
	readonly left: number;
}

/** One row for all that were accepted. */
const putBackTold =
	(ports: Pick<DeskPorts, 'clock'>): Told<Back> =>
	({ accepted }) => {
		const [first] = accepted;
		if (!first) return [];
		const isOfOne = accepted.every(({ sessionId }) => sessionId === first.sessionId);
		return [
			activityOf(ports, {
				kind: 'memory',
				sessionId: isOfOne ? first.sessionId : null,
				details: { undoes: null, what: 'accepted', lines: accepted.length }
			})
		];
	};

/**
 * Each file once. A line that stands in no file any more is taken out of none; where it had replaced another, that one
 * could not come back, and the decision stays. So it does where the line that was written stands elsewhere, or in code.
 */
async function backTogether(
	{ db, clock }: DeskPorts,
	proposals: readonly Proposal[]
): Promise<Back> {
	const files = new Map((await memoryFiles(db)).map((file) => [file.path, file]));
	const texts = new Map<string, string>();
	const headings = new Map<string, string[]>();
	const stands = (line: string): boolean =>
		[...files.values()].some(({ path, text }) =>
			saidLines(texts.get(path) ?? text).some((said) => isSameLine(said, line))
		);
	const decisions: ProposalDecision[] = [];
	const accepted: Proposal[] = [];
	let left = 0;
	for (const proposal of proposals) {
		const { status, path, replaces } = proposal;
		if (status === 'waiting') continue;
		const isIn = status === 'accepted';
		const now = texts.get(path) ?? files.get(path)?.text;
		const without = isIn && now !== undefined ? await textWithout(db, now, proposal) : null;
		// An acceptance that wrote nothing, for memory held the line, has noted nothing either.
		const isKept = async () =>
			replaces !== null ||
			(stands(proposal.text) && (await db.memoryOrigins.get(proposal.id)) !== undefined);
		if (isIn && without === null && (await isKept())) {
			left++;
			continue;
		}
		if (isIn) accepted.push(proposal);
		decisions.push({
			next: { ...proposal, status: 'waiting' },
			unrefuse: status === 'rejected',
			dropOrigin: without !== null
		});
		if (without === null) continue;
		texts.set(path, without);
		if (replaces === null) headings.set(path, [...(headings.get(path) ?? []), headingOf(proposal)]);
	}
	const writes = [...texts].map(async ([path, rest]) => {
		const added = headings.get(path);
		const revisions = await revisionsOf(db, path);
		const [, before] = revisions;
		// The file was deleted before the line made it anew: as it was then it can still be brought back.
		const wasDeleted = rest.trim() === '' && before?.deleted;
		// A line that was added had ended the one before it, and closed its code: the end of the file was the user's.
		const bare = (text: string): string =>
			(added ?? []).reduce(removeEmptySection, closeFence(text)).trimEnd();
		// A line in the place of another has changed nothing beside it.
		const was = added && revisions.find((one) => !one.deleted && bare(one.text) === bare(rest));
		const deleted = rest.trim() === '' && (wasDeleted || !was);
		const text = (wasDeleted ? before : was)?.text ?? rest;
		return {
			revision: revise(clock, { path, by: 'undo', text, deleted }),
			expectedRev: files.get(path)?.rev ?? null,
			origins: []
		};
	});
	return { decisions, writes: await Promise.all(writes), accepted, left };
}

/**
 * A file without the line of an accepted proposal; null: it is not there any more. Of several that read so it is the one
 * where the line stood that it has replaced.
 */
async function textWithout(
	db: DeskPorts['db'],
	before: string,
	proposal: Proposal
): Promise<string | null> {
	const { path, text, replaces } = proposal;
	if (replaces !== null) {
		for (const revision of await revisionsOf(db, path)) {
			const skip = countBefore(revision.text, text, replaces);
			if (skip !== null) return replaceBullet(before, text, replaces, skip);
		}
		return replaceBullet(before, text, replaces);
	}
	const heading = headingOf(proposal);
	const taken = removeBullet(before, text, heading);
	return taken === null ? null : removeEmptySection(taken, heading);
}
