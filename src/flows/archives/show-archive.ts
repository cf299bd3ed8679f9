import { rowOf } from '#core/archive/archive.ts';
import { readArchiveLines } from '#core/archive/reading.ts';
import type { Mark } from '#core/log/turn.ts';
import { turnsMarked } from '#core/log/marks.ts';
import { emptySession } from '#core/session/empty-session.ts';
import { readWholeArchive } from '#db/log/whole-session.ts';
import { marksOf } from '#db/log/turns.ts';
import { archiveTexts } from '#flows/archives/archive-covered.ts';
import { readArchive, type ArchivePorts } from '#flows/archives/read-archive.ts';
import { soundBytes } from '#flows/archives/sound-bytes.ts';
import { failed } from '#flows/done.ts';
import { withoutDeleted } from '#flows/export/without-deleted.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/**
 * An archive as it is shown, copied and passed on. It is never changed and has no marks, so those of its session are
 * asked: what is deleted now is left out, whether that was before it was written or since.
 */

type Outcome = WorkshopJobs['read-archive']['outcome'];
type Read = Extract<Outcome, { readonly status: 'read' }>;

/** The marks of a session; null where nothing in it is deleted. */
async function deletionsOf(
	{ db }: ArchivePorts,
	sessionId: string
): Promise<readonly Mark[] | null> {
	const marks = await marksOf(db, sessionId);
	return turnsMarked(marks, 'deleted').size > 0 ? marks : null;
}

/** The line of the session may be damaged, and the others are read without it. */
const leavingOut = (read: Read, sessionId: string, marks: readonly Mark[]) =>
	withoutDeleted(read.session ?? emptySession(sessionId, 0), { ...read, marks });

export async function showArchive(
	ports: ArchivePorts,
	{ archiveId, asItLies = false }: WorkshopJobs['read-archive']['ask']
): Promise<Outcome> {
	const sessionId = (await ports.db.archives.get(archiveId))?.sessionId;
	const read = await readArchive(ports, { archiveId });
	if (read.status === 'failed' || asItLies || sessionId === undefined) return read;
	const marks = await deletionsOf(ports, sessionId);
	if (!marks) return read;
	const without = leavingOut(read, sessionId, marks);
	return {
		...read,
		session: read.session && without.session,
		exchanges: without.exchanges(read.exchanges),
		summaries: read.summaries.flatMap((summary) => {
			const left = without.line({ type: 'summary', ...summary });
			return left?.type === 'summary' && left.text.trim() !== '' ? [rowOf(left)] : [];
		})
	};
}

export async function exportArchive(
	ports: ArchivePorts,
	{ archiveId }: WorkshopJobs['export-archive']['ask']
): Promise<WorkshopJobs['export-archive']['outcome']> {
	const { db, packer } = ports;
	const whole = await readWholeArchive(db, archiveId);
	const held = whole && ((await soundBytes(db, whole)) ?? whole.bytes);
	if (!whole) return failed({ kind: 'changed-meanwhile' });
	if (!held) return failed({ kind: 'damaged', what: whole.archive.path });
	const { sessionId, path } = whole.archive;
	const made = (bytes: Uint8Array, lost = 0) =>
		({
			status: 'made',
			lost,
			name: path.slice(path.lastIndexOf('/') + 1),
			// Rows come out frozen; a copy is what a file may be made of.
			file: new Blob([bytes.slice()], { type: 'application/gzip' })
		}) as const;
	const marks = await deletionsOf(ports, sessionId);
	if (!marks) return made(held);
	const read = await readArchive(ports, { archiveId });
	// What cannot be read may hold what was deleted.
	if (read.status === 'failed') return read;
	const without = leavingOut(read, sessionId, marks);
	const { lines } = await packer.unpack(held);
	const left = readArchiveLines(lines).flatMap((line) => (line && without.line(line)) ?? []);
	return made(packer.pack(archiveTexts(left)), read.damaged);
}
