import { rowOf } from '#core/archive/archive.ts';
import { nameOf } from '#core/export/file-name.ts';
import { summaryMarkdown } from '#core/export/summary-markdown.ts';
import type { Truth } from '#db/schema.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { failed } from '#flows/done.ts';
import { wholeWhereDeleted } from '#flows/export/export-session.ts';
import { withoutDeleted } from '#flows/export/without-deleted.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** One summary, or a draft of one, as a file to read: as it is stored, without what was deleted since it was written. */
export async function exportSummary(
	{ db }: { readonly db: Truth },
	{ summaryId, day }: WorkshopJobs['export-summary']['ask']
): Promise<WorkshopJobs['export-summary']['outcome']> {
	const stored = await db.summaries.get(summaryId);
	const its = stored && (await sessionOf(db, stored.sessionId));
	if (!stored || !its) return failed({ kind: 'changed-meanwhile' });
	const { session, line } = withoutDeleted(its, await wholeWhereDeleted(db, its.id));
	const left = line({ type: 'summary', ...stored });
	const summary = left?.type === 'summary' ? rowOf(left) : null;
	if (!summary || (summary.text.trim() === '' && stored.text.trim() !== ''))
		return failed({ kind: 'changed-meanwhile' });
	const name = `${nameOf(session.title)}-summary-${String(summary.round)}-${day}.md`;
	const file = new Blob([summaryMarkdown(session, summary)], { type: 'text/markdown' });
	return { status: 'made', name, file };
}
