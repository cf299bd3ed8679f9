import { nameOf } from '#core/export/file-name.ts';
import { summaryMarkdown } from '#core/export/summary-markdown.ts';
import type { Truth } from '#db/schema.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { failed } from '#flows/done.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** One summary, or a draft of one, as a file to read: as it is stored. It is one row, so nobody is asked to make it. */
export async function exportSummary(
	{ db }: { readonly db: Truth },
	{ summaryId, day }: { readonly summaryId: string; readonly day: string }
): Promise<WorkshopJobs['export-memory']['outcome']> {
	const summary = await db.summaries.get(summaryId);
	const session = summary && (await sessionOf(db, summary.sessionId));
	if (!summary || !session) return failed({ kind: 'changed-meanwhile' });
	const name = `${nameOf(session.title)}-summary-${String(summary.round)}-${day}.md`;
	const file = new Blob([summaryMarkdown(session, summary)], { type: 'text/markdown' });
	return { status: 'made', name, file };
}
