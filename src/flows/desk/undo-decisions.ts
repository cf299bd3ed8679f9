import { removeBullet, removeEmptySection, replaceBullet } from '#core/memory/file.ts';
import type { Proposal } from '#core/memory/memory.ts';
import {
	decideProposal,
	decideProposals,
	memoryFiles,
	revisionsOf,
	type Decision,
	type Decisions
} from '#db/memory/files.ts';
import { nothingTold, type Told } from '#db/told.ts';
import { headingOf } from '#core/memory/proposal.ts';
import type { DeskPorts } from '#flows/desk/review-desk.ts';
import { isTidying, tidyWritesBack, type TidyProposal } from '#flows/desk/tidy-decisions.ts';
import { done, doneOf, failed, type Done } from '#flows/done.ts';
import { revise } from '#flows/memory/revise.ts';

/** Decisions at the review desk are taken back: the proposal waits again, and what it had written is undone. */

/** Take one decision back. */
export async function undoDecision(
	ports: DeskPorts,
	id: string,
	told: Told = nothingTold
): Promise<Done> {
	const proposal = await ports.db.proposals.get(id);
	if (!proposal) return failed({ kind: 'changed-meanwhile' });
	if (!hasTidied(proposal))
		return doneOf(await decideProposals(ports.db, await backTogether(ports, [proposal]), told));
	const alsoWrite = await tidyWritesBack(ports, proposal);
	return alsoWrite
		? doneOf(
				await decideProposal(ports.db, { id, from: 'accepted', to: 'waiting', alsoWrite }, told)
			)
		: failed({ kind: 'changed-meanwhile' });
}

/**
 * Take decisions back that were made together, the last first, in one transaction: each file is written once, and a tab
 * that dies leaves all of them as they were decided, or none. Clean-ups change several files and are taken back one by
 * one; so are all, where one was changed meanwhile. Where one cannot be taken back the others are, and it is said.
 */
export async function undoDecisions(ports: DeskPorts, ids: readonly string[]): Promise<Done> {
	const lastFirst = ids.toReversed();
	const rows = await ports.db.proposals.bulkGet(lastFirst);
	const together = rows.filter((row): row is Proposal => row !== undefined && !hasTidied(row));
	const isTogether = new Set(together.map(({ id }) => id));
	let outcome = done;
	const oneByOne = async (some: readonly string[]): Promise<void> => {
		for (const id of some) {
			const undone = await undoDecision(ports, id);
			if (undone.status === 'failed') outcome = undone;
		}
	};
	await oneByOne(lastFirst.filter((id) => !isTogether.has(id)));
	const back = doneOf(await decideProposals(ports.db, await backTogether(ports, together)));
	if (back.status === 'done') return outcome;
	if (back.failure.kind !== 'changed-meanwhile') return back;
	await oneByOne([...isTogether]);
	return outcome;
}

/** It was accepted as a clean-up: what it wrote spans several files. */
const hasTidied = (proposal: Proposal): proposal is TidyProposal =>
	proposal.status === 'accepted' && isTidying(proposal);

/** What taking decisions back changes, each file once; a line that is not in its file any more is taken out of none. */
async function backTogether(
	{ db, clock }: DeskPorts,
	proposals: readonly Proposal[]
): Promise<Decisions> {
	const files = new Map((await memoryFiles(db)).map((file) => [file.path, file]));
	const texts = new Map<string, string>();
	const decisions: Decision[] = [];
	for (const proposal of proposals) {
		const { id, status, path } = proposal;
		if (status === 'waiting') continue;
		decisions.push({ id, from: status, to: 'waiting', unrefuse: status === 'rejected' });
		const without =
			status === 'accepted'
				? textWithout(texts.get(path) ?? files.get(path)?.text, proposal)
				: null;
		if (without !== null) texts.set(path, without);
	}
	const writes = [...texts].map(async ([path, left]) => {
		const deleted = left.trim() === '';
		const revisions = await revisionsOf(db, path);
		const [, before] = revisions;
		// The file was deleted before the line made it anew: as it was then it can still be brought back.
		const wasDeleted = deleted && before?.deleted;
		// A line that was added had ended the one before it: the end of the file was the user's.
		const was = revisions.find((one) => one.text.trimEnd() === left.trimEnd());
		const text = (wasDeleted ? before : was)?.text ?? left;
		return {
			revision: revise(clock, { path, by: 'undo', text, deleted }),
			expectedRev: files.get(path)?.rev ?? null,
			origins: []
		};
	});
	return { decisions, writes: await Promise.all(writes) };
}

/** A file without the line of an accepted proposal; null: it is not there any more. */
function textWithout(
	before: string | undefined,
	{ text, replaces, source, time }: Proposal
): string | null {
	if (before === undefined) return null;
	const taken =
		replaces === null ? removeBullet(before, text) : replaceBullet(before, text, replaces);
	return taken === null ? null : removeEmptySection(taken, headingOf(source, time));
}
