import { chunksOf, type PlannedChunk } from '#core/plan/chunks.ts';
import { itemsOf, type Weigh } from '#core/plan/items.ts';
import { renderer, type Excluded } from '#core/summarise/part.ts';
import { comparePositions, type TranscriptRules } from '#core/transcript.ts';
import type { Exchange } from '#core/turn.ts';

/** A part that was too much for the summariser, cut again. */
export function splitPart(
	exchanges: readonly Exchange[],
	chunk: PlannedChunk,
	{
		most,
		weigh,
		rules,
		excluded
	}: {
		/** Tokens. */
		readonly most: number;
		readonly weigh: Weigh;
		readonly rules: TranscriptRules;
		readonly excluded: Excluded;
	}
): readonly PlannedChunk[] {
	const render = renderer(rules, excluded.offRecord);
	const items = itemsOf(exchanges, { weigh, render, leftOut: excluded.leftOut }).filter(
		({ position }) =>
			comparePositions(chunk.from, position) <= 0 && comparePositions(position, chunk.through) <= 0
	);
	return chunksOf(items, most);
}
