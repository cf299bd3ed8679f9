import { isMemoryPath } from '#core/memory/memory.ts';
import type { Truth } from '#db/schema.ts';
import type { Pen, PenWords } from '#db/scratch/pens.ts';

/** The summary that a part of the prompt is made of, by where that is stored: its id is followed by that of its session. */
export const summaryOfSource = (id: string): string => id.split(' ')[1] ?? '';

/** Pens from before do not say it. */
const sessionOfPen = ({ kind, id, words }: Pick<Pen, 'kind' | 'id' | 'words'>): string =>
	(kind === 'source' ? id.split(' ')[2] : (words as PenWords['summary']).sessionId) ?? '';

/**
 * Ids of pens that write on nothing any more: a summary that says nothing or is not there, a line that is not there,
 * a part of the prompt whose file is deleted or whose summary is not in use.
 *
 * @param forGood only what was forgotten: that stays as a row without words, and of a session as its tombstone. Where there
 *   is neither, a copy that does not know it has taken the place of everything, or is about to put it back.
 */
export async function targetsGone(
	db: Truth,
	pens: readonly Pick<Pen, 'kind' | 'id' | 'words'>[],
	{ forGood }: { readonly forGood: boolean }
): Promise<ReadonlySet<string>> {
	const isGone = async (pen: Pick<Pen, 'kind' | 'id' | 'words'>): Promise<boolean> => {
		const { kind, id } = pen;
		if (kind === 'line') {
			// Words for a line that was decided can wait anew.
			const line = await db.proposals.get(id);
			return forGood ? line?.text === '' : !line?.text;
		}
		if (isMemoryPath(id)) {
			const file = await db.memoryFiles.get(id);
			return file?.deletedAt !== null && (!forGood || file?.text === '');
		}
		const summaryId = kind === 'source' ? summaryOfSource(id) : id;
		if (summaryId === '') return false;
		const summary = await db.summaries.get(summaryId);
		if (!summary && forGood) {
			const sessionId = sessionOfPen(pen);
			return sessionId === '' || (await db.tombstones.get(sessionId)) !== undefined;
		}
		return !summary?.text || (kind === 'source' && !forGood && summary.status !== 'active');
	};
	const found = await Promise.all(pens.map(isGone));
	return new Set(pens.filter((_, at) => found[at]).map(({ id }) => id));
}
