import { restoringName, snapshotName, type SnapshotCard } from '#core/copies/snapshot.ts';
import { sha256 } from '#core/sha256.ts';
import { putBytes } from '#db/archives.ts';
import { archiveHashes, clearTruth, loadRows } from '#db/dump.ts';
import { holdingsOf } from '#db/holdings.ts';
import { addActivity } from '#db/records.ts';
import type { Truth } from '#db/schema.ts';
import { storing } from '#db/storing.ts';
import { writeCanary } from '#flows/copies/canary.ts';
import type { RestoreOutcome } from '#flows/copies/jobs.ts';
import { checkSnapshot, keepSnapshot, type CopyPorts } from '#flows/copies/keep-snapshot.ts';
import { rowOfLine } from '#flows/copies/rows.ts';
import { keptArchive, readFolder, setAside } from '#flows/copies/snapshots.ts';
import { writeWhole } from '#flows/copies/vault.ts';
import { failed } from '#flows/done.ts';

/** Putting a snapshot in the place of the database; what is there is kept first, as a generation of its own. */

/** Look whether a snapshot can be restored: unpacked, hashed, compared with its card. */
export async function findSnapshot(
	ports: Pick<CopyPorts, 'vault' | 'pieces'>,
	generation: number
): Promise<SnapshotCard | null> {
	const { ring, aside } = await readFolder(ports.vault);
	const card = [...ring, ...aside].find((found) => found.generation === generation);
	const check = card ? await checkSnapshot(ports, generation) : null;
	return card && check?.sha256 === card.sha256 && check.lines === card.lines ? card : null;
}

/**
 * Restore a generation. `safety`: keep what is there now first; only where the database cannot even be read is it
 * left out. A tab that closes in between leaves a mark, and the next start asks again.
 */
export async function restoreSnapshot(
	ports: CopyPorts,
	{ generation, safety }: { readonly generation: number; readonly safety: boolean },
	signal: AbortSignal,
	onProgress: (progress: { readonly done: number; readonly of: number }) => void
): Promise<RestoreOutcome> {
	const { db, vault, clock } = ports;
	const card = await findSnapshot(ports, generation);
	if (!card) return failed({ kind: 'damaged', what: snapshotName(generation) });
	const kept = safety ? await keepWhatIsHere(ports, signal) : { status: 'nothing' as const };
	if (kept.status === 'failed') return kept;
	const stored = await storing(async () => {
		await writeWhole(vault, restoringName, String(generation));
		await clearTruth(db);
		const missingArchives = await loadSnapshot(ports, db, card, onProgress);
		await addActivity(db, {
			id: clock.newId(),
			at: clock.now(),
			kind: 'recovery',
			sessionId: null,
			details: { generation, madeAt: card.at, turns: card.holds.turns, missingArchives },
			failure: null
		});
		// The generations behind the restored one hold more than is here now; they stay, but out of the ring.
		if (!(await isNewest(ports, card))) await setAside(vault);
		await writeCanary(ports, { accept: true });
		await vault.remove(restoringName);
		return missingArchives;
	});
	if (stored.status === 'failed') return stored;
	return {
		status: 'restored',
		card,
		safety: kept.status === 'kept' ? kept.card.generation : null,
		missingArchives: stored.value
	};
}

async function keepWhatIsHere(ports: CopyPorts, signal: AbortSignal) {
	const holds = await storing(() => holdingsOf(ports.db));
	if (holds.status === 'failed') return holds;
	if (holds.value.turns === 0 && holds.value.memoryFiles === 0)
		return { status: 'nothing' as const };
	const kept = await keepSnapshot(ports, { reason: 'safety' }, signal);
	return kept.status === 'kept' || kept.status === 'failed' ? kept : { status: 'nothing' as const };
}

async function isNewest({ vault }: CopyPorts, card: SnapshotCard): Promise<boolean> {
	const { ring } = await readFolder(vault);
	return ring[0]?.generation === card.generation;
}

/** Lines put back in one transaction. */
const linesAtOnce = 500;

/** Fill an empty truth with what a snapshot holds. Returns how many archives it names but could not be had. */
export async function loadSnapshot(
	{ vault, pieces }: Pick<CopyPorts, 'vault' | 'pieces'>,
	into: Truth,
	card: SnapshotCard,
	onProgress: (progress: { readonly done: number; readonly of: number }) => void
): Promise<number> {
	const file = await vault.open(snapshotName(card.generation));
	if (!file) throw new Error(`The snapshot ${String(card.generation)} is gone`);
	let done = 0;
	await pieces.unpackLines(file, async (lines) => {
		for (let at = 0; at < lines.length; at += linesAtOnce) {
			const piece = lines.slice(at, at + linesAtOnce);
			const rows = piece.map(rowOfLine).filter((row) => row !== null);
			await loadRows(into, rows);
			done += piece.length;
			onProgress({ done, of: card.lines });
		}
	});
	let missing = 0;
	for (const archive of await archiveHashes(into)) {
		const bytes = await keptArchive(vault, archive.sha256);
		if (bytes && sha256(bytes) === archive.sha256) await putBytes(into, archive.id, bytes);
		else missing++;
	}
	return missing;
}
