import { isMemoryPath } from '#core/memory/memory.ts';
import type { Truth } from '#db/schema.ts';
import type { Pen } from '#db/scratch/pens.ts';

/** The summary that a part of the prompt is made of, by where that is stored: of such a part the id stands last. */
export const summaryOfSource = (id: string): string => id.split(' ')[1] ?? '';

/**
 * Ids of pens that write on nothing any more: a summary that says nothing or is not there, a line that waits no longer,
 * a part of the prompt whose file is deleted or whose summary is not in use.
 *
 * @param forGood only what no undo brings back
 */
export async function targetsGone(
	db: Truth,
	pens: readonly Pick<Pen, 'kind' | 'id'>[],
	forGood: boolean
): Promise<ReadonlySet<string>> {
	const of = (wanted: Pen['kind']) =>
		pens.filter(({ kind }) => kind === wanted).map(({ id }) => id);
	const [summaries, lines, sources] = [of('summary'), of('line'), of('source')];
	const files = sources.filter(isMemoryPath);
	const parts = sources.filter((id) => summaryOfSource(id) !== '');
	const [writtenOn, waiting, stored, inUse] = await Promise.all([
		db.summaries.bulkGet(summaries),
		db.proposals.bulkGet(lines),
		db.memoryFiles.bulkGet(files),
		db.summaries.bulkGet(parts.map(summaryOfSource))
	]);
	const isEmpty = (row?: { readonly text: string }) => (row?.text ?? '') === '';
	return new Set([
		...summaries.filter((_, at) => isEmpty(writtenOn[at])),
		...lines.filter(
			(_, at) => isEmpty(waiting[at]) || (!forGood && waiting[at]?.status !== 'waiting')
		),
		...files.filter((_, at) => stored[at]?.deletedAt !== null && (!forGood || isEmpty(stored[at]))),
		...parts.filter((_, at) => isEmpty(inUse[at]) || (!forGood && inUse[at]?.status !== 'active'))
	]);
}
