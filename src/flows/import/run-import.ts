import { noteActivity } from '#flows/activity.ts';
import type { ImportPorts, ReadImport } from '#flows/import/ports.ts';
import { restoreBackup } from '#flows/import/restore-backup.ts';
import { runScan } from '#flows/import/run-scan.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** Writing what was previewed. Whatever the way, it can be stopped and run again: ids are stable. */

type Import = WorkshopJobs['run-import'];

/** Import what was read but for the items named in `without`. Stopping keeps what has been imported so far. */
export async function runImport(
	ports: ImportPorts,
	read: ReadImport,
	{ without, format }: { readonly without: readonly string[]; readonly format: string },
	signal: AbortSignal,
	onProgress: (progress: Import['progress']) => void
): Promise<Import['outcome']> {
	const leftOut = new Set(without);
	const ran =
		read.way === 'backup'
			? await restoreBackup(ports, read.content, leftOut, signal, onProgress)
			: await runScan(ports, read, leftOut, signal, onProgress);
	if (ran.status === 'failed') return ran;
	const { sessionIds, leftOut: cut, ...sums } = ran.sums;
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
