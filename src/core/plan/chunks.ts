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
	for (const turn of turnsOf(items)) {
		const whole = turn.reduce((sum, item) => sum + Math.min(item.input, most), 0);
		// A turn that fits a part of its own is not torn to fill the one before it.
		if (whole <= most && held > 0 && held + whole > most) {
			parts.push(part);
			part = [];
			held = 0;
		}
		for (const item of turn) {
			const size = Math.min(item.input, most);
			if (held > 0 && held + size > most) {
				parts.push(part);
				part = [];
				held = 0;
			}
			part.push(item);
			held += size;
		}
	}
	// What is left over without weight belongs to the part before it.
	if (held > 0 || parts.length === 0) parts.push(part);
	else parts.at(-1)?.push(...part);
	return parts
		.filter((found) => found.length > 0)
		.map((found, index) => chunkOf(found, index, most));
}

function turnsOf(items: readonly Item[]): Item[][] {
	const turns: Item[][] = [];
	for (const item of items) {
		const turn = turns.at(-1);
		if (turn?.[0]?.position.seq === item.position.seq) turn.push(item);
		else turns.push([item]);
	}
	return turns;
}

function chunkOf(items: readonly Item[], index: number, most: number): PlannedChunk {
	const none: Position = { seq: 0, step: -1 };
	return {
		index,
		from: items[0]?.position ?? none,
		through: items.at(-1)?.position ?? none,
		tokens: items.reduce((sum, { input }) => sum + Math.min(input, most), 0),
		lossy: items
			.filter(({ input }) => input > most)
			// Nine tenths, because tokens are not spread evenly over a text.
			.map(({ position, input, length }) => ({
				position,
				length: Math.floor(((length * most) / input) * 0.9)
			}))
	};
}
