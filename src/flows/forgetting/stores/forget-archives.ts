import type { ArchiveLine } from '#core/archive/archive.ts';
import { isShallow, readArchiveRow } from '#core/archive/reading.ts';
import type { Archive } from '#core/archive/stored.ts';
import { isUpTo } from '#core/forgetting/covered.ts';
import { tells } from '#core/forgetting/traces.ts';
import { isRow, parseJson } from '#core/json.ts';
import { textsIn } from '#core/log/blocks.ts';
import { sha256 } from '#core/sha256.ts';
import { archiveBytes } from '#db/archives/archives.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { dropArchives, rewriteArchive } from '#db/forgetting/log.ts';
import { activityOf } from '#flows/activity.ts';
import { sizeOf, archiveTexts } from '#flows/archives/archive-covered.ts';
import { readsAs } from '#flows/archives/read-archive.ts';
import { soundBytes } from '#flows/archives/sound-bytes.ts';
import { isNamedAfter, lineWithout } from '#flows/forgetting/stores/line-without.ts';
import type { Walk } from '#flows/forgetting/walk.ts';

type SessionLine = Extract<ArchiveLine, { type: 'session' }>;

/** Archives are immutable for us and not against the user: they are written anew without what is forgotten. */

/**
 * A line as it is to stand: the very same one where it holds nothing of what is forgotten, else a title as
 * it is in the database by now.
 */
async function rewritten(
	walk: Walk,
	{ sessionId }: Archive,
	line: ArchiveLine
): Promise<ArchiveLine | null> {
	// A kind that is not known stays, unless it names what goes or tells it.
	if (readArchiveRow(line) === null) {
		const { turnIds, traces } = walk;
		const isOwn = sessionId === walk.sessionId;
		const isGone = (text: string) => turnIds.has(text) || (isOwn && tells(traces, text));
		return textsIn(line).some(isGone) ? null : line;
	}
	if (line.type === 'session') return isNamedAfter(walk, line) ? untitled(walk, line) : line;
	return lineWithout(walk, line);
}

/** As the session is called now, where somebody has named it since; else it has no title any more. */
async function untitled({ db, title }: Walk, line: SessionLine): Promise<SessionLine> {
	const row = await db.sessions.get(line.id);
	return row && row.title !== title
		? { ...line, title: row.title, titleFrom: row.titleFrom }
		: { ...line, title: '', titleFrom: 'none' };
}

/** Where it is another by the time it is written, it is read once more; one that was deleted meanwhile stays deleted. */
async function rewrite(walk: Walk, archive: Archive): Promise<void> {
	let now: Archive | undefined = archive;
	while (now && !(await isRewritten(walk, now))) now = await walk.db.archives.get(archive.id);
}

/** What can be read of an archive; `isWhole`: that is all of it, as it was written. */
async function linesOf(
	{ db, packer }: Walk,
	archive: Archive
): Promise<{ readonly lines: readonly ArchiveLine[]; readonly isWhole: boolean }> {
	const bytes = await archiveBytes(db, archive.id);
	const sound = await soundBytes(db, { archive, bytes });
	const read = await packer.unpack(sound ?? bytes ?? new Uint8Array());
	// Kept as they were written, known or not: the same turns give the same bytes.
	const lines = read.lines
		.map((text) => parseJson(text))
		.filter((row) => isRow(row) && isShallow(row)) as ArchiveLine[];
	const isWhole = sound !== null && read.whole;
	return { lines, isWhole };
}

/**
 * Whether a turn that goes lies where a damaged archive of its session cannot be read. That of a round holds all that
 * leads to the end of its summary; that of a whole session, all that was said by then.
 */
async function liesUnread(
	{ db, turnIds, exchanges }: Walk,
	archive: Archive,
	lines: readonly ArchiveLine[]
): Promise<boolean> {
	const { sessionId } = archive;
	const [cold, branches, summaries] = await Promise.all([
		db.cold.where('sessionId').equals(sessionId).toArray(),
		branchesOf(db, sessionId),
		summariesOf(db, sessionId)
	]);
	const summary = summaries.find(({ round }) => round === archive.round);
	// Of turns that lie in archives alone, their ranges know the places.
	const places = [
		...exchanges.map(({ turn }) => ({ ...turn, archiveId: '' })),
		...cold.flatMap(({ branch, fromSeq, turnIds: ids, archiveId }) =>
			ids.map((turnId, at) => ({ turnId, branch, seq: fromSeq + at, archiveId, askedAt: 0 }))
		)
	];
	const read = new Set(lines.flatMap((line) => (line.type === 'turn' ? [line.turnId] : [])));
	return places.some((place) => {
		if (!turnIds.has(place.turnId) || read.has(place.turnId)) return false;
		if (place.archiveId === archive.id) return true;
		return summary ? isUpTo(summary, place, branches) : place.askedAt <= archive.lastAt;
	});
}

/**
 * The bytes of a damaged archive stay as they are as long as nothing of it is known to be in them, for what cannot be read
 * today may be read by others. Where it is in them forgetting goes before: what can be read is written anew without it, the
 * rest goes, and both are told with the act. Before it only those of its own session are told: others stay as they are.
 */
async function isRewritten(walk: Walk, archive: Archive): Promise<boolean> {
	const { db, packer } = walk;
	const { lines: before, isWhole } = await linesOf(walk, archive);
	const isOwn = archive.sessionId === walk.sessionId;
	if (!isWhole && !isOwn) {
		walk.unreached.push(archive.path);
		return true;
	}
	const lines: ArchiveLine[] = [];
	for (const line of before) {
		const left = await rewritten(walk, archive, line);
		if (left) lines.push(left);
	}
	// What holds nothing of it stays byte for byte.
	const isSame = lines.length === before.length && lines.every((line, at) => line === before[at]);
	if (isSame && isWhole) return true;
	const texts = archiveTexts(lines);
	const bytes = packer.pack(texts);
	const isLeft = isSame && !(await liesUnread(walk, archive, before));
	if (isLeft || !readsAs(await packer.unpack(bytes), texts)) {
		walk.unreached.push(archive.path);
		return true;
	}
	const stored = (await db.sessions.get(archive.sessionId))?.title ?? archive.title;
	const isGoing = isOwn && stored === walk.title;
	const row = {
		...archive,
		title: isGoing ? '' : stored,
		packedBytes: bytes.length,
		sha256: sha256(bytes),
		rawBytes: sizeOf(texts)
	};
	if (isWhole) return rewriteArchive(db, archive.sha256, { archive: row, bytes });
	const turns = lines.filter((line) => line.type === 'turn').length;
	const details = { what: 'salvaged', path: archive.path, kept: turns, of: archive.turns } as const;
	const told = activityOf(walk, { kind: 'deletion', details });
	const salvaged = { archive: { ...row, turns }, bytes, told: [told] };
	const isDone = await rewriteArchive(db, archive.sha256, salvaged);
	if (isDone) walk.salvaged.push(archive.path);
	return isDone;
}

/** Those of its own session last: they may be the only place from which its words are still known. */
export async function forgetInArchives(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole } = walk;
	const isOwn = (archive: Archive): boolean => archive.sessionId === sessionId;
	const rows = await db.archives.toArray();
	for (const archive of rows) if (!isOwn(archive)) await rewrite(walk, archive);
	const own = rows.filter(isOwn);
	if (!isWhole) for (const archive of own) await rewrite(walk, archive);
	else
		await dropArchives(
			db,
			own.map(({ id }) => id)
		);
}
