import { noteActivity } from '#flows/activity.ts';
import { failed } from '#flows/done.ts';
import { readable } from '#flows/import/open/readable.ts';
import type { ImportPorts, Previewed } from '#flows/import/ports.ts';
import { restoreBackup } from '#flows/import/backup/restore-backup.ts';
import { runScan } from '#flows/import/foreign/run-scan.ts';
import { countedUp, type ImportRun } from '#flows/import/sums.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** Writing what was previewed. Whatever the way, it can be stopped and run again: ids are stable. */

/** Import what was read but for the items named in `leftOut`. Stopping keeps what has been imported so far. */
export async function runImport(
	ports: ImportPorts,
	read: Previewed,
	{ format, ...how }: Omit<ImportRun, 'shown'> & { readonly format: string },
	signal: AbortSignal
): Promise<WorkshopJobs['run-import']['outcome']> {
	const run = { ...how, shown: read.shown };
	const ran = await readable(
		read.way === 'backup'
			? restoreBackup(ports, read.content, run, signal)
			: runScan(ports, read, run, signal)
	);
	if (ran === 'gone') return failed({ kind: 'unreadable', what: 'gone' });
	if (ran.status === 'failed') return ran;
	const { sessionIds, leftOut: cut, ...sums } = countedUp(ran.sums);
	const branchesLeftOut = cut.reduce((sum, { branches }) => sum + branches, 0);
	await noteActivity(ports, {
		kind: 'import',
		details: { format, ...sums, ...(branchesLeftOut > 0 ? { branchesLeftOut } : {}) }
	});
	return {
		status: ran.status === 'done' ? 'imported' : 'stopped',
		...sums,
		leftOut: cut,
		sessionIds
	};
}
