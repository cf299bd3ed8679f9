import type { ChunkMemory } from '#core/compaction/compaction.ts';
import { longestLine } from '#core/lines/line.ts';
import { unjudged } from '#core/memory/memory.ts';
import { listMark } from '#core/memory/file.ts';
import { branchAt, type Path } from '#core/log/path.ts';
import type { Exchange, Position, Turn } from '#core/log/turn.ts';
import type { Preset } from '#core/presets/preset.ts';
import type { Session } from '#core/session/session.ts';
import { wordCut } from '#core/text/excerpt.ts';
import { sentencesIn } from '#core/text/sentences.ts';

/** Lines of a synthesis that a note takes; the whole of it is the summary itself. */
const mostLines = 8;

/**
 * Document 001 writes its summary into the journal too (checklist 158): a line a paragraph, or several where it is
 * longer than a line of memory may be, for today's note. Not where it may hold what is off the record.
 */
export function synthesisOf(
	text: string,
	covered: readonly Exchange[],
	{
		preset,
		session,
		isSecret
	}: {
		readonly preset: Pick<Preset, 'memory'>;
		readonly session: Pick<Session, 'offRecord'>;
		/** See `holdsSecret`. */
		readonly isSecret: boolean;
	}
): readonly ChunkMemory[] {
	if (preset.memory !== 'before' || session.offRecord || isSecret) return [];
	const turnIds = covered.map(({ turn }) => turn.turnId);
	return text
		.split(/\n+/)
		.filter((line) => line.trim() !== '' && !/^#{1,6}\s/.test(line))
		.flatMap((line) => inLines(line.replace(listMark, '').trim()))
		.slice(0, mostLines)
		.map((line) => ({
			text: line,
			turnIds,
			...unjudged,
			tags: ['synthesis']
		}));
}

/**
 * Whether a summary may hold what was said off the record: it tells of all that was said before its end, for it goes on
 * from the ones before. `offRecord`: the turns of the session that are.
 */
export const holdsSecret = (
	offRecord: readonly Pick<Turn, 'branch' | 'seq'>[],
	{ path, through }: { readonly path: Path; readonly through: Position }
): boolean =>
	offRecord.some(({ branch, seq }) => seq <= through.seq && branchAt(path, seq) === branch);

/** What would be cut off at the desk goes on in a line of its own: behind a sentence, or behind a word of a long one. */
function inLines(paragraph: string): readonly string[] {
	if (paragraph.length <= longestLine) return [paragraph];
	const reach = paragraph.slice(0, longestLine + 1);
	const begun = sentencesIn(reach).at(-1) ?? '';
	const end = reach.length - begun.length || wordCut(paragraph, longestLine);
	return [paragraph.slice(0, end).trim(), ...inLines(paragraph.slice(end).trim())];
}
