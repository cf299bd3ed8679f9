import { isCommitted, spoken } from '#core/summary/summary.ts';
import type { SearchDocument } from '#core/search/document.ts';
import { addDocument, removeDocument, type SearchIndex } from '#core/search/search-index.ts';
import {
	documentOfSummary,
	documentsOf,
	documentsOfFile,
	idOf,
	replacedIn
} from '#core/search/searchable.ts';
import { turnsMarked } from '#core/log/marks.ts';
import type { Branch, Session } from '#core/session/session.ts';
import { isOpen, type Exchange } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf, everySession } from '#db/log/sessions.ts';
import { findTurn, marksOf, readExchange, readExchanges } from '#db/log/turns.ts';
import { byId, type Cursor, type SessionCursor } from '#flows/search/cursor.ts';

/** Puts into the index what is new or changed since it last read, the newest conversations first. */

interface IndexReading {
	readonly changed: boolean;
	/** Conversations that have not been read whole yet. */
	readonly unread: number;
	/** All conversations, as they were when it began. */
	readonly sessions: readonly Session[];
}

/** Turns read between two looks at the clock. */
const turnsAtOnce = 50;
/** How many turns back an unfinished turn is looked at again; older ones are left as they are. */
const furthestBack = 200;

interface Job {
	readonly db: Truth;
	readonly index: SearchIndex;
	readonly cursor: Cursor;
	/** Of the user, IANA. */
	readonly zone: string;
	/** Time is up: what is left waits for the next call. */
	readonly isDue: () => boolean;
	changed: boolean;
}

function put(job: Job, document: SearchDocument): void {
	addDocument(job.index, document);
	job.changed = true;
}

function remove(job: Job, id: string): void {
	if (removeDocument(job.index, id)) job.changed = true;
}

/** Read on until all is read or time is up. Memory comes first: it is short. */
export async function readIntoIndex(asked: Omit<Job, 'changed'>): Promise<IndexReading> {
	const job: Job = { ...asked, changed: false };
	const { db, cursor, isDue } = job;
	await readFiles(job);
	let unread = 0;
	const sessions = await everySession(db);
	for (const session of sessions) {
		if (cursor.sessions[session.id]?.rev === session.rev) continue;
		if (isDue() || !(await readSession(job, session))) unread++;
	}
	return { changed: job.changed, unread, sessions };
}

async function readFiles(job: Job): Promise<void> {
	const { db, cursor, zone } = job;
	const isElsewhere = cursor.zone !== zone;
	cursor.zone = zone;
	for (const file of await db.memoryFiles.toArray()) {
		const seen = cursor.files[file.path];
		if (seen?.rev === file.rev && !isElsewhere) continue;
		for (const id of seen?.ids ?? []) remove(job, id);
		const documents = file.deletedAt === null ? documentsOfFile(file, zone) : [];
		for (const document of documents) put(job, document);
		cursor.files[file.path] = { rev: file.rev, ids: documents.map((document) => document.id) };
		job.changed = true;
	}
}

/** Returns whether all of the session has been read. */
async function readSession(job: Job, session: Session): Promise<boolean> {
	const { db, cursor } = job;
	const seen = (cursor.sessions[session.id] ??= {
		rev: -1,
		branches: byId(),
		hidden: []
	});
	begin(seen, session);
	const marks = await marksOf(db, session.id);
	const deleted = turnsMarked(marks, 'deleted');
	await bringBack(job, seen, { sessionId: session.id, deleted });
	for (const branch of await branchesOf(db, session.id))
		if (!(await readBranch(job, seen, branch, deleted))) return false;
	await takeAway(job, seen, { sessionId: session.id, deleted });
	await readSummaries(job, session.id);
	seen.rev = seen.begun ?? session.rev;
	delete seen.begun;
	// What changed while it was read is looked for once more.
	return seen.rev === session.rev;
}

/**
 * Go on where time was up. Otherwise begin at the first turn that may have changed, at the newest one at the latest.
 */
function begin(seen: SessionCursor, { rev }: Session): void {
	seen.rev = -1;
	if (seen.begun !== undefined) return;
	seen.begun = rev;
	for (const place of Object.values(seen.branches))
		place.head = Math.min(place.from, place.head) - 1;
}

async function readBranch(
	job: Job,
	seen: SessionCursor,
	{ sessionId, branch, forkSeq, headSeq }: Branch,
	deleted: ReadonlySet<string>
): Promise<boolean> {
	const known = seen.branches[branch];
	let fromSeq = Math.max(forkSeq, (known?.head ?? -1) + 1);
	let unsettled = known && known.from < fromSeq ? known.from : null;
	while (fromSeq <= headSeq) {
		const throughSeq = Math.min(headSeq, fromSeq + turnsAtOnce - 1);
		const exchanges = await readExchanges(job.db, sessionId, [{ branch, fromSeq, throughSeq }]);
		for (const exchange of exchanges) {
			readTurn(job, seen, exchange, deleted);
			if (!isSettled(exchange)) unsettled ??= exchange.turn.seq;
		}
		const from = Math.max(unsettled ?? throughSeq + 1, throughSeq - furthestBack);
		seen.branches[branch] = { from, head: throughSeq };
		fromSeq = throughSeq + 1;
		if (fromSeq <= headSeq && job.isDue()) return false;
	}
	return true;
}

/** Whether a turn is finished: answered, and every tool call has its result. */
function isSettled({ turn, steps }: Exchange): boolean {
	const last = steps.at(-1);
	return turn.forgottenAt !== undefined || (last?.state === 'complete' && !isOpen(last));
}

function readTurn(
	job: Job,
	seen: SessionCursor,
	exchange: Exchange,
	deleted: ReadonlySet<string>
): void {
	const { turnId, branch, seq } = exchange.turn;
	for (const id of replacedIn(exchange)) remove(job, id);
	if (deleted.has(turnId)) {
		hide(seen, { turnId, branch, seq });
		for (const document of documentsOf(exchange)) remove(job, document.id);
		return;
	}
	for (const document of documentsOf(exchange)) {
		// What came in the middle of an answer is written on by a later file.
		if (exchange.turn.source === 'import') remove(job, document.id);
		if (!job.index.byId.has(document.id)) put(job, document);
	}
}

function hide(seen: SessionCursor, turn: SessionCursor['hidden'][number]): void {
	seen.hidden = [...seen.hidden.filter(({ turnId }) => turnId !== turn.turnId), turn];
}

type Deleted = { readonly sessionId: string; readonly deleted: ReadonlySet<string> };

/** Read deleted turns that were restored. */
async function bringBack(job: Job, seen: SessionCursor, { sessionId, deleted }: Deleted) {
	for (const { turnId, ...place } of seen.hidden) {
		if (deleted.has(turnId)) continue;
		const exchange = await readExchange(job.db, { sessionId, ...place });
		for (const document of exchange ? documentsOf(exchange) : []) put(job, document);
	}
	seen.hidden = seen.hidden.filter(({ turnId }) => deleted.has(turnId));
}

/** Take turns out of the index that were deleted since they were read. */
async function takeAway(job: Job, seen: SessionCursor, { sessionId, deleted }: Deleted) {
	const known = new Set(seen.hidden.map(({ turnId }) => turnId));
	for (const turnId of deleted) {
		if (known.has(turnId)) continue;
		const turn = await findTurn(job.db, sessionId, turnId);
		const place = { branch: turn?.branch ?? '', seq: turn?.seq ?? -1 };
		const exchange = turn && (await readExchange(job.db, { sessionId, ...place }));
		for (const document of exchange ? documentsOf(exchange) : []) remove(job, document.id);
		hide(seen, { turnId, ...place });
	}
}

async function readSummaries(job: Job, sessionId: string): Promise<void> {
	const { db, cursor } = job;
	for (const summary of await db.summaries.where('sessionId').equals(sessionId).toArray()) {
		const version = `${summary.status} ${summary.standsFor} ${String(summary.editedAt)}`;
		if (cursor.summaries[summary.id] === version) continue;
		cursor.summaries[summary.id] = version;
		if (isCommitted(summary) && spoken(summary) && summary.text !== '')
			put(job, documentOfSummary(summary));
		else remove(job, idOf({ of: 'summary', summaryId: summary.id }));
	}
}
