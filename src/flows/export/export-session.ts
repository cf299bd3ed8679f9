import { archiveLines } from '#core/archive/archive.ts';
import { ownPart } from '#core/log/path.ts';
import { missingSeqs, withGaps } from '#core/export/gaps.ts';
import { nameOf } from '#core/export/file-name.ts';
import type { SessionForm } from '#core/export/session-forms.ts';
import { sessionHtml } from '#core/export/session-html.ts';
import { sessionJson } from '#core/export/session-json.ts';
import { sessionMarkdown } from '#core/export/session-markdown.ts';
import { turnsMarked } from '#core/log/marks.ts';
import type { Session } from '#core/session/session.ts';
import type { Truth } from '#db/schema.ts';
import { readPath, sessionOf } from '#db/log/sessions.ts';
import { marksOf, readExchanges } from '#db/log/turns.ts';
import { readWholeSession } from '#db/log/whole-session.ts';
import { failed } from '#flows/done.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { withoutDeleted } from '#flows/export/without-deleted.ts';

/** One conversation as a file to read. */

type ExportSession = WorkshopJobs['export-session'];

const kinds: Readonly<Record<SessionForm, { readonly ending: string; readonly type: string }>> = {
	markdown: { ending: 'md', type: 'text/markdown' },
	html: { ending: 'html', type: 'text/html' },
	json: { ending: 'json', type: 'application/json' }
};

/** All that is stored of a session: the turns of every branch, those in archives too. */
async function readEverything(db: Truth, sessionId: string) {
	const whole = await readWholeSession(db, sessionId);
	const exchanges = await readExchanges(db, sessionId, whole.branches.map(ownPart));
	return { ...whole, exchanges };
}

/** Null where nothing of the session is deleted: then no other turn can quote it. */
export const wholeWhereDeleted = async (db: Truth, sessionId: string) =>
	turnsMarked(await marksOf(db, sessionId), 'deleted').size > 0
		? readEverything(db, sessionId)
		: null;

/**
 * The branch on screen as Markdown or HTML; everything of the session as JSON, which reads back. It is to be passed on:
 * what was deleted is in none of them, though it can still be brought back here.
 */
export async function exportSession(
	{ db }: { readonly db: Truth },
	{ sessionId, as, day }: ExportSession['ask']
): Promise<ExportSession['outcome']> {
	const stored = await sessionOf(db, sessionId);
	if (!stored) return failed({ kind: 'changed-meanwhile' });
	const { ending, type } = kinds[as];
	const nameFor = ({ title }: Session) => `${nameOf(title)}-${day}.${ending}`;
	const made = (session: Session, text: string) =>
		({ status: 'made', name: nameFor(session), file: new Blob([text], { type }) }) as const;
	if (as === 'json') {
		const whole = await readEverything(db, sessionId);
		const { session, line } = withoutDeleted(stored, whole);
		const lines = archiveLines({ session, ...whole });
		return made(session, sessionJson(lines.flatMap((one) => line(one) ?? [])));
	}
	// A branch to read needs nothing of the others, but where they may quote what was deleted.
	const whole = await wholeWhereDeleted(db, sessionId);
	const { session, exchanges } = withoutDeleted(stored, whole);
	const path = await readPath(db, sessionId);
	const read = await readExchanges(db, sessionId, path);
	const onScreen = withGaps(exchanges(read), missingSeqs(path, read, deletedPlaces(whole)));
	switch (as) {
		case 'markdown':
			return made(session, sessionMarkdown(session, onScreen, await marksOf(db, sessionId)));
		case 'html':
			return {
				status: 'in-pieces',
				name: nameFor(session),
				pieces: sessionHtml(session, onScreen)
			};
	}
}

/** Whether a turn that lies in an archive alone, which may be damaged, is deleted. */
function deletedPlaces(whole: Awaited<ReturnType<typeof wholeWhereDeleted>>) {
	const gone = turnsMarked(whole?.marks ?? [], 'deleted');
	return (of: string, seq: number): boolean =>
		whole?.cold.some(
			({ branch, fromSeq, turnIds }) => branch === of && gone.has(turnIds[seq - fromSeq] ?? '')
		) ?? false;
}
