import { stepFor, type FolderState } from '#core/memory/outside-folder.ts';
import { utf8 } from '#core/bytes.ts';
import type { Failed, Failure } from '#core/failure.ts';
import { sha256 } from '#core/sha256.ts';
import type { MemoryFile } from '#core/memory/memory.ts';
import { memoryFiles } from '#db/memory/files.ts';
import { folderState, placeFor, putFolderState } from '#db/scratch/outside-places.ts';
import { spared } from '#db/scratch/spared.ts';
import { watch } from '#db/watch.ts';
import { failed } from '#flows/done.ts';
import { noteActivity } from '#flows/activity.ts';
import { fileIn, inPlace, mayWrite, removeFrom, writeInto } from '#flows/backups/chosen-place.ts';
import type { App } from '#flows/ports.ts';
import { waitFor } from '#flows/ports/waiting.ts';

/** The memory files in a folder of the user: written now and whenever they change, never over what others wrote there. */

export const memoryPurpose = 'memory';

type FolderApp = Pick<App, 'db' | 'scratch' | 'clock' | 'locks'>;

/**
 * Write what memory holds into the folder; null where no folder is chosen. `ask`: called from a button, so the browser
 * may ask the person. `over`: a file that the user has decided to write over.
 */
export async function writeMemoryFolder(
	app: FolderApp,
	{ ask, over = null }: { readonly ask: boolean; readonly over?: string | null }
): Promise<FolderState | null> {
	const folder = await placeFor(app.scratch, memoryPurpose);
	if (folder?.kind !== 'directory') return null;
	// Asked before anything is waited for: the press of a button is not remembered for long.
	const isAllowed = await mayWrite(folder, { ask });
	const held = await app.locks.hold(
		'memory-folder',
		async () => {
			const before = await folderState(app.scratch);
			let after = isAllowed ? await bring(app, folder, before, over) : before;
			// It may have been taken back in the middle.
			if (!isAllowed || (after.trouble && !(await mayWrite(folder, { ask: false }))))
				after = { ...after, trouble: { kind: 'not-allowed' } };
			await putFolderState(app.scratch, after);
			// That the browser asks again is no news, and what was noted stands there after the next start too.
			if (after.trouble?.kind === 'failed' && before.trouble?.kind !== 'failed')
				await noteActivity(app, { kind: 'failure', details: { what: 'memory-folder' } });
			return after;
		},
		{ wait: true }
	);
	return held.status === 'done' ? held.value : null;
}

/**
 * The user goes on with less than there was: what stands in the folder may be all there is of it. From now on it counts
 * as written by others, and nothing is written over it or removed unless the user says so.
 */
export async function disownMemoryFolder({
	scratch,
	locks
}: Pick<FolderApp, 'scratch' | 'locks'>): Promise<void> {
	const disown = async () =>
		putFolderState(scratch, { ...(await folderState(scratch)), written: {} });
	await locks.hold('memory-folder', () => spared(scratch, disown, undefined), { wait: true });
}

async function bring(
	{ db, scratch, clock }: FolderApp,
	folder: FileSystemDirectoryHandle,
	before: FolderState,
	over: string | null
): Promise<FolderState> {
	const rows = new Map((await db.memoryFiles.toArray()).map((row) => [row.path, row]));
	const isHere = ({ deletedAt }: MemoryFile) => deletedAt === null;
	const here = new Set([...rows.values()].filter(isHere).map(({ path }) => path));
	const written = new Map(Object.entries(before.written));
	const conflicts: string[] = [];
	const failures = new Map<string, Failure>();
	// Removed before anything is written: to a disk that takes no notice of upper and lower case, a file that is called
	// otherwise by that alone is the same one.
	const gone = [...written.keys()].filter((path) => !here.has(path));
	for (const path of [...gone, ...here]) {
		const row = rows.get(path);
		const settled = await settleFile(folder, path, {
			bytes: row && isHere(row) ? utf8(row.text) : null,
			isDeleted: row !== undefined && !isHere(row),
			written: written.get(path) ?? null,
			mayReplace: path === over
		});
		// One that is open elsewhere, or whose name the disk does not take, holds up no other.
		if (settled.status === 'failed') failures.set(path, settled.failure);
		else if (settled.status === 'conflict') conflicts.push(path);
		else if (settled.hash === null) written.delete(path);
		else written.set(path, settled.hash);
		// Noted at once: after a tab that is closed now, it would be taken for what others wrote.
		if (settled.status === 'written')
			await putFolderState(scratch, { ...before, written: Object.fromEntries(written) });
	}
	const [failure] = failures.values();
	return {
		written: Object.fromEntries(written),
		conflicts,
		trouble: failure ? { kind: 'failed', failure, paths: [...failures.keys()] } : null,
		at: clock.now()
	};
}

/** What became of a file: `hash` is that of our text in the folder, null where nothing of ours stands there any more. */
type Settled =
	| { readonly status: 'written' | 'left'; readonly hash: string | null }
	| { readonly status: 'conflict' };

/** Bring one file to what memory holds. `written`: its hash as it was last written by us. */
async function settleFile(
	folder: FileSystemDirectoryHandle,
	path: string,
	{
		bytes,
		isDeleted,
		written,
		mayReplace
	}: {
		readonly bytes: Uint8Array | null;
		readonly isDeleted: boolean;
		readonly written: string | null;
		/** The user wants what others wrote there written over. */
		readonly mayReplace: boolean;
	}
): Promise<Settled | Failed> {
	const found = await fileIn(folder, path);
	if (found.status === 'failed') return found;
	// One with nothing in it that we never wrote was begun by a tab that was closed: there is nothing of others in it.
	const isBegun = found.value?.size === 0 && written === null;
	const file = isBegun ? null : found.value;
	const read = await inPlace(folder, async () => file && (await hashOf(file)));
	if (read.status === 'failed') return read;
	const hash = bytes && sha256(bytes);
	const step = stepFor({ here: hash, there: read.value, written, isDeleted });
	if (bytes && (step === 'write' || (step === 'conflict' && mayReplace)))
		return writeFile(folder, path, bytes);
	if (step === 'conflict') return { status: 'conflict' };
	if (step === 'keep') return { status: 'left', hash };
	// Once it is back, it is still known who wrote what stands there.
	if (!bytes && !isDeleted) return { status: 'left', hash: written };
	const removed = step === 'remove' ? await removeFrom(folder, path) : null;
	return removed?.status === 'failed' ? removed : { status: 'left', hash: null };
}

/** Only what is on the disk now counts as written: the file is read back. */
async function writeFile(
	folder: FileSystemDirectoryHandle,
	path: string,
	bytes: Uint8Array
): Promise<Settled | Failed> {
	const hash = sha256(bytes);
	const put = await writeInto(folder, path, new Blob([bytes as Uint8Array<ArrayBuffer>]));
	if (put.status === 'failed') return put;
	const back = await inPlace(folder, () => hashOf(put.value));
	if (back.status === 'failed') return back;
	return back.value === hash
		? { status: 'written', hash }
		: failed({ kind: 'damaged', what: path });
}

const hashOf = async (file: File): Promise<string> =>
	sha256(new Uint8Array(await file.arrayBuffer()));

/** The file as it stands in the folder, to be looked at and taken over; null where it cannot be read. */
export async function memoryFileInFolder(
	{ scratch }: Pick<App, 'scratch'>,
	path: string
): Promise<File | null> {
	const folder = await placeFor(scratch, memoryPurpose);
	if (folder?.kind !== 'directory') return null;
	const found = await fileIn(folder, path);
	return found.status === 'done' ? found.value : null;
}

/** How often it is looked again where memory does not change: nothing tells that a disk is back, or that others wrote there. */
const anHour = 60 * 60_000;

/**
 * Write whenever memory changes and every hour, by the one tab that holds the lock. `remind`: the person is needed; once,
 * until all is there again or the trouble is another.
 */
export async function keepMemoryFolder(
	app: FolderApp,
	signal: AbortSignal,
	remind: () => void
): Promise<void> {
	await app.locks.hold('memory-folder-keeper', () => follow(app, signal, remind), { wait: true });
}

async function follow(app: FolderApp, signal: AbortSignal, remind: () => void): Promise<void> {
	let work = Promise.resolve();
	let said: TroubleKind = null;
	const look = async () => {
		if (signal.aborted) return;
		const trouble = (await writeMemoryFolder(app, { ask: false }))?.trouble ?? null;
		const kind = trouble?.kind ?? null;
		if (kind !== null && kind !== said) remind();
		said = kind;
	};
	await waitFor(signal, (_, failed) => {
		const again = () => {
			work = work.then(look);
			work.catch(failed);
		};
		const hourly = setInterval(again, anHour);
		const stop = watch(() => memoryFiles(app.db)).subscribe(again, failed);
		return () => {
			clearInterval(hourly);
			stop();
		};
	});
	await work;
}

type TroubleKind = NonNullable<FolderState['trouble']>['kind'] | null;
