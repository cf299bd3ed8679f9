import { beginLook, holdsGone, lookAt, type Look } from '#core/copies/look-through.ts';
import { clearName, snapshotName, type SnapshotCard } from '#core/copies/snapshot.ts';
import { isForgottenHere, timesForgotten, type Tombstone } from '#core/forgetting/what.ts';
import { archiveHashes } from '#db/copies/dump.ts';
import type { CopyPorts } from '#flows/copies/copy-ports.ts';
import { rowOfLine } from '#flows/copies/rows.ts';
import { readFolder } from '#flows/copies/snapshots.ts';
import { writeWhole } from '#flows/copies/vault.ts';

/** Generations of before something was forgotten: those that hold something of it go, the others stay. */

/** Generations that hold something forgotten, and so go. A file beside each of the others says that it is clear; stopped, the rest is looked at the next time. */
export async function holdingForgotten(
	ports: CopyPorts,
	{ older, forgotten }: { readonly older: readonly SnapshotCard[]; readonly forgotten: number },
	signal: AbortSignal
): Promise<readonly number[]> {
	const { tombstones, memoryRevisions } = ports.db;
	const gone = await tombstones.toArray();
	const emptied = await memoryRevisions.filter(({ text }) => text === '').primaryKeys();
	const archives = new Set((await archiveHashes(ports.db)).map((archive) => archive.sha256));
	const begin = () => beginLook(gone, { emptied: new Set(emptied), archives });
	const holding: number[] = [];
	for (const { generation, holds } of older) {
		if (holds.forgotten >= forgotten) continue;
		const isClear = await looksClear(ports, generation, { look: begin(), signal });
		if (signal.aborted) return holding;
		if (isClear) await writeWhole(ports.vault, clearName(generation, forgotten), '');
		else holding.push(generation);
	}
	return holding;
}

/** What cannot be read to its end is of no use, and nobody can say what it holds. */
async function looksClear(
	ports: CopyPorts,
	generation: number,
	{ look, signal }: { readonly look: Look; readonly signal: AbortSignal }
): Promise<boolean> {
	const isWhole = await eachRow(ports, generation, (read) => {
		if (!signal.aborted) lookAt(look, read);
	});
	return isWhole && !holdsGone(look);
}

/** Whether it could be read to its end. */
async function eachRow(
	{ vault, pieces }: Pick<CopyPorts, 'vault' | 'pieces'>,
	generation: number,
	take: (read: Parameters<typeof lookAt>[1]) => void
): Promise<boolean> {
	const file = await vault.open(snapshotName(generation));
	if (!file) return false;
	return pieces.unpackLines(file, (lines) => {
		for (const line of lines) {
			const read = rowOfLine(line);
			if (read) take({ ...read, line });
		}
		return Promise.resolve();
	});
}

/**
 * What was forgotten after a copy was made, and that it holds nothing of: this stays forgotten where the copy takes the
 * place of the truth. Read here, or where the truth has lost it, in the generation that was made without it.
 */
export async function forgottenBeside(
	ports: CopyPorts,
	card: SnapshotCard
): Promise<readonly Tombstone[]> {
	// A truth that cannot be read tells nothing.
	const here = await ports.db.tombstones.toArray().catch(() => []);
	if (timesForgotten(here) === card.holds.forgotten) return here.filter(isForgottenHere);
	if (!card.lookedThrough) return [];
	const { ring, aside } = await readFolder(ports.vault);
	const without = [...ring, ...aside].find(
		(other) => !other.lookedThrough && other.holds.forgotten === card.holds.forgotten
	);
	const rows: Tombstone[] = [];
	if (without)
		await eachRow(ports, without.generation, ({ table, row }) => {
			if (table === ports.db.tombstones.name) rows.push(row as unknown as Tombstone);
		});
	return rows.filter(isForgottenHere);
}
