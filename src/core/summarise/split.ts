import { chunksOf, type PlannedChunk } from '#core/plan/chunks.ts';
import { itemsOf, type Weigh } from '#core/plan/items.ts';
import { writtenBy, type Excluded } from '#core/summarise/part.ts';
import type { TranscriptStyle } from '#core/summarise/transcript.ts';
import { comparePositions, type Exchange } from '#core/log/turn.ts';

/** A part that was too much for the summariser, cut again. */
export function splitPart(
	exchanges: readonly Exchange[],
	chunk: PlannedChunk,
	{
		most,
		weigh,
		style,
		excluded
	}: {
		/** Tokens. */
		readonly most: number;
		readonly weigh: Weigh;
		readonly style: TranscriptStyle;
		readonly excluded: Excluded;
	}
): readonly PlannedChunk[] {
	const written = writtenBy(style, excluded.offRecord, weigh);
	const items = itemsOf(exchanges, { weigh, written, leftOut: excluded.leftOut }).filter(
		({ position }) =>
			comparePositions(chunk.from, position) <= 0 && comparePositions(position, chunk.through) <= 0
	);
	return chunksOf(items, most);
}
