import type { Item } from '#core/plan/items.ts';
import type { Position } from '#core/log/turn.ts';

/** The covered range in parts that the summary model can read, one after the other. */

/** A piece that is cut for the summariser: head and tail stay, `length` characters in all (INV-16). */
interface CutPiece {
	readonly position: Position;
	readonly length: number;
}

export interface PlannedChunk {
	readonly index: number;
	readonly from: Position;
	readonly through: Position;
	/** Estimate of its transcript, tokens. */
	readonly tokens: number;
	readonly lossy: readonly CutPiece[];
}

/**
 * Parts of at most `most` tokens: whole turns where they fit, else cut between steps; a single piece that is larger
 * keeps head and tail. Parts follow each other without a gap; turns that are left out travel with their neighbours.
 */
export function chunksOf(items: readonly Item[], most: number): readonly PlannedChunk[] {
	const parts: Item[][] = [];
	let part: Item[] = [];
	let held = 0;
	const next = (): void => {
		parts.push(part);
		part = [];
		held = 0;
	};
	for (let start = 0; start < items.length;) {
		const end = endOfTurn(items, start);
		let whole = 0;
		for (let at = start; at < end; at++) whole += sizeAt(items, at, most);
		// A turn that fits into a part of its own is not divided to fill up the part before it.
		if (whole <= most && held > 0 && held + whole > most) next();
		for (let at = start; at < end; at++) {
			const item = items[at];
			if (!item) break;
			const size = Math.min(item.input, most);
			if (held > 0 && held + size > most) next();
			part.push(item);
			held += size;
		}
		start = end;
	}
	parts.push(part);
	return parts
		.filter((found) => found.length > 0)
		.map((found, index) => chunkOf(found, index, most));
}

/** Index behind the last item of the turn that begins at `start`. */
function endOfTurn(items: readonly Item[], start: number): number {
	const seq = items[start]?.position.seq;
	let end = start + 1;
	while (end < items.length && items[end]?.position.seq === seq) end++;
	return end;
}

const sizeAt = (items: readonly Item[], at: number, most: number): number =>
	Math.min(items[at]?.input ?? 0, most);

function chunkOf(items: readonly Item[], index: number, most: number): PlannedChunk {
	const none: Position = { seq: 0, step: -1 };
	return {
		index,
		from: items[0]?.position ?? none,
		through: items.at(-1)?.position ?? none,
		tokens: items.reduce((sum, { input }) => sum + Math.min(input, most), 0),
		lossy: piecesOver(items, most)
	};
}

/** Pieces of more than `most` tokens, and how many of their characters are about as many tokens. */
export const piecesOver = (items: readonly Item[], most: number): readonly CutPiece[] =>
	items
		.filter(({ input }) => input > most)
		// Nine tenths, because tokens are not spread evenly over a text.
		.map(({ position, input, length }) => ({
			position,
			length: Math.floor(((length * most) / input) * 0.9)
		}));
