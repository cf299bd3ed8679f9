import type { Truth } from '#db/schema.ts';
import type { Pen } from '#db/scratch/pens.ts';

/** Ids of pens that write on nothing any more: a summary that says nothing or is not there, a line that waits no longer. */
export async function targetsGone(
	db: Truth,
	pens: readonly Pick<Pen, 'kind' | 'id'>[]
): Promise<ReadonlySet<string>> {
	const of = (wanted: Pen['kind']) =>
		pens.filter(({ kind }) => kind === wanted).map(({ id }) => id);
	const [summaries, lines] = [of('summary'), of('line')];
	const [writtenOn, waiting] = await Promise.all([
		db.summaries.bulkGet(summaries),
		db.proposals.bulkGet(lines)
	]);
	return new Set([
		...summaries.filter((_, at) => (writtenOn[at]?.text ?? '') === ''),
		...lines.filter((_, at) => waiting[at]?.status !== 'waiting')
	]);
}
