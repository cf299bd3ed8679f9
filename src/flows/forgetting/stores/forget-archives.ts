import type { ArchiveLine } from '#core/archive/archive.ts';
import { readArchiveLine } from '#core/archive/reading.ts';
import type { Archive } from '#core/archive/stored.ts';
import { sha256 } from '#core/sha256.ts';
import { archiveBytes } from '#db/archives/archives.ts';
import { dropArchives, rewriteArchive } from '#db/forgetting/log.ts';
import { sizeOf, archiveTexts } from '#flows/archives/archive-covered.ts';
import { readsAs } from '#flows/archives/read-archive.ts';
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

async function isRewritten(walk: Walk, archive: Archive): Promise<boolean> {
	const { db, packer } = walk;
	const read = await packer.unpack((await archiveBytes(db, archive.id)) ?? new Uint8Array());
	if (!read.whole) {
		walk.unreached.push(archive.path);
		return true;
	}
	const before: ArchiveLine[] = [];
	for (const row of read.lines)
		// Read for its kind, kept as it was written: the same turns give the same bytes.
		if (readArchiveLine(row)) before.push(JSON.parse(row) as ArchiveLine);
	const lines: ArchiveLine[] = [];
	for (const line of before) {
		const left = await rewritten(walk, line);
		if (left) lines.push(left);
	}
	// What holds nothing of it stays byte for byte.
	if (lines.length === before.length && lines.every((line, at) => line === before[at])) return true;
	const texts = archiveTexts(lines);
	const bytes = packer.pack(texts);
	if (!readsAs(await packer.unpack(bytes), texts)) {
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
	return rewriteArchive(db, archive.sha256, row, bytes);
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
