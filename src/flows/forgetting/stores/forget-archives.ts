import type { ArchiveLine } from '#core/archive/archive.ts';
import { readArchiveLine } from '#core/archive/reading.ts';
import type { Archive } from '#core/archive/stored.ts';
import { sha256 } from '#core/sha256.ts';
import { archiveBytes } from '#db/archives/archives.ts';
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
async function rewritten(walk: Walk, line: ArchiveLine): Promise<ArchiveLine | null> {
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
	const lines = read.lines
		.filter((row) => readArchiveLine(row) !== null)
		// Read for its kind, kept as it was written: the same turns give the same bytes.
		.map((row) => JSON.parse(row) as ArchiveLine);
	const isWhole = sound !== null && read.whole && lines.length === read.lines.length;
	return { lines, isWhole };
}

/** Whether a turn that goes lies where a damaged archive of its session cannot be read. */
async function liesUnread(
	{ db, sessionId, turnIds, exchanges }: Walk,
	archive: Archive,
	lines: readonly ArchiveLine[]
): Promise<boolean> {
	if (archive.sessionId !== sessionId) return false;
	const cold = await db.cold.filter(({ archiveId }) => archiveId === archive.id).toArray();
	const within = exchanges.filter(
		({ turn }) => archive.firstAt <= turn.askedAt && turn.askedAt <= archive.lastAt
	);
	const held = [
		...cold.flatMap((range) => range.turnIds),
		...within.map(({ turn }) => turn.turnId)
	];
	const read = new Set(lines.flatMap((line) => (line.type === 'turn' ? [line.turnId] : [])));
	return held.some((id) => turnIds.has(id) && !read.has(id));
}

/**
 * The bytes of a damaged archive stay as they are as long as nothing of it is known to be in them, for what cannot be read
 * today may be read by others. Where it is in them forgetting goes before: what can be read is written anew without it, the
 * rest goes, and both are told with the act.
 */
async function isRewritten(walk: Walk, archive: Archive): Promise<boolean> {
	const { db, packer } = walk;
	const { lines: before, isWhole } = await linesOf(walk, archive);
	const lines: ArchiveLine[] = [];
	for (const line of before) {
		const left = await rewritten(walk, line);
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
	const isGoing = archive.sessionId === walk.sessionId && stored === walk.title;
	const row = {
		...archive,
		title: isGoing ? '' : stored,
		packedBytes: bytes.length,
		sha256: sha256(bytes),
		rawBytes: sizeOf(texts)
	};
	if (isWhole) return rewriteArchive(db, archive.sha256, row, bytes);
	const turns = lines.filter((line) => line.type === 'turn').length;
	const details = { what: 'salvaged', path: archive.path, kept: turns, of: archive.turns } as const;
	const told = activityOf(walk, { kind: 'deletion', details });
	const isDone = await rewriteArchive(db, archive.sha256, { ...row, turns }, bytes, [told]);
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
