import type { ChunkMemory } from '#core/compaction/compaction.ts';
import { unjudged } from '#core/memory/memory.ts';
import { listMark } from '#core/memory/file.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Preset } from '#core/presets/preset.ts';
import type { Session } from '#core/session/session.ts';
import type { Excluded } from '#core/summarise/excluded.ts';

/** Lines of a synthesis that a note takes; the whole of it is the summary itself. */
const mostLines = 8;

/**
 * Document 001 writes its summary into the journal too (checklist 158): a line a paragraph, for today's note. Not
 * where it may hold what is off the record.
 */
export function synthesisOf(
	text: string,
	covered: readonly Exchange[],
	{
		preset,
		session,
		excluded
	}: {
		readonly preset: Pick<Preset, 'memory'>;
		readonly session: Pick<Session, 'offRecord'>;
		readonly excluded: Pick<Excluded, 'offRecord'>;
	}
): readonly ChunkMemory[] {
	if (preset.memory !== 'before' || session.offRecord) return [];
	if (covered.some(({ turn }) => excluded.offRecord.has(turn.turnId))) return [];
	const turnIds = covered.map(({ turn }) => turn.turnId);
	return text
		.split(/\n+/)
		.filter((line) => line.trim() !== '' && !/^#{1,6}\s/.test(line))
		.slice(0, mostLines)
		.map((line) => ({
			text: line.replace(listMark, ''),
			turnIds,
			...unjudged,
			tags: ['synthesis']
		}));
}
