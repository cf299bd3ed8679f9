import { clearTruth } from '#db/copies/dump.ts';
import { openAnew } from '#db/open.ts';
import type { Truth } from '#db/schema.ts';
import { dropStaged } from '#db/copies/staging.ts';
import { storing } from '#db/storing.ts';
import type { CopyJobs, NoVault } from '#flows/copies/jobs.ts';
import { writeCanary } from '#flows/copies/canary.ts';
import type { CopyPorts, PlacePorts } from '#flows/copies/copy-ports.ts';
import { findSnapshot, loadSnapshot } from '#flows/copies/restore-snapshot.ts';
import { readFolder, setAside, tidyFolder } from '#flows/copies/snapshots.ts';
import { failed } from '#flows/done.ts';
import { exportEverything, type ExportPorts } from '#flows/export/export-everything.ts';

/** What else may be done with the copies: listed, taken along, let go of, or left behind. */

export const noVault: NoVault = { status: 'no-vault' };

export async function listSnapshots(
	ports: Pick<CopyPorts, 'vault'>
): Promise<CopyJobs['list-snapshots']['outcome']> {
	const listed = await storing(() => readFolder(ports.vault));
	if (listed.status === 'failed') return listed;
	const { ring, aside, newer } = listed.value;
	return { status: 'listed', ring, aside, newer };
}

interface ExportSnapshotPorts extends CopyPorts {
	readonly exporting: Omit<ExportPorts, 'db'>;
	/** Opens another database, empty. */
	readonly another: () => Promise<Truth>;
}

/** A generation as a backup: put into a database of its own, exported from there like any profile, and gone again. */
export async function exportSnapshot(
	{ exporting, another, ...ports }: ExportSnapshotPorts,
	{ generation, day, now }: CopyJobs['export-snapshot']['ask'],
	signal: AbortSignal,
	onProgress: (progress: CopyJobs['export-snapshot']['progress']) => void
): Promise<CopyJobs['export-snapshot']['outcome']> {
	const card = await findSnapshot(ports, generation);
	if (!card) return failed({ kind: 'damaged', what: `snapshot ${String(generation)}` });
	const copy = await another();
	try {
		const loaded = await storing(() => loadSnapshot(ports, copy, card));
		if (loaded.status === 'failed') return loaded;
		const ask = { day, now, passphrase: null };
		return await exportEverything({ ...exporting, db: copy }, ask, signal, onProgress);
	} finally {
		await copy.delete();
	}
}

/**
 * Go on with what is here, or with nothing (`empty`). The generations that hold more are set aside, so that they
 * neither stand in the way of new ones nor are pushed out by them; where there is no place for any, there are none.
 */
export async function acceptDatabase(
	{ db, clock, vault }: PlacePorts,
	{ empty }: CopyJobs['accept-database']['ask']
): Promise<CopyJobs['accept-database']['outcome']> {
	const stored = await storing(async () => {
		if (empty) await openAnew(db);
		if (vault) await setAside(vault);
		if (empty) await clearTruth(db);
	});
	if (stored.status === 'failed') return stored;
	const written = vault && (await writeCanary({ db, clock, vault }, { accept: true }));
	if (written?.status === 'failed') return written;
	await dropStaged(db);
	return { status: 'accepted' };
}

export async function dropSnapshots(
	{ vault }: Pick<CopyPorts, 'vault'>,
	{ generations }: CopyJobs['drop-snapshots']['ask']
): Promise<CopyJobs['drop-snapshots']['outcome']> {
	const stored = await storing(() => tidyFolder(vault, generations));
	return stored.status === 'failed' ? stored : { status: 'dropped' };
}
