import { mebibyte } from '#core/bytes.ts';
import { backupsToDrop, isSecondWritten, namesOfDay, otherBackups } from '#core/backup/due.ts';
import type { Failed, Failure } from '#core/failure.ts';
import type { Activity } from '#core/activity.ts';
import { localDayOf } from '#core/time/stamp.ts';
import { placeFor } from '#db/scratch/outside-places.ts';
import { type OutsidePlace } from '#db/scratch/kept-values.ts';
import { noteActivity } from '#flows/activity.ts';
import {
	fileIn,
	filesIn,
	inPlace,
	mayWrite,
	removeFrom,
	writeInto
} from '#flows/backups/chosen-place.ts';
import { done, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

/** A backup into the chosen folder or file: written, read back from there and compared. */

export const backupPurpose = 'backups';

export type BackupOutcome =
	| { readonly status: 'backed-up'; readonly name: string; readonly bytes: number }
	/** No place was chosen, or the browser wants the person to allow it again. */
	| { readonly status: 'no-place' | 'not-allowed' }
	| { readonly status: 'stopped' }
	| Failed;

/**
 * Make a backup in the chosen place. `ask`: called from a button, so the browser may ask the person for permission to
 * write.
 */
export async function backUp(
	app: Pick<App, 'db' | 'scratch' | 'clock' | 'workshop' | 'locks'>,
	{ ask }: { readonly ask: boolean },
	signal: AbortSignal
): Promise<BackupOutcome> {
	const place = await placeFor(app.scratch, backupPurpose);
	if (!place) return { status: 'no-place' };
	if (!(await mayWrite(place, { ask }))) return { status: 'not-allowed' };
	const held = await app.locks.hold('back-up', () => write(app, place, signal), {
		wait: true,
		signal
	});
	const outcome = held.status === 'done' ? held.value : ({ status: 'stopped' } as const);
	if (outcome.status !== 'failed') return outcome;
	// It may have been taken back in the middle.
	if (!(await mayWrite(place, { ask: false }))) return { status: 'not-allowed' };
	await noteFailure(app, 'backup', outcome.failure);
	return outcome;
}

async function write(
	app: Pick<App, 'db' | 'clock' | 'workshop'>,
	place: OutsidePlace,
	signal: AbortSignal
): Promise<BackupOutcome> {
	const { clock, workshop } = app;
	const now = clock.now();
	const ask = { day: localDayOf(now, clock.zone()), now, passphrase: null };
	const made = await workshop.run('export-everything', ask, signal);
	if (made.status !== 'made') return made;
	const folder = place.kind === 'directory' ? place : null;
	const named = folder
		? await nameIn(folder, made.name)
		: { status: 'named' as const, name: place.name };
	if (named.status === 'failed') return named;
	const { name } = named;
	const written = await writeWhole(place, name, made.file);
	if (written.status === 'failed') {
		if (folder) await removeFrom(folder, name);
		return written;
	}
	await noteActivity(app, {
		kind: 'export',
		details: { what: 'backup', name, bytes: made.file.size }
	});
	if (folder) await dropOld(app, folder, name);
	return { status: 'backed-up', name, bytes: made.file.size };
}

/** Write a backup, read it back and compare. */
async function writeWhole(place: OutsidePlace, name: string, content: Blob): Promise<Done> {
	const written = await writeInto(place, name, content);
	if (written.status === 'failed') return written;
	const compared = await inPlace(place, () => isSame(content, written.file));
	if (compared.status === 'failed') return compared;
	return compared.value ? done : failed({ kind: 'damaged', what: name });
}

/** Under which of the names of its day a backup is written. */
async function nameIn(
	folder: FileSystemDirectoryHandle,
	name: string
): Promise<{ readonly status: 'named'; readonly name: string } | Failed> {
	const names = namesOfDay(name);
	const first = await fileIn(folder, names[0]);
	if (first.status === 'failed') return first;
	const second = await fileIn(folder, names[1]);
	if (second.status === 'failed') return second;
	return { status: 'named', name: names[isSecondWritten(first.file, second.file) ? 1 : 0] };
}

/** Remove old backups. Those that cannot be removed are named and stay: the new one is made all the same. */
async function dropOld(
	app: Pick<App, 'db' | 'clock'>,
	folder: FileSystemDirectoryHandle,
	made: string
): Promise<void> {
	const listed = await filesIn(folder);
	const refused: Failure[] = listed.status === 'failed' ? [listed.failure] : [];
	const names = listed.status === 'failed' ? [] : listed.value;
	const begun = await begunIn(folder, otherBackups(names, made));
	const whole = names.filter((name) => !begun.includes(name));
	for (const old of [...begun, ...backupsToDrop(whole, made)]) {
		const removed = await removeFrom(folder, old);
		if (removed.status === 'failed') refused.push(removed.failure);
	}
	const [failure] = refused;
	if (failure) await noteFailure(app, 'old-backups', failure);
}

/** What a tab that was closed while it wrote has left: a name with nothing in it, which keeps no backup from staying. */
async function begunIn(
	folder: FileSystemDirectoryHandle,
	names: readonly string[]
): Promise<readonly string[]> {
	const begun: string[] = [];
	for (const name of names) {
		const found = await fileIn(folder, name);
		if (found.status === 'found' && found.file?.size === 0) begun.push(name);
	}
	return begun;
}

const piece = mebibyte;

/** Byte for byte, in pieces. */
async function isSame(a: Blob, b: Blob): Promise<boolean> {
	if (a.size !== b.size) return false;
	for (let at = 0; at < a.size; at += piece) {
		const [left, right] = await Promise.all(
			[a, b].map(async (blob) => new Uint8Array(await blob.slice(at, at + piece).arrayBuffer()))
		);
		if (!left || !right || left.some((byte, index) => byte !== right[index])) return false;
	}
	return true;
}

const noteFailure = (
	app: Pick<App, 'db' | 'clock'>,
	what: 'backup' | 'old-backups',
	failure: Failure
) => noteActivity(app, { kind: 'failure', details: { what }, failure });

/** Note that everything was handed to the browser as a download. Only the person knows what became of the file. */
export const noteDownload = (
	app: Pick<App, 'db' | 'clock'>,
	{ name, bytes }: { readonly name: string; readonly bytes: number }
) => noteActivity(app, { kind: 'export', details: { what: 'download', name, bytes } });

type Looking = Pick<App, 'db' | 'clock'>;

/** The last backup that was read back whole, or null. */
export const lastBackup = (app: Looking): Promise<Activity | null> => lastExport(app, 'backup');

/** The last backup that was downloaded, or null. */
export const lastDownload = (app: Looking): Promise<Activity | null> => lastExport(app, 'download');

/**
 * What was noted while the clock ran ahead would be the last one for years. The whole order is looked at, not what lies
 * before now: whoever watches is told of rows that come later.
 */
async function lastExport(
	{ db, clock }: Looking,
	what: 'backup' | 'download'
): Promise<Activity | null> {
	const found = await db.activity
		.orderBy('at')
		.reverse()
		.filter(
			({ at, kind, details }) => kind === 'export' && details['what'] === what && at <= clock.now()
		)
		.first();
	return found ?? null;
}
