import type { ChunkMemory } from '#core/compaction/compaction.ts';
import { unjudged } from '#core/memory/memory.ts';
import { ownSentences } from '#core/summarise/own-sentences.ts';
import type { Excluded } from '#core/summarise/excluded.ts';
import type { ProposedMemory } from '#core/summary/text.ts';
import { turnNumber, type Exchange, type TurnSource } from '#core/log/turn.ts';

/** Memory lines with the turns they come from: what stands off the record never becomes one. */

/** Lines with the turns they come from; what stands only in turns off the record is not remembered. */
export function linkMemories(
	proposed: readonly ProposedMemory[],
	exchanges: readonly Exchange[],
	excluded: Excluded
): readonly ChunkMemory[] {
	const bySeq = new Map(exchanges.map(({ turn }) => [turnNumber(turn.seq), turn.turnId]));
	const anyOffRecord = exchanges.some(({ turn }) => excluded.offRecord.has(turn.turnId));
	const lines: ChunkMemory[] = [];
	for (const { text, turns, ...judged } of proposed) {
		const ids = turns.map((turn) => bySeq.get(turn)).filter((id) => id !== undefined);
		const open = ids.filter((id) => !excluded.offRecord.has(id) && !excluded.leftOut.has(id));
		// A line that names no turn might come from one that is off the record.
		const isHidden = ids.length === 0 ? anyOffRecord : open.length < ids.length;
		if (!isHidden) lines.push({ text, turnIds: open, ...judged });
	}
	return lines;
}

/** What the user says about themselves, in their own words. */
export const learntByCode = (
	exchanges: readonly Exchange[],
	excluded: Excluded,
	source?: TurnSource
): readonly ChunkMemory[] =>
	ownSentences(exchanges, new Set([...excluded.leftOut, ...excluded.offRecord]), source).map(
		({ text, turnId }) => ({ text, turnIds: [turnId], ...unjudged })
	);
