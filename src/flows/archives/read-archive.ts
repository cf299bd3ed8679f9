import { exchangesOf, rowOf } from '#core/archive/archive.ts';
import { soundRows } from '#core/archive/sound-session.ts';
import { readArchiveLines } from '#core/archive/reading.ts';
import { readWholeArchive } from '#db/log/whole-session.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { failed } from '#flows/done.ts';
import { soundBytes } from '#flows/archives/sound-bytes.ts';
import type { Clock } from '#flows/ports.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** Opens one archive and says what is in it, what of it is damaged, and what could be salvaged. */

interface Unpacked {
	readonly lines: readonly string[];
	readonly whole: boolean;
}

/** Lines of text to gzip and back. Reading never accepts damaged bytes silently: what came before the damage is salvage. */
export interface Packer {
	/** One gzip member, the same bytes in every browser. What is longer than a string may be comes in parts. */
	pack(text: string | readonly string[]): Uint8Array;
	/**
	 * One gzip member, packed as fast as this browser can; another browser may give other bytes for the same texts. It
	 * is read back, and null is given where that is not what was packed.
	 */
	packQuickly(texts: readonly string[]): Promise<Uint8Array | null>;
	/**
	 * The lines that are not empty. `whole: false`: the bytes are damaged or a bomb, and the lines are what could be read
	 * before that, the last of them perhaps half of one.
	 */
	unpack(bytes: Uint8Array): Promise<Unpacked>;
}

/** Whether what was read back is what was packed, from the line number `from` on. */
export const readsAs = (read: Unpacked, texts: readonly string[], from = 0): boolean =>
	read.whole &&
	read.lines.length === texts.length &&
	read.lines.every((line, index) => index < from || `${line}\n` === texts[index]);

/** The same for what is too large to be held at once. */
export interface PieceByPiece {
	/** Pack text as it comes; `write` is called with what is ready. */
	packing(write: (bytes: Uint8Array) => void): { add(text: string): void; end(): void };
	/** Unpack a file line by line. False: it is damaged, and what was given is what could be read before that. */
	unpackLines(file: Blob, take: (lines: readonly string[]) => Promise<void>): Promise<boolean>;
}

/** What archiving needs. */
export interface ArchivePorts {
	readonly db: Truth;
	readonly clock: Clock;
	readonly packer: Packer;
}

/** Read an archive for the screen. A damaged one is reported with what could be salvaged. */
export async function readArchive(
	{ db, packer }: ArchivePorts,
	{ archiveId }: { readonly archiveId: string }
): Promise<WorkshopJobs['read-archive']['outcome']> {
	const whole = await readWholeArchive(db, archiveId);
	if (!whole) return failed({ kind: 'changed-meanwhile' });
	const { archive } = whole;
	const sound = await soundBytes(db, whole);
	const read = await packer.unpack(sound ?? whole.bytes ?? new Uint8Array());
	const lines = readArchiveLines(read.lines);
	const good = lines.filter((line) => line !== null);
	if (good.length === 0) return failed({ kind: 'damaged', what: archive.path });
	const { exchanges, orphans } = exchangesOf(good);
	const intact = read.whole && sound !== null;
	const head = good.find((line) => line.type === 'session');
	const branches = good.filter((line) => line.type === 'branch').map(rowOf);
	// The archive of one round names no branch, and needs none.
	const rows =
		head && branches.length > 0
			? soundRows({ session: rowOf(head), branches, exchanges })
			: { session: head ? rowOf(head) : null, branches, exchanges, branchesMended: 0 };
	const unread = lines.length - good.length + orphans + rows.branchesMended;
	return {
		status: 'read',
		session: rows.session,
		exchanges: rows.exchanges,
		branches: rows.branches,
		summaries: good.filter((line) => line.type === 'summary').map(rowOf),
		isSound: intact,
		damaged: intact ? unread : Math.max(1, unread)
	};
}

/** The turns of an unpacked archive. */
export const exchangesIn = ({
	lines
}: {
	readonly lines: readonly string[];
}): readonly Exchange[] =>
	exchangesOf(readArchiveLines(lines).filter((line) => line !== null)).exchanges;
