import {
	asideName,
	cardName,
	keptArchiveName,
	kindOfFile,
	readCardText,
	snapshotName,
	type SnapshotCard
} from '#core/copies/snapshot.ts';
import { sha256 } from '#core/sha256.ts';
import { readWhole, writeWhole, type ReadableVault, type Vault } from '#flows/copies/vault.ts';

/** What lies in the folder of copies: the ring of generations, and those set aside. */

export interface FolderOfCopies {
	/** Cards of the ring, newest first. */
	readonly ring: readonly SnapshotCard[];
	/** Set aside by a decision of the user, newest first: never pushed out by later ones. */
	readonly aside: readonly SnapshotCard[];
	/** Generations of a later version of the app: whole, and nothing that can be read here. */
	readonly newer: readonly number[];
	/** Highest generation that was ever begun. */
	readonly highest: number;
	readonly names: ReadonlySet<string>;
}

export async function readFolder(vault: ReadableVault): Promise<FolderOfCopies> {
	const names = new Set(await vault.names());
	const cards: SnapshotCard[] = [];
	const newer: number[] = [];
	const clear = new Map<number, number>();
	let highest = 0;
	for (const name of names) {
		const file = kindOfFile(name);
		if (!file || file.kind === 'archive') continue;
		highest = Math.max(highest, file.generation);
		if (file.kind === 'clear')
			clear.set(file.generation, Math.max(file.forgotten, clear.get(file.generation) ?? 0));
		// A file without a card was never finished; a card without its file has lost it.
		if (file.kind !== 'card' || !names.has(snapshotName(file.generation))) continue;
		const card = readCardText((await readWhole(vault, name)) ?? '');
		if (card === 'newer') newer.push(file.generation);
		else if (card) cards.push(card);
	}
	cards.sort((a, b) => b.generation - a.generation);
	const isAside = (card: SnapshotCard) => names.has(asideName(card.generation));
	const asLookedThrough = (card: SnapshotCard): SnapshotCard => {
		const forgotten = clear.get(card.generation) ?? 0;
		if (forgotten <= card.holds.forgotten) return card;
		return { ...card, holds: { ...card.holds, forgotten }, lookedThrough: true };
	};
	return {
		ring: cards.filter((card) => !isAside(card)).map(asLookedThrough),
		aside: cards.filter(isAside).map(asLookedThrough),
		newer,
		highest,
		names
	};
}

/** Set the generations of the ring aside, so that later ones, which may hold less, never push them out. */
export async function setAside(vault: Vault): Promise<void> {
	const { ring } = await readFolder(vault);
	for (const card of ring) await writeWhole(vault, asideName(card.generation), '');
}

/** SHA-256 of the archives that a generation needs, in the ring or set aside. */
export const namedArchives = ({
	ring,
	aside
}: Pick<FolderOfCopies, 'ring' | 'aside'>): ReadonlySet<string> =>
	new Set([...ring, ...aside].flatMap(({ archives }) => archives.map(({ sha256 }) => sha256)));

/** Remove generations, what was never finished, and archives that no generation names. */
export async function tidyFolder(vault: Vault, drop: readonly number[]): Promise<void> {
	for (const generation of drop) {
		// The card first: from then on the generation is not there.
		await vault.remove(cardName(generation));
		await vault.remove(snapshotName(generation));
		await vault.remove(asideName(generation));
	}
	const { ring, aside, newer, names } = await readFolder(vault);
	const generations = new Set([...[...ring, ...aside].map((card) => card.generation), ...newer]);
	const archives = namedArchives({ ring, aside });
	for (const name of names) {
		const file = kindOfFile(name);
		if (!file) continue;
		// Which archives a later version's generation needs is not known.
		const isUsed =
			file.kind === 'archive'
				? newer.length > 0 || archives.has(file.sha256)
				: generations.has(file.generation);
		if (!isUsed) await vault.remove(name);
	}
}

/** The bytes of an archive as they were kept; null: they are gone, or are not those of this hash. */
export async function keptArchive(vault: Vault, hash: string): Promise<Uint8Array | null> {
	const file = await vault.open(keptArchiveName(hash));
	const bytes = file && new Uint8Array(await file.arrayBuffer());
	return bytes && sha256(bytes) === hash ? bytes : null;
}
