import { dayMs } from '#core/time/day-ms.ts';
import { isEmpty, type Holdings } from '#core/copies/holdings.ts';
import type { RowsHeld } from '#core/copies/rows-held.ts';
import { readSummed } from '#core/copies/summed.ts';

/**
 * Snapshots: the whole truth as a file outside the database, in a ring of generations. A generation is there when its
 * card is: the card is written last, after the file was read back.
 */

/** `safety`: made before something that replaces much. `forgotten`: the first one without what was forgotten. */
export type SnapshotReason = 'regular' | 'safety' | 'forgotten';

/** What an archive's file outside the database is called by; it is kept once however many snapshots name it. */
export interface KeptArchive {
	readonly sha256: string;
	readonly bytes: number;
}

export interface SnapshotCard {
	readonly format: 'keepsake-snapshot';
	readonly version: 1;
	readonly generation: number;
	/** Unix ms. */
	readonly at: number;
	readonly reason: SnapshotReason;
	/** Size of the file, bytes. */
	readonly bytes: number;
	/** Lines of the file. */
	readonly lines: number;
	/** SHA-256 (hex) of its unpacked text. */
	readonly sha256: string;
	readonly holds: Holdings;
	/** Counted while it was written; missing in copies made before rows were counted. */
	readonly rows?: RowsHeld;
	readonly archives: readonly KeptArchive[];
	/** The copy was looked through after it was made, and holds nothing of what `holds.forgotten` counts. Read from the names of files, never written. */
	readonly lookedThrough?: true;
}

export const snapshotName = (generation: number): string => `snap-${String(generation)}.jsonl.gz`;
export const cardName = (generation: number): string => `snap-${String(generation)}.json`;
/** The presence of this file keeps a generation out of the ring: it is neither counted nor pushed out. */
export const asideName = (generation: number): string => `aside-${String(generation)}`;
/** The presence of this file says that a generation holds nothing of the first so many forgettings (`Holdings.forgotten`). */
export const clearName = (generation: number, forgotten: number): string =>
	`clear-${String(generation)}-${String(forgotten)}`;
export const keptArchiveName = (hash: string): string => `archive-${hash}.gz`;

/** What a file of the folder is, or null for what does not belong there. */
export function kindOfFile(
	name: string
):
	| { readonly kind: 'snapshot' | 'card' | 'aside'; readonly generation: number }
	| { readonly kind: 'clear'; readonly generation: number; readonly forgotten: number }
	| { readonly kind: 'archive'; readonly sha256: string }
	| null {
	const generation = /^snap-(\d+)\.jsonl\.gz$/.exec(name);
	if (generation) return { kind: 'snapshot', generation: Number(generation[1]) };
	const card = /^snap-(\d+)\.json$/.exec(name);
	if (card) return { kind: 'card', generation: Number(card[1]) };
	const aside = /^aside-(\d+)$/.exec(name);
	if (aside) return { kind: 'aside', generation: Number(aside[1]) };
	const clear = /^clear-(\d+)-(\d+)$/.exec(name);
	if (clear) return { kind: 'clear', generation: Number(clear[1]), forgotten: Number(clear[2]) };
	const archive = /^archive-([0-9a-f]{64})\.gz$/.exec(name);
	return archive?.[1] ? { kind: 'archive', sha256: archive[1] } : null;
}

/** A card, or null when the file is damaged. `newer`: a later version of the app wrote it, and its copy. */
export function readCardText(file: string): SnapshotCard | 'newer' | null {
	const card = readSummed(file) as Partial<Record<keyof SnapshotCard, unknown>> | undefined;
	if (card?.format !== 'keepsake-snapshot') return null;
	return card.version === 1 ? (card as unknown as SnapshotCard) : 'newer';
}

/** How long after the last one the next regular snapshot is made at the latest, ms. */
const snapshotEvery = 10 * 60_000;
/** A small one costs little, so it is made sooner: else a new profile has its first message alone outside the database. */
const bytesPerMs = 4;

/** Newest generations that are always kept. */
const newest = 3;

/**
 * Generations of the ring that may go, now that `cards` are all there. Kept are the newest, for what is noticed at once,
 * and for what is noticed late the newest ones of more than ten minutes and of more than a week, and the oldest ones of
 * these ten minutes, of this week and of today, which grow into them.
 */
export function generationsToDrop(
	cards: readonly Pick<SnapshotCard, 'generation' | 'at'>[],
	now: number
): number[] {
	const byAge = cards.toSorted((a, b) => b.generation - a.generation);
	const age = (card: Pick<SnapshotCard, 'at'>) => now - card.at;
	const kept = [
		...byAge.slice(0, newest),
		byAge.findLast((card) => age(card) < snapshotEvery),
		byAge.find((card) => age(card) >= snapshotEvery),
		byAge.findLast((card) => age(card) < dayMs),
		byAge.findLast((card) => age(card) >= dayMs && age(card) < 7 * dayMs),
		byAge.find((card) => age(card) >= 7 * dayMs)
	];
	return byAge.filter((card) => !kept.includes(card)).map((card) => card.generation);
}

/**
 * Which snapshot is due, or null: one without what was forgotten at once, a regular one when something has changed
 * since the last and some time has passed.
 */
export function snapshotDue(
	cards: readonly Pick<SnapshotCard, 'at' | 'holds' | 'bytes'>[],
	now: { readonly at: number; readonly holds: Holdings }
): SnapshotReason | null {
	// While something is being forgotten a copy could hold the one half of it and be taken for clean.
	if (now.holds.isForgetting) return null;
	if (cards.some((card) => card.holds.forgotten < now.holds.forgotten)) return 'forgotten';
	const [last] = cards;
	if (!last) return isEmpty(now.holds) ? null : 'regular';
	const isSame = JSON.stringify(last.holds) === JSON.stringify(now.holds);
	// The clock may have been set back.
	const pause = Math.min(snapshotEvery, last.bytes / bytesPerMs);
	return !isSame && Math.abs(now.at - last.at) >= pause ? 'regular' : null;
}
