import type { Path } from '#core/log/path.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Summary } from '#core/summary/summary.ts';
import { readExchanges } from '#db/log/turns.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/** Turns that a summary covers, from `fromSeq` on; from its archive where the session has let them go. */
export async function originalsOf(
	{ db, workshop }: Pick<App, 'db' | 'workshop'>,
	{ sessionId, through, archiveId }: Summary,
	{
		path,
		fromSeq,
		count
	}: { readonly path: Path; readonly fromSeq: number; readonly count: number }
): Promise<readonly Exchange[]> {
	const throughSeq = Math.min(through.seq, fromSeq + count - 1);
	if (fromSeq > throughSeq) return [];
	const hot = await readExchanges(db, sessionId, path, { fromSeq, throughSeq });
	if (hot.length > 0 || archiveId === null) return hot;
	const read = await workshop.run('read-archive', { archiveId }, neverStops());
	return read.status === 'read'
		? read.exchanges.filter(({ turn }) => turn.seq >= fromSeq && turn.seq <= throughSeq)
		: [];
}
