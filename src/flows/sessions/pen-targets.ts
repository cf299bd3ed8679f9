import { isMemoryPath } from '#core/memory/memory.ts';
import type { Truth } from '#db/schema.ts';
import type { Pen } from '#db/scratch/pens.ts';

/** The summary that a part of the prompt is made of, by where that is stored: of such a part the id stands last. */
export const summaryOfSource = (id: string): string => id.split(' ')[1] ?? '';

/**
 * Ids of pens that write on nothing any more: a summary that says nothing or is not there, a line that is not there,
 * a part of the prompt whose file is deleted or whose summary is not in use.
 *
 * @param forGood only what no undo brings back
 */
export async function targetsGone(
	db: Truth,
	pens: readonly Pick<Pen, 'kind' | 'id'>[],
	{ forGood }: { readonly forGood: boolean }
): Promise<ReadonlySet<string>> {
	const isGone = async ({ kind, id }: Pick<Pen, 'kind' | 'id'>): Promise<boolean> => {
		if (kind === 'line') {
			// Words for a line that was decided can wait anew. One that is forgotten stays as a row without words: where there
			// is no row, a copy that does not know it has taken the place of everything.
			const line = await db.proposals.get(id);
			return forGood ? line?.text === '' : !line?.text;
		}
		if (isMemoryPath(id)) {
			const file = await db.memoryFiles.get(id);
			return file?.deletedAt !== null && (!forGood || !file?.text);
		}
		const summaryId = kind === 'source' ? summaryOfSource(id) : id;
		if (summaryId === '') return false;
		const summary = await db.summaries.get(summaryId);
		return !summary?.text || (kind === 'source' && !forGood && summary.status !== 'active');
	};
	const found = await Promise.all(pens.map(isGone));
	return new Set(pens.filter((_, at) => found[at]).map(({ id }) => id));
}
