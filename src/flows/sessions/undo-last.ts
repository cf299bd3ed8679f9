import type { Failed } from '#core/failure.ts';
import type { Activity } from '#core/jobs.ts';
import { noteActivity } from '#flows/activity.ts';
import { restoreTurn } from '#flows/sessions/delete-turn.ts';
import { failed, type Done } from '#flows/done.ts';
import { undoMemoryAct, writesBack, type MemoryAct } from '#flows/memory/memory-acts.ts';
import { canGoBack, undoMemoryWrite } from '#flows/memory/memory-files.ts';
import type { App } from '#flows/ports.ts';
import { undoReset } from '#flows/sessions/reset-session.ts';
import { undoDecision } from '#flows/memory/review-desk.ts';
import {
	editSummary,
	redoCompaction,
	restoreDraft,
	undoCompaction
} from '#flows/compaction/use-summary.ts';

/** `/undo`: take back the last compaction, reset, deletion or memory write of a session, and say which. */

type UndoneKind =
	| 'compaction'
	| 'summary-edit'
	| 'discard'
	| 'delete-summary'
	| 'delete-turn'
	| 'reset'
	| 'memory'
	| 'accepted';

export type UndoLastOutcome =
	| {
			readonly status: 'undone';
			readonly what: UndoneKind;
			/** Round, path or title: what it was about. */
			readonly name: string;
			/** The session to go to, when the one on screen is not it any more. */
			readonly goTo: string | null;
	  }
	| { readonly status: 'nothing-to-do' }
	/** `name`: the same, of what cannot be taken back as it is now. */
	| (Failed & { readonly name: string });

const kinds: readonly string[] = [
	'compaction',
	'summary-edit',
	'discard',
	'delete-summary',
	'delete-turn',
	'reset',
	'memory',
	'accepted'
] satisfies readonly UndoneKind[];

/** How many rows back something may lie that can still be undone. */
const reach = 500;

export async function undoLast(app: App, sessionId: string): Promise<UndoLastOutcome> {
	const rows = await app.db.activity.orderBy('at').reverse().limit(reach).toArray();
	const undone = new Set(rows.map((row) => row.details['undoes']));
	for (const row of rows) {
		const what = row.details['undo'];
		const isOurs = row.sessionId === sessionId || (what === 'memory' && row.sessionId === null);
		if (!isOurs || typeof what !== 'string' || !kinds.includes(what) || undone.has(row.id))
			continue;
		if (!(await stillStands(app, row, what as UndoneKind))) continue;
		const outcome = await undoRow(app, sessionId, { row, what: what as UndoneKind });
		const name = text(row, 'path') || text(row, 'round') || text(row, 'title');
		if (outcome.status === 'failed') return { ...outcome, name };
		const goTo = what === 'reset' ? text(row, 'ended') : null;
		return { status: 'undone', what: what as UndoneKind, name, goTo };
	}
	return { status: 'nothing-to-do' };
}

/** Take back one write to memory, whatever was done since; `/undo` passes it over then. */
export async function undoMemoryOf(app: App, sessionId: string, revisionId: string): Promise<Done> {
	const isIt = (row: Activity) =>
		row.details['undo'] === 'memory' && text(row, 'revisionId') === revisionId;
	const row = await app.db.activity.orderBy('at').reverse().limit(reach).filter(isIt).first();
	return row
		? undoRow(app, sessionId, { row, what: 'memory' })
		: failed({ kind: 'changed-meanwhile' });
}

/** Take back what a row tells of, and note that it was. */
async function undoRow(
	app: App,
	sessionId: string,
	{ row, what }: { readonly row: Activity; readonly what: UndoneKind }
): Promise<Done> {
	const outcome = await takeBack(app, row, what);
	if (outcome.status === 'done')
		await noteActivity(app, {
			kind: row.kind,
			sessionId,
			details: { undoes: row.id, what }
		});
	return outcome;
}

const text = (row: Activity, field: string): string => {
	const value = row.details[field];
	return value === null || value === undefined ? '' : String(value);
};

/** A move or a rename: two files, one act. */
const actOf = (row: Activity): MemoryAct => ({
	act: text(row, 'act'),
	paths: [text(row, 'path'), text(row, 'other')]
});

/** What a button of its own has taken back already is passed over. */
async function stillStands({ db, clock }: App, row: Activity, what: UndoneKind): Promise<boolean> {
	switch (what) {
		case 'compaction': {
			const summary = await db.summaries.get(text(row, 'summaryId'));
			return summary?.status === 'active' || summary?.status === 'superseded';
		}
		case 'summary-edit':
			return (await db.summaries.get(text(row, 'summaryId'))) !== undefined;
		case 'discard':
			return (await db.summaries.get(text(row, 'summaryId')))?.status === 'discarded';
		case 'delete-summary': {
			const summary = await db.summaries.get(text(row, 'summaryId'));
			return summary?.status === 'reverted' || summary?.standsFor === 'nothing';
		}
		case 'delete-turn':
			return (
				(await db.marks.get([row.sessionId ?? '', text(row, 'turnId'), 'deleted'])) !== undefined &&
				(await db.tombstones.get(text(row, 'turnId'))) === undefined
			);
		case 'reset': {
			const ended = await db.sessions.get(text(row, 'ended'));
			return ended !== undefined && ended.endedAt !== null;
		}
		case 'accepted':
			return (await db.proposals.get(text(row, 'proposalId')))?.status === 'accepted';
		case 'memory':
			return text(row, 'act') === ''
				? canGoBack({ db, clock }, text(row, 'path'), text(row, 'revisionId'))
				: (await writesBack({ db, clock }, actOf(row))) !== null;
	}
}

async function takeBack(app: App, row: Activity, what: UndoneKind): Promise<Done> {
	const summaryId = text(row, 'summaryId');
	switch (what) {
		case 'compaction':
			return doneUnlessFailed(await undoCompaction(app, row.sessionId ?? '', summaryId));
		case 'summary-edit':
			return doneUnlessFailed(
				await editSummary(
					app,
					summaryId,
					{ text: text(row, 'text'), anchors: text(row, 'anchors') },
					{ undoes: true }
				)
			);
		case 'discard':
			return restoreDraft(app, summaryId);
		case 'delete-summary':
			return doneUnlessFailed(await redoCompaction(app, summaryId, { undoes: true }));
		case 'delete-turn':
			return restoreTurn(app, { sessionId: row.sessionId ?? '', turnId: text(row, 'turnId') });
		case 'reset':
			return undoReset(app, { ended: text(row, 'ended'), next: row.sessionId ?? '' });
		case 'accepted':
			return undoDecision(app, text(row, 'proposalId'));
		case 'memory':
			if (text(row, 'act') !== '') return undoMemoryAct(app, actOf(row));
			return undoMemoryWrite(app, text(row, 'path'), text(row, 'revisionId'));
	}
}

const doneUnlessFailed = (
	outcome: Failed | { readonly status: 'undone' | 'edited' | 'redone' | 'nothing-to-do' }
): Done => (outcome.status === 'failed' ? outcome : { status: 'done' });
