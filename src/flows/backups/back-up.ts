import { mebibyte } from '#core/bytes.ts';
import { backupsToDrop } from '#core/backup/due.ts';
import { isFarLess } from '#core/copies/holdings.ts';
import type { Failed, Failure } from '#core/failure.ts';
import type { Activity } from '#core/activity.ts';
import { localDayOf } from '#core/time/stamp.ts';
import { stagedCopy } from '#db/copies/staging.ts';
import { holdingsOf } from '#db/copies/holdings.ts';
import { keepPlace, placeFor } from '#db/scratch/outside-places.ts';
import { dropValue, keepValue, keptValue, type OutsidePlace } from '#db/scratch/kept-values.ts';
import { spared } from '#db/scratch/spared.ts';
import type { Scratch } from '#db/schema.ts';
import { noteActivity } from '#flows/activity.ts';
import { inPlace, mayWrite, removeFrom, writeInto } from '#flows/backups/chosen-place.ts';
import { keepOwn, markOf, nameIn, ownIn } from '#flows/backups/own-backups.ts';
import { failed } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

/** A backup into the chosen folder or file: written, read back from there and compared. */

export const backupPurpose = 'backups';

/** Backups go there from now on. What the last one held says nothing of another place. */
export async function backUpInto(scratch: Scratch, place: OutsidePlace): Promise<void> {
	const before = await placeFor(scratch, backupPurpose);
	if (before && !(await before.isSameEntry(place))) await dropValue(scratch, 'backed up');
	await keepPlace(scratch, backupPurpose, place);
}

type BackupOutcome =
	| { readonly status: 'backed-up' }
	/** No place was chosen, or the browser wants the person to allow it again. */
	| { readonly status: 'no-place' | 'not-allowed' }
	/** The guard: far less is here than the last backup holds, or a copy half put back. Nothing was written. */
	| { readonly status: 'less' }
	| { readonly status: 'stopped' }
	| Failed;

/**
 * Make a backup in the chosen place. `ask`: called from a button, so the browser may ask the person for permission to
 * write. `less`: the person was told that far less is here than the last one holds, and wants it all the same.
 */
export async function backUp(
	app: Pick<App, 'db' | 'scratch' | 'clock' | 'workshop' | 'locks'>,
	{ ask, less = false }: { readonly ask: boolean; readonly less?: boolean },
	signal: AbortSignal
): Promise<BackupOutcome> {
	const place = await placeFor(app.scratch, backupPurpose);
	if (!place) return { status: 'no-place' };
	if (!(await mayWrite(place, { ask }))) return { status: 'not-allowed' };
	const held = await app.locks.hold('back-up', () => write(app, place, { less }, signal), {
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
	app: Pick<App, 'db' | 'scratch' | 'clock' | 'workshop'>,
	place: OutsidePlace,
	{ less }: { readonly less: boolean },
	signal: AbortSignal
): Promise<BackupOutcome> {
	const { clock, db, scratch, workshop } = app;
	const holds = await holdingsOf(db);
	const before = await spared(scratch, () => keptValue(scratch, 'backed up'), null);
	// Whatever was forgotten since: it may be little, and the rest have been lost. To press once more costs less.
	const follows = !(await stagedCopy(db)) && !(before && isFarLess(before, holds));
	if (!follows && !less) return { status: 'less' };
	const now = clock.now();
	const ask = { day: localDayOf(now, clock.zone()), now, passphrase: null };
	const made = await workshop.run('export-everything', ask, signal);
	if (made.status !== 'made') return made;
	if (signal.aborted) return { status: 'stopped' };
	// Those that hold more are let go of: they stay for good.
	const damaged = damagedIn(made);
	const known = Number((await lastBackup(app))?.details.damagedArchives ?? 0);
	if (!follows || made.damaged.length > known) await keepOwn(scratch, []);
	const written =
		place.kind === 'directory'
			? await writeInFolder(app, place, made)
			: await writeWhole(place, place.name, made.file);
	if (written.status === 'failed') return written;
	const { name } = written;
	await spared(scratch, () => keepValue(scratch, 'backed up', holds), undefined);
	await noteActivity(app, {
		kind: 'export',
		details: { what: 'backup', name, bytes: made.file.size, ...damaged }
	});
	if (place.kind === 'directory') await dropOld(app, place, name);
	return { status: 'backed-up' };
}

type Whole = { readonly status: 'whole'; readonly name: string } | Failed;

/** Write a backup, read it back and compare. */
async function writeWhole(place: OutsidePlace, name: string, content: Blob): Promise<Whole> {
	const written = await writeInto(place, name, content);
	if (written.status === 'failed') return written;
	const compared = await inPlace(place, () => isSame(content, written.value));
	if (compared.status === 'failed') return compared;
	return compared.value ? { status: 'whole', name } : failed({ kind: 'damaged', what: name });
}

/** It takes the place of none but an older one of this device. */
async function writeInFolder(
	{ scratch }: Pick<App, 'scratch'>,
	folder: FileSystemDirectoryHandle,
	made: { readonly name: string; readonly file: Blob }
): Promise<Whole> {
	const { sure, unsure } = await ownIn(scratch, folder);
	const named = await nameIn(folder, made.name, sure);
	if (named.status === 'failed') return named;
	const { name } = named;
	const mark = await markOf(made.file);
	await keepOwn(scratch, [...unsure, ...sure, { name, mark, begun: true }]);
	const whole = await writeWhole(folder, name, made.file);
	if (whole.status === 'failed') {
		await removeFrom(folder, name);
		return whole;
	}
	const others = [...unsure, ...sure].filter((one) => one.name !== name);
	await keepOwn(scratch, [...others, { name, mark }]);
	return whole;
}

/** Remove old backups. Those that cannot be removed are named and stay: the new one is made all the same. */
async function dropOld(
	app: Pick<App, 'db' | 'scratch' | 'clock'>,
	folder: FileSystemDirectoryHandle,
	made: string
): Promise<void> {
	const { sure } = await ownIn(app.scratch, folder);
	const refused: Failure[] = [];
	for (const old of backupsToDrop(sure, made)) {
		const removed = await removeFrom(folder, old);
		if (removed.status === 'failed') refused.push(removed.failure);
	}
	const [failure] = refused;
	if (failure) await noteFailure(app, 'old-backups', failure);
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

const damagedIn = ({ damaged }: { readonly damaged: readonly string[] }) =>
	damaged.length > 0 ? { damagedArchives: damaged.length } : {};

/** Note that everything was handed to the browser as a download. Only the person knows what became of the file. */
export const noteDownload = (
	app: Pick<App, 'db' | 'clock'>,
	{
		name,
		bytes,
		damaged = []
	}: { readonly name: string; readonly bytes: number; readonly damaged?: readonly string[] }
) =>
	noteActivity(app, {
		kind: 'export',
		details: { what: 'download', name, bytes, ...damagedIn({ damaged }) }
	});

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
