import { comparedBullets } from '#core/memory/compared-lines.ts';
import { revisionBefore, type MemoryRevision } from '#core/memory/memory.ts';
import {
	memoryFile,
	originsOf,
	revisionsOf,
	writeMemories,
	type MemoryWrite
} from '#db/memory/files.ts';
import { failed } from '#flows/done.ts';
import { actTold, taken, type ActOutcome, type MemoryAct } from '#flows/memory/memory-acts.ts';
import { told, type Restoring } from '#flows/memory/memory-files.ts';
import { revise } from '#flows/memory/revise.ts';
import type { App } from '#flows/ports.ts';

/** What was taken back in memory is done again, byte for byte: only where a file is what it was before, for else it would take away what was written since. */

type Ports = Pick<App, 'db' | 'clock'>;

interface Again {
	readonly made: MemoryRevision;
	readonly before: MemoryRevision | undefined;
	readonly write: MemoryWrite;
}

/** The write that does one revision of a file again; null where that is gone, or the file is another than before it. */
async function writeAgain(
	{ db, clock }: Ports,
	path: string,
	isMeant: (revision: MemoryRevision) => boolean,
	act?: string
): Promise<Again | null> {
	const rows = await revisionsOf(db, path);
	const made = rows.find(isMeant);
	// Emptied when a deletion behind it was forgotten.
	if (!made || (made.text === '' && rows.every(({ text }) => text === ''))) return null;
	const file = await memoryFile(db, path);
	const before = revisionBefore(rows, made);
	const wasThere = before !== undefined && !before.deleted;
	if (wasThere ? file?.text !== before.text : file !== undefined) return null;
	const { text, deleted, from } = made;
	const revision = revise(clock, {
		...{ path, text, deleted, by: 'undo' },
		...(from !== undefined && { from }),
		...(act !== undefined && { act })
	});
	return { made, before, write: { revision, expectedRev: file?.rev ?? null, origins: [] } };
}

/** One write is done again that was taken back. `changed-meanwhile` where the file is not what it was before it. */
export async function redoMemoryWrite(
	ports: Ports,
	{
		path,
		revisionId,
		sessionId
	}: { readonly path: string; readonly revisionId: string; readonly sessionId: string | null }
): Promise<Restoring> {
	const again = await writeAgain(ports, path, ({ id }) => id === revisionId);
	if (!again) return failed({ kind: 'changed-meanwhile' });
	const { revision } = again.write;
	const what = revision.deleted ? 'deleted' : 'restored';
	const stored = await writeMemories(
		ports.db,
		[again.write],
		told(ports, revision, what, sessionId)
	);
	return stored.status === 'failed' ? stored : { status: 'done', revisionId: revision.id };
}

/** The same for an act on two files; what is known of the lines that go to another file goes with them again. */
export async function redoMemoryAct(
	ports: Ports,
	{ act, paths: [to = '', from = ''] }: MemoryAct
): Promise<ActOutcome<unknown>> {
	const { db, clock } = ports;
	const id = clock.newId();
	const came = await writeAgain(ports, to, (row) => row.act === act, id);
	const left = await writeAgain(ports, from, (row) => row.act === act, id);
	if (!came || !left) return failed({ kind: 'changed-meanwhile' });
	const { made, before, write } = came;
	const there = comparedBullets(before && !before.deleted ? before.text : '');
	const lines = comparedBullets(made.text);
	const origins = (await originsOf(db, from)).filter(
		({ line }) => lines.has(line) && !there.has(line)
	);
	const isRenamed = made.from !== undefined;
	const scope = isRenamed ? (await memoryFile(db, from))?.scope : undefined;
	const done: MemoryAct = { act: id, paths: [to, from] };
	const writes = [
		{ ...write, origins: taken(origins, id, to), ...(scope && { scope }) },
		left.write
	];
	const stored = await writeMemories(
		db,
		writes,
		actTold(ports, done, isRenamed ? 'renamed' : 'moved')
	);
	return stored.status === 'failed' ? stored : { status: 'done', act: done };
}
