import { isEmpty, mayFollow } from '#core/copies/holdings.ts';
import { lossSince, type RowsHeld } from '#core/copies/rows-held.ts';
import {
	cardName,
	generationsToDrop,
	snapshotDue,
	keptArchiveName,
	snapshotName,
	type KeptArchive,
	type SnapshotCard,
	type SnapshotReason
} from '#core/copies/snapshot.ts';
import { writeSummed } from '#core/copies/summed.ts';
import type { ColdRange } from '#core/archive/stored.ts';
import { beginSha256, digest, updateText } from '#core/sha256.ts';
import { archiveBytes } from '#db/archives/archives.ts';
import { archiveHashes, dumpRows, type DumpedRow } from '#db/copies/dump.ts';
import { holdingsOf } from '#db/copies/holdings.ts';
import { dropHalfStaged } from '#db/copies/staging.ts';
import { storing } from '#db/storing.ts';
import type { CopyPorts } from '#flows/copies/copy-ports.ts';
import type { KeepOutcome } from '#flows/copies/jobs.ts';
import { lineOf } from '#flows/copies/rows.ts';
import { holdingForgotten } from '#flows/copies/look-through.ts';
import {
	keptArchive,
	namedArchives,
	readFolder,
	tidyFolder,
	type FolderOfCopies
} from '#flows/copies/snapshots.ts';
import { writeWhole } from '#flows/copies/vault.ts';
import { failed, reading } from '#flows/done.ts';

/**
 * Making a snapshot: the database is written into a new file, read back and compared; then its card is written, and
 * only then the oldest generation is removed. At every moment at least the earlier generations are whole (security
 * 2.7).
 */

export async function keepSnapshot(
	ports: CopyPorts,
	ask: { readonly reason: SnapshotReason | 'when-due' },
	signal: AbortSignal
): Promise<KeepOutcome> {
	const { db, vault, clock } = ports;
	await dropHalfStaged(db);
	const { ring, aside, newer, highest } = await readFolder(vault);
	const now = await holdingsOf(db);
	const [last] = ring;
	const reason =
		ask.reason === 'when-due'
			? snapshotDue([...ring, ...aside], { at: clock.now(), holds: now })
			: ask.reason;
	if (reason === null) return { status: 'unchanged' };
	if (last && reason !== 'safety') {
		if (!mayFollow(last.holds, now)) return { status: 'refused', before: last.holds, now };
	}
	if (isEmpty(now) && reason !== 'forgotten') return { status: 'unchanged' };
	const generation = highest + 1;
	const write = async (): Promise<KeepOutcome> => {
		const archives = await keepArchives(ports);
		const written = await writeRows(ports, generation, signal);
		if (signal.aborted) return { status: 'stopped' };
		if ((await checkSnapshot(ports, generation)) !== written.sha256)
			return failed({ kind: 'damaged', what: snapshotName(generation) });
		// Without its card it does not count as a generation and removes no other.
		const lost = lossSince(ring, { rows: written.rows, holds: await holdingsOf(db) });
		if (lost && reason !== 'safety') return lost;
		const card: SnapshotCard = {
			format: 'keepsake-snapshot',
			version: 1,
			generation,
			at: clock.now(),
			reason,
			...written,
			holds: now,
			archives
		};
		await writeWhole(vault, cardName(generation), writeSummed(card));
		return { status: 'kept', card };
	};
	const { result, left } =
		reason === 'forgotten'
			? await makingRoom(ports, { write, ring, forgotten: now.forgotten }, signal)
			: { result: await reading(write), left: ring };
	await storing(async () => {
		const kept = result.status === 'kept' ? result.card : null;
		const older = kept ? await pushedOut(ports, kept, { ring: left, aside, newer }, signal) : [];
		await tidyFolder(vault, older);
	});
	const isLeft = result.status === 'failed' && reason === 'forgotten' && ring.length > 0;
	return isLeft ? { ...result, holdsForgotten: true } : result;
}

/**
 * On a full disk copies that hold what was forgotten make room for the one without it, the oldest first, one at a time:
 * once it is written they would go anyway. The newest stays until then, so that there is one. `left`: what is left of the
 * ring.
 */
async function makingRoom(
	ports: CopyPorts,
	{
		write,
		ring,
		forgotten
	}: {
		readonly write: () => Promise<KeepOutcome>;
		readonly ring: FolderOfCopies['ring'];
		readonly forgotten: number;
	},
	signal: AbortSignal
): Promise<{ readonly result: KeepOutcome; readonly left: FolderOfCopies['ring'] }> {
	let result = await reading(write);
	let left = ring;
	for (const card of ring.slice(1).toReversed()) {
		if (result.status !== 'failed' || result.failure.kind !== 'storage-full') break;
		const gone = await storing(async () => {
			const holding = await holdingForgotten(ports, { older: [card], forgotten }, signal);
			await tidyFolder(ports.vault, holding);
			return holding.length > 0;
		});
		// One that is clear stays, also where no file can say so beside it.
		if (gone.status === 'failed' || !gone.value) continue;
		left = left.filter((other) => other !== card);
		result = await reading(write);
	}
	return { result, left };
}

async function pushedOut(
	ports: CopyPorts,
	card: SnapshotCard,
	{ ring, aside, newer }: Pick<FolderOfCopies, 'ring' | 'aside' | 'newer'>,
	signal: AbortSignal
): Promise<readonly number[]> {
	const { forgotten } = card.holds;
	switch (card.reason) {
		case 'regular':
			return generationsToDrop([card, ...ring], card.at);
		case 'safety':
			// It is made before a restore, and the copy to be restored may be one of those that would go.
			return [];
		case 'forgotten': {
			// What was forgotten may stand in every generation but the newest, also in those set aside.
			const older = [...ring, ...aside];
			const holding = await holdingForgotten(ports, { older, forgotten }, signal);
			const left = ring.filter(({ generation }) => !holding.includes(generation));
			// Nobody here can say what those of a later version hold.
			return [...holding, ...newer, ...generationsToDrop([card, ...left], card.at)];
		}
	}
}

/**
 * Files of archives that are not there yet, each compared with its checksum after it was written. One that no generation
 * names may have been left half-written: it is read, and where it is not whole written anew.
 */
async function keepArchives({ db, vault }: CopyPorts): Promise<KeptArchive[]> {
	const folder = await readFolder(vault);
	const named = namedArchives(folder);
	const kept: KeptArchive[] = [];
	for (const archive of await archiveHashes(db)) {
		const name = keptArchiveName(archive.sha256);
		const isThere = folder.names.has(name) && named.has(archive.sha256);
		if (!isThere && !(await keptArchive(vault, archive.sha256))) {
			const bytes = await archiveBytes(db, archive.id);
			if (!bytes) continue;
			await writeWhole(vault, name, bytes);
			// Where the archive itself is damaged there is nothing good to copy. Whoever reads its row is told.
			if (!(await keptArchive(vault, archive.sha256))) {
				await vault.remove(name);
				continue;
			}
		}
		kept.push({ sha256: archive.sha256, bytes: archive.packedBytes });
	}
	return kept;
}

interface Written {
	readonly bytes: number;
	readonly lines: number;
	readonly sha256: string;
	readonly rows: RowsHeld;
}

async function writeRows(
	{ db, vault, pieces }: CopyPorts,
	generation: number,
	signal: AbortSignal
): Promise<Written> {
	const file = await vault.create(snapshotName(generation));
	const hash = beginSha256();
	let bytes = 0;
	let lines = 0;
	const rows = { turns: 0, steps: 0, cold: 0, cooledAt: 0 };
	try {
		const packing = pieces.packing((chunk) => {
			bytes += chunk.length;
			file.write(chunk);
		});
		await dumpRows(db, (table, row) => {
			if (signal.aborted) return;
			const line = lineOf(table, row);
			lines++;
			if (table === db.turns.name) rows.turns++;
			if (table === db.steps.name) rows.steps++;
			if (table === db.cold.name) countCold(rows, row);
			updateText(hash, line);
			packing.add(line);
		});
		packing.end();
	} finally {
		await file.close();
	}
	rows.turns += rows.cold;
	return { bytes, lines, sha256: digest(hash), rows };
}

function countCold(rows: { cold: number; cooledAt: number }, row: DumpedRow): void {
	const { turnIds, at } = row as Pick<ColdRange, 'turnIds' | 'at'>;
	rows.cold += turnIds.length;
	rows.cooledAt = Math.max(rows.cooledAt, at);
}

/** SHA-256 (hex) of what stands in a snapshot, unpacked; null when it is damaged. */
export async function checkSnapshot(
	{ vault, pieces }: Pick<CopyPorts, 'vault' | 'pieces'>,
	generation: number
): Promise<string | null> {
	const file = await vault.open(snapshotName(generation));
	if (!file) return null;
	const hash = beginSha256();
	const whole = await pieces.unpackLines(file, (read) => {
		for (const line of read) updateText(hash, `${line}\n`);
		return Promise.resolve();
	});
	return whole ? digest(hash) : null;
}
