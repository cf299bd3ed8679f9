import { isCommitted } from '#core/summary/summary.ts';
import type { Archive, ColdRange } from '#core/archive/stored.ts';
import type { Session } from '#core/session/session.ts';
import { isUnfinished } from '#core/compaction/compaction.ts';
import type { Exchange } from '#core/log/turn.ts';
import { removeArchivesInside } from '#db/archives/archives.ts';
import { stepsOfPart, turnsOfPart } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { Refused, storingIn, type Stored } from '#db/storing.ts';

/** Turns that lie in an archive alone are let go of here, and taken back. */

/** What is let go of: turns as they were read and found in the archive, word for word. */
interface Cooling {
	readonly range: ColdRange;
	/** Of the archive, as it was verified. */
	readonly sha256: string;
	readonly exchanges: readonly Exchange[];
	/** The summary that covers them; null: the whole session has ended. */
	readonly summaryId: string | null;
}

/**
 * Remove the rows of turns that an archive holds, in the transaction that checks that the archive is still the one that
 * was verified, that the turns are still covered, and that no draft that waits or running compaction needs them.
 */
export const coolTurns = (
	db: Truth,
	{ range, sha256, exchanges, summaryId }: Cooling
): Promise<Stored<void>> =>
	storingIn(
		db,
		[db.sessions, db.turns, db.steps, db.archives, db.cold, db.summaries, db.compactions],
		async () => {
			const { sessionId } = range;
			const archive = await db.archives.get(range.archiveId);
			const session = await db.sessions.get(sessionId);
			const isSame = archive?.sha256 === sha256 && archive.deletedAt === null;
			if (!isSame || !session || (await isWorkedOn(db, session)))
				throw new Refused({ kind: 'changed-meanwhile' });
			const summary = summaryId === null ? null : await db.summaries.get(summaryId);
			const isCovered = summary ? isCommitted(summary) : session.endedAt !== null;
			const turns = turnsOfPart(db, sessionId, range);
			const steps = stepsOfPart(db, sessionId, range);
			const now = JSON.stringify([await turns.toArray(), await steps.toArray()]);
			const read = JSON.stringify([
				exchanges.map(({ turn }) => turn),
				exchanges.flatMap((exchange) => exchange.steps)
			]);
			if (!isCovered || now !== read) throw new Refused({ kind: 'changed-meanwhile' });
			await turns.delete();
			await steps.delete();
			await db.cold.put(range);
		}
	);

/** Id of a range: its archive and where it begins. */
export const rangeId = ({
	archiveId,
	branch,
	fromSeq
}: Pick<ColdRange, 'archiveId' | 'branch' | 'fromSeq'>): string =>
	`${archiveId} ${branch} ${String(fromSeq)}`;

/**
 * Read what lies in `rounds` from the archive of the whole session, and remove them: in the transaction that checks
 * that the session has ended, that its archive is the one that was verified, and that nothing else lies in the rounds.
 */
export const gatherRounds = (
	db: Truth,
	{
		whole,
		rounds,
		ranges
	}: {
		readonly whole: Archive;
		readonly rounds: readonly string[];
		/** All that lie in the rounds, as they were read. */
		readonly ranges: readonly ColdRange[];
	}
): Promise<Stored<void>> =>
	storingIn(db, [db.sessions, db.archives, db.archiveBytes, db.cold, db.summaries], async () => {
		const archive = await db.archives.get(whole.id);
		const session = await db.sessions.get(whole.sessionId);
		const isSame = archive?.sha256 === whole.sha256 && archive.deletedAt === null;
		const lying = await db.cold.filter((row) => rounds.includes(row.archiveId)).primaryKeys();
		const known = new Set(ranges.map(({ id }) => id));
		const isKnown = lying.length === known.size && lying.every((id) => known.has(id));
		if (!isSame || !session || session.endedAt === null || !isKnown)
			throw new Refused({ kind: 'changed-meanwhile' });
		await removeArchivesInside(db, rounds);
		await db.cold.bulkPut(
			ranges
				.map((range) => ({ ...range, archiveId: whole.id }))
				.map((range) => ({ ...range, id: rangeId(range) }))
		);
		await db.summaries
			.where('sessionId')
			.equals(whole.sessionId)
			.filter(({ archiveId }) => archiveId !== null && rounds.includes(archiveId))
			.modify((row) => {
				Object.assign(row, { archiveId: whole.id });
			});
	});

/** A draft waits, or a compaction runs. Of a session that has ended no draft waits: it does when all are back. */
async function isWorkedOn(db: Truth, { id: sessionId, endedAt }: Session): Promise<boolean> {
	const drafts = await db.summaries
		.where('sessionId')
		.equals(sessionId)
		.filter((row) => row.status === 'draft' && endedAt === null)
		.count();
	const jobs = await db.compactions
		.where('sessionId')
		.equals(sessionId)
		.filter(isUnfinished)
		.count();
	return drafts + jobs > 0;
}

/** What is taken back: turns as an archive has given them. */
interface Warming {
	readonly range: ColdRange;
	/** Of the archive, before it was read. */
	readonly sha256: string;
	readonly exchanges: readonly Exchange[];
}

/**
 * Put rows back that were let go of, in the transaction that checks that nothing of their archive was forgotten since it
 * was read. Refused where it did not give all of them. A turn that is here stays as it is.
 */
export const warmTurns = (
	db: Truth,
	{ range, sha256, exchanges }: Warming
): Promise<Stored<void>> =>
	storingIn(db, [db.turns, db.steps, db.cold, db.archives], async () => {
		if (!(await db.cold.get(range.id))) return;
		if ((await db.archives.get(range.archiveId))?.sha256 !== sha256)
			throw new Refused({ kind: 'changed-meanwhile' });
		const given = new Set(exchanges.map(({ turn }) => turn.turnId));
		if (!range.turnIds.every((turnId) => given.has(turnId)))
			throw new Refused({ kind: 'damaged', what: range.archiveId });
		const here = await db.turns.bulkGet(
			exchanges.map(({ turn }) => [turn.sessionId, turn.branch, turn.seq])
		);
		const gone = exchanges.filter((_, at) => !here[at]);
		await db.turns.bulkAdd(gone.map(({ turn }) => turn));
		await db.steps.bulkPut(gone.flatMap(({ steps }) => steps));
		await db.cold.delete(range.id);
	});
