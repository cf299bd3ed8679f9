import type { Activity } from '#core/activity.ts';
import { sha256 } from '#core/sha256.ts';
import { noteEnded, putActivity, putNewest, refuseUnnoted } from '#db/ledger/activity.ts';
import { storing } from '#db/storing.ts';
import { activityOf } from '#flows/activity.ts';
import type { ImportPorts, Previewed } from '#flows/import/ports.ts';
import { restoreBackup } from '#flows/import/backup/restore-backup.ts';
import { runScan } from '#flows/import/foreign/run-scan.ts';
import { countedUp, noSums, type ImportRun } from '#flows/import/sums.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** Writing what was previewed. Whatever the way, it can be stopped and run again: ids are stable. */

interface Asked extends Omit<ImportRun, 'shown' | 'sums'> {
	readonly format: string;
}

/**
 * Import what was read but for the items named in `leftOut`. Stopping keeps what has been imported so far. It stands in
 * the list of what happened from its beginning on: what is cut off there is found by `tellCutOff`.
 */
export async function runImport(
	ports: ImportPorts,
	read: Previewed,
	{ importId, format, ...how }: Asked,
	signal: AbortSignal
): Promise<WorkshopJobs['run-import']['outcome']> {
	const of = sha256(JSON.stringify([read.of, [...how.leftOut].sort()]));
	const noted: Activity = {
		...activityOf(ports, { kind: 'import', details: { format, of, begun: true } }),
		id: importId
	};
	const begun = await putNewest(ports.db, noted);
	if (begun.status === 'failed') return begun;
	const run = { ...how, importId, shown: read.shown, sums: noSums() };
	const ran = await storing(async () => {
		const came = await (read.way === 'backup'
			? restoreBackup(ports, read, run, signal)
			: runScan(ports, read, run, signal));
		await refuseUnnoted(ports.db, importId);
		return came;
	});
	const {
		sessionIds,
		leftOut: cut,
		missingImages,
		missingTurns,
		unfinished,
		reopened,
		beside,
		...sums
	} = countedUp(run.sums);
	const branchesLeftOut = cut.reduce((sum, { branches }) => sum + branches, 0);
	const isDone = ran.status === 'stored' && ran.value === 'done';
	const ended: Activity = {
		...noted,
		at: ports.clock.now(),
		details: {
			format,
			of,
			...sums,
			...(branchesLeftOut > 0 && { branchesLeftOut }),
			...(!isDone && { stopped: true })
		},
		failure: ran.status === 'failed' ? ran.failure : null
	};
	// Once more where it could not be noted: the next start would tell of an import that was cut off.
	if ((await putActivity(ports.db, ended)).status === 'failed') await putActivity(ports.db, ended);
	if (isDone) await noteEnded(ports.db, ended);
	if (ran.status === 'failed') return { ...ran, isBegun: true };
	return {
		status: isDone ? 'imported' : 'stopped',
		...sums,
		missingImages,
		missingTurns,
		unfinished,
		reopened,
		beside,
		leftOut: cut,
		sessionIds
	};
}
