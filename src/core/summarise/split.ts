import { chunksOf, type PlannedChunk } from '#core/plan/chunks.ts';
import { itemsOf, itemsWithin, type Weigh } from '#core/plan/items.ts';
import type { Excluded } from '#core/summarise/excluded.ts';
import { writtenBy } from '#core/summarise/part.ts';
import type { TranscriptStyle } from '#core/summarise/transcript.ts';
import type { Exchange, Position } from '#core/log/turn.ts';

/** A part that was too much for the summariser, cut again. */
export function splitPart(
	exchanges: readonly Exchange[],
	chunk: PlannedChunk,
	{
		most,
		weigh,
		style,
		excluded,
		kept
	}: {
		/** Tokens. */
		readonly most: number;
		readonly weigh: Weigh;
		readonly style: TranscriptStyle;
		readonly excluded: Excluded;
		/** The question that stays behind the summary: it is in no part. */
		readonly kept: Position | null;
	}
): readonly PlannedChunk[] {
	const written = writtenBy(style, excluded.offRecord, weigh);
	const items = itemsOf(exchanges, { weigh, written, leftOut: excluded.leftOut });
	return chunksOf(itemsWithin(items, { ...chunk, kept }), most);
}
