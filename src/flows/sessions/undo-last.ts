import type { Proposal } from '#core/memory/memory.ts';
import { isCommitted, type Summary } from '#core/summary/summary.ts';
import type { Failed } from '#core/failure.ts';
import {
	lastFirst,
	undoNoteOf,
	type Activity,
	type UndoKind,
	type UndoNote
} from '#core/activity.ts';
import { hasGroundNow } from '#db/summaries/drafts.ts';
import type { Told } from '#db/told.ts';
import { activityOf } from '#flows/activity.ts';
import { restoreTurn } from '#flows/sessions/delete-turn.ts';
import { failed, type Done } from '#flows/done.ts';
import { undoMemoryAct, writesBack, type MemoryAct } from '#flows/memory/memory-acts.ts';
import { canGoBack, undoMemoryWrite } from '#flows/memory/memory-files.ts';
import type { App } from '#flows/ports.ts';
import { undoReset } from '#flows/sessions/reset-session.ts';
import { undoDecision } from '#flows/desk/undo-decisions.ts';
import { restoreDraft } from '#flows/compaction/discard-draft.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { redoCompaction, undoCompaction } from '#flows/compaction/undo-compaction.ts';

/** `/undo`: take back the last compaction, reset, deletion or memory write of a session, and say which. */

export type UndoLastOutcome =
	| {
			readonly status: 'undone';
			readonly what: UndoKind;
			/** Round, path or title: what it was about. */
			readonly name: string;
			/** What was taken back, by which it can be done again. */
			readonly row: Activity;
			readonly note: UndoNote;
			/** The summary it was about, and the accepted line, as they stood before. */
			readonly summary: Summary | undefined;
			readonly proposal: Proposal | undefined;
			/** The session to go to, when the one on screen is not it any more. */
			readonly goTo: string | null;
	  }
	| { readonly status: 'nothing-to-do' }
	/** `name`: what could not be undone now. */
	| (Failed & { readonly name: string });

/** How many rows of the activity list are looked through for something to undo; where none of them is it, all are. */
const reaches = [500, Infinity];

export async function undoLast(app: App, sessionId: string): Promise<UndoLastOutcome> {
	for (const reach of reaches) {
		const outcome = await undoWithin(app, sessionId, reach);
		if (outcome.status !== 'nothing-to-do') return outcome;
	}
	return { status: 'nothing-to-do' };
}

async function undoWithin(app: App, sessionId: string, reach: number): Promise<UndoLastOutcome> {
	const newest = await app.db.activity.orderBy('at').reverse().limit(reach).toArray();
	const rows = lastFirst(newest, app.clock.now());
	const undone = new Set(rows.map((row) => row.details.undoes));
	for (const row of rows) {
		const note = undoNoteOf(row.details);
		if (!note || undone.has(row.id)) continue;
		const isOurs =
			row.sessionId === sessionId || (note.undo === 'memory' && row.sessionId === null);
		if (!isOurs || !(await stillStands(app, row, note))) continue;
		const summary = 'summaryId' in note ? await app.db.summaries.get(note.summaryId) : undefined;
		const proposal = 'proposalId' in note ? await app.db.proposals.get(note.proposalId) : undefined;
		const outcome = await undoRow(app, sessionId, { row, note });
		const name = nameOf(row);
		if (outcome.status === 'failed') return { ...outcome, name };
		const goTo = note.undo === 'reset' ? note.ended : null;
		return { status: 'undone', what: note.undo, name, row, note, summary, proposal, goTo };
	}
	return { status: 'nothing-to-do' };
}

/** Take back one write to memory, whatever was done since; `/undo` passes it over then. `sessionId`: null on a page of its own. */
export async function undoMemoryOf(
	app: App,
	sessionId: string | null,
	revisionId: string
): Promise<Done> {
	const noteOf = ({ details }: Activity): UndoNote | null => {
		const note = undoNoteOf(details);
		const isIt = note?.undo === 'memory' && 'revisionId' in note && note.revisionId === revisionId;
		return isIt ? note : null;
	};
	const row = await app.db.activity
		.orderBy('at')
		.reverse()
		.filter((one) => noteOf(one) !== null)
		.first();
	const note = row && noteOf(row);
	return note ? undoRow(app, sessionId, { row, note }) : failed({ kind: 'changed-meanwhile' });
}

interface Noted {
	readonly row: Activity;
	readonly note: UndoNote;
}

/** Undo what a row of the activity list tells of, and add a row that says so: both, or neither. */
const undoRow = (app: App, sessionId: string | null, { row, note }: Noted): Promise<Done> =>
	takeBack(app, { row, note }, () => [
		activityOf(app, {
			kind: row.kind,
			sessionId,
			details: { undoes: row.id, what: note.undo }
		})
	]);

/** Path, round or title. */
function nameOf({ details: { path, round, title } }: Activity): string {
	const known = [path, round, title].find(
		(value) => value !== undefined && value !== null && value !== ''
	);
	return known === undefined ? '' : String(known);
}

/** A move or a rename: two files, one act. */
const actOf = ({ act, path, other }: Extract<UndoNote, { act: string }>): MemoryAct => ({
	act,
	paths: [path, other]
});

/**
 * Whether the act still stands. One that was undone by its own button is passed over, and so is one that cannot be taken
 * back any more because the summary before it is gone.
 */
async function stillStands({ db, clock }: App, row: Activity, note: UndoNote): Promise<boolean> {
	switch (note.undo) {
		case 'compaction': {
			const summary = await db.summaries.get(note.summaryId);
			return summary !== undefined && isCommitted(summary);
		}
		case 'summary-edit': {
			const summary = await db.summaries.get(note.summaryId);
			const { text, anchors } = note;
			return summary !== undefined && (summary.text !== text || summary.anchors !== anchors);
		}
		case 'discard': {
			const draft = await db.summaries.get(note.summaryId);
			// Of one without words forgetting has left nothing.
			if (draft?.status !== 'discarded' || draft.text === '') return false;
			return hasGroundNow(db, draft);
		}
		case 'delete-summary': {
			const summary = await db.summaries.get(note.summaryId);
			if (summary?.status !== 'reverted' && summary?.standsFor !== 'nothing') return false;
			return hasGroundNow(db, summary);
		}
		case 'delete-turn':
			return (
				(await db.marks.get([row.sessionId ?? '', note.turnId, 'deleted'])) !== undefined &&
				(await db.tombstones.get(note.turnId)) === undefined
			);
		case 'reset': {
			const ended = await db.sessions.get(note.ended);
			return ended !== undefined && ended.endedAt !== null;
		}
		case 'accepted':
			return (await db.proposals.get(note.proposalId))?.status === 'accepted';
		case 'memory':
			return 'act' in note
				? (await writesBack({ db, clock }, actOf(note))) !== null
				: canGoBack({ db, clock }, note.path, note.revisionId);
	}
}

async function takeBack(app: App, { row, note }: Noted, told: Told): Promise<Done> {
	const sessionId = row.sessionId ?? '';
	switch (note.undo) {
		case 'compaction':
			return doneUnlessFailed(await undoCompaction(app, sessionId, note.summaryId, told));
		case 'summary-edit': {
			const { summaryId, text, anchors } = note;
			const { editedAt } = row.details;
			const takes = { editedAt: typeof editedAt === 'number' ? editedAt : null, told };
			return doneUnlessFailed(await editSummary(app, summaryId, { text, anchors }, { takes }));
		}
		case 'discard':
			return restoreDraft(app, note.summaryId, told);
		case 'delete-summary':
			return redoCompaction(app, note.summaryId, told);
		case 'delete-turn':
			return restoreTurn(app, { sessionId, turnId: note.turnId }, told);
		case 'reset':
			return undoReset(app, { ended: note.ended, next: sessionId }, told);
		case 'accepted':
			return undoDecision(app, note.proposalId, told);
		case 'memory':
			return 'act' in note
				? undoMemoryAct(app, actOf(note), told)
				: undoMemoryWrite(app, note.path, note.revisionId, told);
	}
}

const doneUnlessFailed = (outcome: Done | { readonly status: 'edited' | 'nothing-to-do' }): Done =>
	outcome.status === 'failed' ? outcome : { status: 'done' };
