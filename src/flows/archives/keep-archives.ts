import { emptySession, firstBranch } from '#core/session/empty-session.ts';
import { exchangesUpTo, forkExchanges, marksOfCopies } from '#core/log/fork.ts';
import type { Archive } from '#core/archive/stored.ts';
import type { Pin } from '#core/log/pin.ts';
import type { Session } from '#core/session/session.ts';
import type { Exchange, Mark } from '#core/log/turn.ts';
import { archiveOf, hideArchive, unhideArchive } from '#db/archives/archives.ts';
import { pinsOf } from '#db/log/pins.ts';
import { findContinuation, sessionOf } from '#db/log/sessions.ts';
import { addWholeSession } from '#db/log/whole-session.ts';
import { marksOf, turnsOf } from '#db/log/turns.ts';
import { activityOf } from '#flows/activity.ts';
import { copiesGiveWay } from '#flows/copies/give-way.ts';
import { restoreSessions } from '#flows/sessions/change-session.ts';
import { doneOf, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { undoReset } from '#flows/sessions/reset-session.ts';

/** What a person can do with an archive: go on with it, take a copy of it, bring a session back from it, delete it. */

type Went =
	| { readonly status: 'done'; readonly sessionId: string }
	| Extract<Done, { readonly status: 'failed' }>;

/** How an archive stands to its session, which decides what can be done with it. */
export type ArchiveStanding =
	/** The session goes on; the archive is of some of its turns. */
	| 'open'
	/** The session was ended by a reset and can go on. */
	| 'ended'
	/** The session was deleted and can still be brought back. */
	| 'deleted'
	/** The session is in no table: the archive is all there is of it. */
	| 'gone'
	/** The session was forgotten on purpose. */
	| 'forgotten';

export async function standingOf(
	{ db }: Pick<App, 'db'>,
	archive: Pick<Archive, 'sessionId'>
): Promise<ArchiveStanding> {
	const session = await sessionOf(db, archive.sessionId);
	if (!session) return (await db.tombstones.get(archive.sessionId)) ? 'forgotten' : 'gone';
	if (session.deletedAt !== null) return 'deleted';
	return session.endedAt === null ? 'open' : 'ended';
}

/** Id of the session that followed one that was reset, or null. */
export const followerOf = async (
	{ db }: Pick<App, 'db'>,
	sessionId: string
): Promise<string | null> => (await findContinuation(db, sessionId))?.id ?? null;

/** Let a session that a reset has ended go on as it was. The one that followed it stays when anything was said in it. */
export async function continueArchived(app: App, sessionId: string): Promise<Went> {
	const next = await followerOf(app, sessionId);
	const undone = await undoReset(app, { ended: sessionId, next: next ?? '' });
	return undone.status === 'done' ? { status: 'done', sessionId } : undone;
}

/**
 * A new session with the turns of an archive up to and with `turnId`, or with all that was on screen. The archive and its
 * session stay as they are.
 */
export async function forkArchive(
	app: App,
	{ archiveId, turnId }: { readonly archiveId: string; readonly turnId: string | null },
	signal: AbortSignal
): Promise<Went> {
	const archive = await archiveOf(app.db, archiveId);
	if (!archive) return failed({ kind: 'changed-meanwhile' });
	const read = await app.workshop.run('read-archive', { archiveId }, signal);
	if (read.status === 'failed') return read;
	const { exchanges, branches, session } = read;
	const chosen = exchangesUpTo(exchanges, { turnId, branches, shown: session?.branch });
	if (chosen.length === 0) return failed({ kind: 'damaged', what: archive.path });
	const { sessionId, title: listed } = archive;
	const [marks, pins] = await Promise.all([marksOf(app.db, sessionId), pinsOf(app.db, sessionId)]);
	// An archive that a stranger's backup brought while those were still taken word for word calls its turns typed.
	const from = (await sessionOf(app.db, sessionId)) ?? session;
	const imported = await importedIn(app.db, sessionId);
	const asHere = chosen.map((exchange): Exchange => {
		const { turn, steps } = exchange;
		return imported.has(turn.turnId) ? { turn: { ...turn, source: 'import' }, steps } : exchange;
	});
	return keepCopy(app, { title: session?.title ?? listed, from, chosen: asHere, marks, pins });
}

/** Ids of the turns of a session that stand here as an import. */
const importedIn = async (db: App['db'], sessionId: string): Promise<ReadonlySet<string>> => {
	const rows = await turnsOf(db, sessionId)
		.filter(({ source }) => source === 'import')
		.toArray();
	return new Set(rows.map(({ turnId }) => turnId));
};

async function keepCopy(
	{ db, clock }: App,
	{
		title,
		from,
		chosen,
		marks,
		pins
	}: {
		readonly title: string;
		readonly from: Session | null;
		readonly chosen: readonly Exchange[];
		readonly marks: readonly Mark[];
		readonly pins: readonly Pin[];
	}
): Promise<Went> {
	const at = clock.now();
	const id = clock.newId();
	const empty = emptySession(id, at);
	const { model, policy, resetPolicy, switchedOff } = from ?? empty;
	const session: Session = {
		...empty,
		title,
		titleFrom: title === '' ? 'none' : 'import',
		// A copy keeps the rules of its session: what a guest said, or what was off the record, does not become memory
		// by being copied.
		kind: from?.kind ?? 'guest',
		offRecord: from?.offRecord ?? true,
		// What was switched off in it, and how it is summarised and reset, was chosen for what is said in it.
		model,
		policy,
		resetPolicy,
		switchedOff
	};
	const exchanges = forkExchanges(chosen, { sessionId: id, newId: () => clock.newId() });
	const stored = await addWholeSession(db, {
		session,
		branches: [{ ...firstBranch(session), headSeq: exchanges.length - 1 }],
		exchanges,
		summaries: [],
		...marksOfCopies({ marks, pins }, { chosen, copies: exchanges, newId: () => clock.newId() })
	});
	return stored.status === 'stored' ? { status: 'done', sessionId: id } : stored;
}

/** Bring a session back: out of the bin, or, where it is in no table any more, out of its archive as it was. */
export async function restoreArchived(
	app: App,
	archiveId: string,
	signal: AbortSignal
): Promise<Went> {
	const archive = await archiveOf(app.db, archiveId);
	if (!archive) return failed({ kind: 'changed-meanwhile' });
	const { sessionId } = archive;
	if (await sessionOf(app.db, sessionId)) {
		const restored = await restoreSessions(app, [sessionId]);
		return restored.status === 'done' ? { status: 'done', sessionId } : restored;
	}
	// What is deleted in it stays deleted by its mark, and no place in its log is empty.
	const ask = { archiveId, asItLies: true };
	const read = await app.workshop.run('read-archive', ask, signal);
	if (read.status === 'failed') return read;
	const { session, branches, exchanges, summaries } = read;
	// The archive of one round is a part of a session, which alone would look like the whole.
	if (archive.round !== null || !session || read.damaged > 0)
		return forkArchive(app, { archiveId, turnId: null }, signal);
	const stored = await addWholeSession(app.db, {
		session: { ...session, endedAt: null, deletedAt: null, activeAt: app.clock.now() },
		branches,
		exchanges,
		summaries,
		// All it holds is in the session again, and the next reset writes it anew.
		archiveId
	});
	return stored.status === 'stored' ? { status: 'done', sessionId } : stored;
}

/**
 * Delete an archive alone; it can be restored until it is forgotten. Refused where it alone holds turns of a session
 * that is here: that one is deleted instead, and its archives go with it.
 */
export async function deleteArchive(app: App, archiveId: string): Promise<Done> {
	const { db, clock } = app;
	const at = clock.now();
	const told = ({ sessionId, title }: Archive) => [
		activityOf({ clock }, { at, kind: 'deletion', sessionId, details: { what: 'archive', title } })
	];
	return copiesGiveWay(app, async () => doneOf(await hideArchive(db, archiveId, at, told)));
}

export const restoreArchive = async ({ db }: Pick<App, 'db'>, archiveId: string): Promise<Done> =>
	doneOf(await unhideArchive(db, archiveId));
