import {
	archiveLines,
	archivePath,
	withBranches,
	type ArchiveLine
} from '#core/archive/archive.ts';
import type { Archive } from '#core/archive/stored.ts';
import { exchangesWithin } from '#core/log/coverage.ts';
import { ownPart } from '#core/log/path.ts';
import { utf8 } from '#core/bytes.ts';
import { isRow, parseJson } from '#core/json.ts';
import { sha256 } from '#core/sha256.ts';
import type { Session } from '#core/session/session.ts';
import type { Exchange } from '#core/log/turn.ts';
import { archiveBytes, putArchive } from '#db/archives/archives.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { changeSummary } from '#db/summaries/drafts.ts';
import { readExchanges } from '#db/log/turns.ts';
import { forgottenSoFar } from '#db/forgetting/tombstones.ts';
import { noteActivity } from '#flows/activity.ts';
import { failed } from '#flows/done.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { exchangesIn, readsAs, type ArchivePorts } from '#flows/archives/read-archive.ts';
import { soundBytes } from '#flows/archives/sound-bytes.ts';
import { warmArchive } from '#flows/archives/warm-turns.ts';
import { readSummarised } from '#flows/compaction/case/read-originals.ts';

type Archived = WorkshopJobs['archive-summary']['outcome'];

/** Lines of JSON, one text each: a long session joined would be longer than a string may be. */
export const archiveTexts = (lines: readonly ArchiveLine[]): string[] =>
	withBranches(lines).map((line) => `${JSON.stringify(line)}\n`);

/** Bytes of texts, unpacked. */
export const sizeOf = (texts: readonly string[]): number =>
	texts.reduce((sum, text) => sum + utf8(text).length, 0);

/** Whether an archive is sound and holds these lines. */
async function holdsLines(
	{ db, packer }: ArchivePorts,
	archive: Archive,
	texts: readonly string[]
): Promise<boolean> {
	const bytes = await archiveBytes(db, archive.id);
	if (!bytes || sha256(bytes) !== archive.sha256) return false;
	const read = await packer.unpack(bytes);
	// The rest of the session line, which is the first, changes with every message; the turns do not.
	return branchesOfHead(read.lines) === branchesOfHead(texts) && readsAs(read, texts, 1);
}

const branchesOfHead = ([head = '']: readonly string[]): string | undefined => {
	const row = parseJson(head);
	return isRow(row) ? JSON.stringify(row['branches']) : undefined;
};

/**
 * Whether the archive of a whole session may be written over: the session goes on (its reset was not finished, or was
 * made on another device) and has everything that the archive holds. What the archive alone holds is taken back first.
 */
async function makesRoom(
	{ db, packer }: ArchivePorts,
	archive: Archive,
	{ session, exchanges }: { readonly session: Session; readonly exchanges: readonly Exchange[] }
): Promise<boolean> {
	if (archive.round !== null || session.endedAt !== null) return false;
	const bytes = await archiveBytes(db, archive.id);
	const sound = await soundBytes(db, { archive, bytes });
	// Of a damaged one what cannot be read is here as well only where as many turns are.
	if (!sound && exchanges.length < archive.turns) return false;
	const stepsHere = new Map(exchanges.map(({ turn, steps }) => [turn.turnId, steps.length]));
	const known = sound ?? bytes;
	const held = known ? exchangesIn(await packer.unpack(known)) : [];
	return (
		held.every(({ turn, steps }) => (stepsHere.get(turn.turnId) ?? -1) >= steps.length) &&
		warmArchive(db, archive)
	);
}

/**
 * Store an archive, read it back and compare (INV-17). An archive is written once: one that is there already is
 * compared as well, and is replaced only where its session has gone on, or it was deleted alone.
 */
async function keepArchive(
	ports: ArchivePorts,
	content: {
		readonly session: Session;
		readonly round: number | null;
		readonly exchanges: readonly Exchange[];
		readonly lines: readonly ArchiveLine[];
		/** `forgottenSoFar`, asked before the turns were read. */
		readonly forgotten: number;
	}
): Promise<Archived> {
	const { db, clock, packer } = ports;
	const { session, exchanges } = content;
	const path = archivePath(session.id, content.round);
	const texts = archiveTexts(content.lines);
	const there = await db.archives.where('path').equals(path).first();
	// One that was deleted while its session went on would leave that in no list.
	const isWritten =
		!there ||
		((await holdsLines(ports, there, texts))
			? there.deletedAt !== null && there.round === null
			: await makesRoom(ports, there, content));
	if (isWritten) {
		const bytes = packer.pack(texts);
		const archive: Archive = {
			id: there?.id ?? clock.newId(),
			path,
			sessionId: session.id,
			round: content.round,
			title: session.title,
			packedBytes: bytes.length,
			sha256: sha256(bytes),
			rawBytes: sizeOf(texts),
			turns: exchanges.length,
			firstAt: exchanges[0]?.turn.askedAt ?? session.createdAt,
			// Of another branch than the last one in it, perhaps.
			lastAt:
				exchanges.reduce((last, { turn }) => Math.max(last, turn.askedAt), 0) || session.activeAt,
			createdAt: clock.now(),
			deletedAt: null
		};
		const stored = await putArchive(db, { archive, bytes }, content.forgotten);
		if (stored.status === 'failed') return stored;
	}
	const back = await db.archives.where('path').equals(path).first();
	if (!back || !(await holdsLines(ports, back, texts)))
		return failed({ kind: 'damaged', what: path });
	return { status: 'archived', archiveId: back.id };
}

/** Stores nothing if something was forgotten since the turns were read; they are then read anew. */
async function unlessForgotten(
	db: Truth,
	write: (forgotten: number) => Promise<Archived>
): Promise<Archived> {
	for (;;) {
		const forgotten = await forgottenSoFar(db);
		if (forgotten === null) return failed({ kind: 'changed-meanwhile' });
		const outcome = await write(forgotten);
		if (outcome.status !== 'failed' || (await forgottenSoFar(db)) === forgotten) return outcome;
	}
}

/** Write the archive of what a committed summary covers, read it back, compare. Running it again changes nothing. */
export const archiveSummary = (
	ports: ArchivePorts,
	{ summaryId }: { readonly summaryId: string }
): Promise<Archived> =>
	unlessForgotten(ports.db, (forgotten) => writeCovered(ports, { summaryId, forgotten }));

async function writeCovered(
	ports: ArchivePorts,
	{ summaryId, forgotten }: { readonly summaryId: string; readonly forgotten: number }
): Promise<Archived> {
	const { db } = ports;
	// A summary made again from its original messages may cover turns that only an earlier archive holds.
	const read = await readSummarised(db, summaryId);
	if (read.status === 'failed') return read;
	const { summary, session } = read;
	const from = { seq: 0, step: -1 };
	const exchanges = exchangesWithin(read.exchanges, { from, through: summary.through });
	const lines = archiveLines({ session, exchanges, summaries: [] });
	const outcome = await keepArchive(ports, {
		session,
		round: summary.round,
		exchanges,
		lines,
		forgotten
	});
	if (outcome.status === 'failed') return outcome;
	const changed = await changeSummary(db, summaryId, () => ({ archiveId: outcome.archiveId }));
	if (changed.status === 'failed') return changed;
	await noteActivity(ports, {
		kind: 'archive',
		sessionId: session.id,
		details: { archiveId: outcome.archiveId, round: summary.round, turns: exchanges.length }
	});
	return outcome;
}

/** Every branch of a session as one list of exchanges, the trunk first. */
async function everyExchange(db: Truth, sessionId: string): Promise<Exchange[]> {
	const branches = (await branchesOf(db, sessionId)).toSorted((a, b) => a.createdAt - b.createdAt);
	return readExchanges(db, sessionId, branches.map(ownPart));
}

/** Archive a whole session: all branches, all summaries. */
export const archiveSession = (
	ports: ArchivePorts,
	{ sessionId }: { readonly sessionId: string }
): Promise<Archived> =>
	unlessForgotten(ports.db, (forgotten) => writeWhole(ports, { sessionId, forgotten }));

async function writeWhole(
	ports: ArchivePorts,
	{ sessionId, forgotten }: { readonly sessionId: string; readonly forgotten: number }
): Promise<Archived> {
	const { db } = ports;
	const session = await sessionOf(db, sessionId);
	if (!session) return failed({ kind: 'changed-meanwhile' });
	const [branches, exchanges, summaries] = await Promise.all([
		branchesOf(db, sessionId),
		everyExchange(db, sessionId),
		summariesOf(db, sessionId)
	]);
	const lines = archiveLines({ session, branches, exchanges, summaries });
	return keepArchive(ports, { session, round: null, exchanges, lines, forgotten });
}
