import type { Progress } from '#core/progress.ts';
import { snapshotName, type SnapshotCard } from '#core/copies/snapshot.ts';
import { sha256 } from '#core/sha256.ts';
import { archiveBytes, putBytes } from '#db/archives/archives.ts';
import { archiveHashes, clearForCopy, dropStray, loadRows } from '#db/copies/dump.ts';
import { holdingsOf } from '#db/copies/holdings.ts';
import { openAnew } from '#db/open.ts';
import type { Truth } from '#db/schema.ts';
import { dropStaged, readStaged, stageCopy, stagedCopy } from '#db/copies/staging.ts';
import { needRoom } from '#db/room.ts';
import {
	costsKey,
	keepFiledCosts,
	mergeCosts,
	type DroppedCost
} from '#db/ledger/dropped-costs.ts';
import { putNewest } from '#db/ledger/activity.ts';
import { storing } from '#db/storing.ts';
import { activityOf } from '#flows/activity.ts';
import { writeCanary } from '#flows/copies/canary.ts';
import type { CopyPorts, PlacePorts } from '#flows/copies/copy-ports.ts';
import type { CopyJobs, RestoreOutcome } from '#flows/copies/jobs.ts';
import { checkSnapshot, keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { forgottenBeside } from '#flows/copies/look-through.ts';
import { lineOf, rowOfLine } from '#flows/copies/rows.ts';
import { keptArchive, readFolder, setAside } from '#flows/copies/snapshots.ts';
import type { Vault } from '#flows/copies/vault.ts';
import { failed } from '#flows/done.ts';

/** Restoring a snapshot: it replaces the database, which is kept first as a generation of its own. */

/** Look whether a snapshot can be restored: unpacked, hashed, compared with its card. */
export async function findSnapshot(
	ports: Pick<CopyPorts, 'vault' | 'pieces'>,
	generation: number
): Promise<SnapshotCard | null> {
	const { ring, aside } = await readFolder(ports.vault);
	const card = [...ring, ...aside].find((found) => found.generation === generation);
	return card && (await checkSnapshot(ports, generation)) === card.sha256 ? card : null;
}

/**
 * Restore a generation. `safety`: keep what is there now first; only where the database cannot even be read is it
 * left out. The copy is taken in beside the truth before anything of that is touched: whatever ends it in between, the
 * next start finishes it.
 */
export async function restoreSnapshot(
	ports: CopyPorts,
	{ generation, safety }: { readonly generation: number; readonly safety: boolean },
	signal: AbortSignal,
	onProgress: OnProgress
): Promise<RestoreOutcome> {
	const card = await findSnapshot(ports, generation);
	if (!card) return failed({ kind: 'damaged', what: snapshotName(generation) });
	const kept = safety ? await keepWhatIsHere(ports, card, signal) : { status: 'nothing' as const };
	if (kept.status === 'failed' || kept.status === 'stopped') return kept;
	const stored = await storing(async () => {
		await stage(ports, card, onProgress);
		try {
			await openAnew(ports.db);
			// Taking it in may take minutes, in which another tab has something forgotten.
			await emptyFor(ports, safety ? card.holds.forgotten : null);
		} catch (error) {
			// Nothing was touched yet: what waits would be taken for a restore that has begun.
			await dropStaged(ports.db);
			throw error;
		}
		await takeThePlace(ports, card, onProgress);
	});
	return stored.status === 'failed' ? stored : { status: 'restored' };
}

/**
 * Finish what a closed tab or a power cut has interrupted; it needs no place for copies, for the copy waits in a database.
 * Where nothing waits, another tab has finished it.
 */
export async function finishRestore(
	ports: PlacePorts,
	onProgress: OnProgress
): Promise<CopyJobs['finish-restore']['outcome']> {
	const stored = await storing(async () => {
		const card = await stagedCopy(ports.db);
		if (!card) return;
		await openAnew(ports.db);
		await emptyFor(ports, null);
		await takeThePlace(ports, card, onProgress);
	});
	return stored.status === 'failed' ? stored : { status: 'finished' };
}

type OnProgress = (progress: Progress) => void;

/** Take a snapshot in beside the truth, with the archives that the truth does not hold itself. */
async function stage(ports: CopyPorts, card: SnapshotCard, onProgress: OnProgress): Promise<void> {
	const { db, vault, pieces } = ports;
	const file = await openSnapshot(vault, card.generation);
	await needRoom();
	await stageCopy(db, card, async (into) => {
		let done = 0;
		await pieces.unpackLines(file, async (lines) => {
			await needRoom();
			for (let at = 0; at < lines.length; at += linesAtOnce)
				await into.lines(lines.slice(at, at + linesAtOnce));
			done += lines.length;
			onProgress({ done, of: card.lines * 2 });
		});
		// Last, so that how often something was forgotten is counted as it is here.
		const gone = await forgottenBeside(ports, card);
		await into.lines(gone.map((row) => lineOf(db.tombstones.name, { ...row })));
		for (const { sha256: hash } of card.archives) {
			const bytes = await keptArchive(vault, hash);
			if (!bytes) continue;
			// A truth that cannot be read holds nothing.
			const isHere = await holdsArchive(db, hash).catch(() => false);
			if (!isHere) await into.bytes(hash, bytes);
		}
	});
}

async function openSnapshot(vault: Vault, generation: number): Promise<Blob> {
	const file = await vault.open(snapshotName(generation));
	if (!file) throw new Error(`The snapshot ${String(generation)} is gone`);
	return file;
}

/** Whether the truth has the bytes of an archive itself, undamaged. */
async function holdsArchive(db: Truth, hash: string): Promise<boolean> {
	const row = await db.archives.filter((archive) => archive.sha256 === hash).first();
	const bytes = row && (await archiveBytes(db, row.id));
	return bytes !== undefined && sha256(bytes) === hash;
}

/** Everything away but what is kept for the copy; see `clearForCopy`. */
async function emptyFor({ db, clock }: PlacePorts, forgotten: number | null): Promise<void> {
	// A ledger that cannot be read keeps no copy from taking its place.
	await keepFiledCosts(db, clock.now()).catch(() => undefined);
	await clearForCopy(db, forgotten);
}

/** The staged copy in the place of the truth. May be ended at any moment and run again. */
async function takeThePlace(
	ports: PlacePorts,
	card: SnapshotCard,
	onProgress: OnProgress
): Promise<void> {
	const { db, vault, clock } = ports;
	const settings = new Set<string>([costsKey]);
	const costs: DroppedCost[] = [];
	const missingArchives = await readStaged(db, async (from) => {
		let done = 0;
		await from.eachLines(async (lines) => {
			const rows = lines.map(rowOfLine).filter((row) => row !== null);
			const isSetting = ({ table }: { readonly table: string }) => table === db.settings.name;
			for (const { row } of rows.filter(isSetting)) {
				if (row['key'] === costsKey) costs.push(...(row['value'] as readonly DroppedCost[]));
				if (typeof row['key'] === 'string') settings.add(row['key']);
			}
			await loadRows(
				db,
				rows.filter((line) => !isSetting(line) || line.row['key'] !== costsKey)
			);
			done += lines.length;
			onProgress({ done: card.lines + done, of: card.lines * 2 });
		});
		let missing = 0;
		for (const archive of await archiveHashes(db)) {
			const there = await archiveBytes(db, archive.id);
			if (there && sha256(there) === archive.sha256) continue;
			const bytes = await from.bytes(archive.sha256);
			if (bytes) await putBytes(db, archive, bytes);
			else missing++;
		}
		return missing;
	});
	await dropStray(db, settings);
	await mergeCosts(db, costs, clock.now());
	const { at: madeAt, generation } = card;
	const { turns } = card.holds;
	const details = { generation, madeAt, turns, missingArchives };
	await putNewest(db, activityOf(ports, { kind: 'recovery', details }));
	if (vault) {
		// The generations behind the restored one hold more than is here now; they stay, but out of the ring.
		if (!(await isNewest(vault, card))) await setAside(vault);
		await writeCanary({ db, clock, vault }, { accept: true });
	}
	await dropStaged(db);
}

async function keepWhatIsHere(ports: CopyPorts, card: SnapshotCard, signal: AbortSignal) {
	const holds = await storing(() => holdingsOf(ports.db));
	if (holds.status === 'failed') return holds;
	// The copy may hold what was forgotten since, or is being forgotten now: the keeper is about to make one without.
	if (holds.value.isForgetting || card.holds.forgotten < holds.value.forgotten)
		return failed({ kind: 'changed-meanwhile' });
	if (holds.value.turns === 0 && holds.value.memoryFiles === 0)
		return { status: 'nothing' as const };
	const kept = await keepSnapshot(ports, { reason: 'safety' }, signal);
	switch (kept.status) {
		case 'unchanged':
			return { status: 'nothing' as const };
		// A copy of what is here before something else takes its place is not measured against others.
		case 'refused':
		case 'lost':
			return failed({ kind: 'changed-meanwhile' });
		default:
			return kept;
	}
}

async function isNewest(vault: Vault, card: SnapshotCard): Promise<boolean> {
	const { ring } = await readFolder(vault);
	return ring[0]?.generation === card.generation;
}

/** Lines put back in one transaction. */
const linesAtOnce = 500;

/** Fill an empty truth with what a snapshot holds, and with those of its archives that can be had. */
export async function loadSnapshot(
	{ vault, pieces }: Pick<CopyPorts, 'vault' | 'pieces'>,
	into: Truth,
	{ generation }: SnapshotCard
): Promise<void> {
	await pieces.unpackLines(await openSnapshot(vault, generation), async (lines) => {
		for (let at = 0; at < lines.length; at += linesAtOnce) {
			const piece = lines.slice(at, at + linesAtOnce);
			await loadRows(
				into,
				piece.map(rowOfLine).filter((row) => row !== null)
			);
		}
	});
	for (const archive of await archiveHashes(into)) {
		const bytes = await keptArchive(vault, archive.sha256);
		if (bytes) await putBytes(into, archive, bytes);
	}
}
