import { Truth, type IndexStore } from '#db/schema.ts';
import { beginIndexAnew } from '#db/search-index.ts';
import { exportingName } from '#db/copies/staging.ts';
import { writeCanary } from '#flows/copies/canary.ts';
import { checkLog } from '#flows/copies/check-log.ts';
import type { CopyJobs } from '#flows/copies/jobs.ts';
import type { CopyPorts } from '#flows/copies/copy-ports.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { finishRestore, restoreSnapshot } from '#flows/copies/restore-snapshot.ts';
import {
	acceptDatabase,
	dropSnapshots,
	exportSnapshot,
	listSnapshots,
	noVault
} from '#flows/copies/serve-copies.ts';
import { coolEverything, serveArchives } from '#flows/archives/cool-turns.ts';
import { warmSession } from '#flows/archives/warm-turns.ts';
import { failed } from '#flows/done.ts';
import { freeUp, measureUse, type StoragePorts } from '#flows/copies/storage-use.ts';
import type { Vault } from '#flows/copies/vault.ts';
import type { ExportPorts } from '#flows/export/export-everything.ts';
import type { Clock } from '#flows/ports.ts';
import { pieceByPiece } from '#worker/workshop/packer.ts';
import type { JobTable } from '#worker/channel/table.ts';

/** The workshop's jobs for the copies outside the database. `openVault` is asked each time: it may be erased. */
export const copyJobs = (
	{ db, index, clock, exporting }: CopyJobParts,
	openVault: () => Promise<Vault | null>
): JobTable<CopyJobs> => {
	const withVault = async <T>(work: (ports: CopyPorts) => Promise<T>) => {
		const vault = await openVault();
		return vault ? work({ db, clock, vault, pieces: pieceByPiece }) : noVault;
	};
	const readAnew = () => beginIndexAnew(index, clock.now());
	const opener = serveArchives(db, exporting.packer, openVault);
	const withStorage = <T>(work: (ports: StoragePorts) => Promise<T>) =>
		withVault((ports) => work({ ...ports, packer: exporting.packer, index }));
	const another = async () => {
		const copy = new Truth(exportingName(db));
		// A worker that was ended in the middle may have left it.
		await copy.delete();
		await copy.open();
		return copy;
	};
	return {
		'write-canary': (ask) => withVault((ports) => writeCanary(ports, ask)),
		'keep-snapshot': (ask, { signal }) => withVault((ports) => keepSnapshot(ports, ask, signal)),
		'check-log': (ask, { signal }) => withVault((ports) => checkLog(ports, ask, signal)),
		'list-snapshots': () => withVault(listSnapshots),
		'restore-snapshot': (ask, { signal, tell }) =>
			withVault(async (ports) => {
				await readAnew();
				const outcome = await restoreSnapshot(ports, ask, signal, tell);
				// Who searched meanwhile may have kept what was read of the old rows.
				await readAnew();
				return outcome;
			}),
		'finish-restore': async (_, { tell }) => {
			const outcome = await finishRestore({ db, clock, vault: await openVault() }, tell);
			await readAnew();
			return outcome;
		},
		'export-snapshot': (ask, { signal, tell }) =>
			withVault((ports) => exportSnapshot({ ...ports, exporting, another }, ask, signal, tell)),
		'cool-turns': (_, { signal, tell }) =>
			withVault((ports) =>
				coolEverything({ ...ports, packer: exporting.packer }, {}, signal, tell)
			),
		'warm-session': async (ask) =>
			(await warmSession(db, ask))
				? { status: 'warmed' }
				: failed({ kind: 'damaged', what: ask.sessionId }),
		'read-cold': async (ask) => ({ status: 'read', exchanges: await opener(ask) }),
		'measure-use': () => withStorage(measureUse),
		'free-up': (ask, { signal }) => withStorage((ports) => freeUp(ports, ask, signal)),
		'accept-database': async (ask) => {
			// What was read of a longer log would pass over what is said from here on.
			await readAnew();
			const outcome = await acceptDatabase({ db, clock, vault: await openVault() }, ask);
			await readAnew();
			return outcome;
		},
		'drop-snapshots': (ask) => withVault((ports) => dropSnapshots(ports, ask))
	};
};

interface CopyJobParts {
	readonly db: Truth;
	readonly index: IndexStore;
	readonly clock: Clock;
	readonly exporting: Omit<ExportPorts, 'db'>;
}
