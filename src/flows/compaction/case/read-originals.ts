import { branchAt, pathOf, type Path } from '#core/log/path.ts';
import type { Failed } from '#core/failure.ts';
import type { Session } from '#core/session/session.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Summary } from '#core/summary/summary.ts';
import { coldOf } from '#db/archives/cold.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import { failed } from '#flows/done.ts';

/** Every turn of a range, or none: what is written from originals must not pass over one that cannot be read. */

interface Range {
	readonly fromSeq: number;
	readonly throughSeq: number;
}

type Originals =
	| { readonly status: 'read'; readonly exchanges: readonly Exchange[] }
	/** A turn is in no archive that can be read. */
	| Failed;

export async function readOriginals(
	db: Truth,
	sessionId: string,
	path: Path,
	range: Range
): Promise<Originals> {
	const exchanges = await readExchanges(db, sessionId, path, range);
	const found = new Set(exchanges.map(({ turn }) => turn.seq));
	for (let seq = range.fromSeq; seq <= range.throughSeq; seq++)
		if (!found.has(seq)) {
			return failed({ kind: 'damaged', what: await holderOf(db, { sessionId, path, seq }) });
		}
	return { status: 'read', exchanges };
}

/** A summary with every turn of its range, whole, as they stand on its own path. */
export async function readSummarised(
	db: Truth,
	summaryId: string
): Promise<
	| {
			readonly status: 'read';
			readonly summary: Summary;
			readonly session: Session;
			readonly path: Path;
			readonly exchanges: readonly Exchange[];
	  }
	| Failed
> {
	const summary = await db.summaries.get(summaryId);
	const session = summary && (await sessionOf(db, summary.sessionId));
	if (!session) return failed({ kind: 'changed-meanwhile' });
	const path = pathOf(await branchesOf(db, session.id), summary.branch);
	const range = { fromSeq: summary.from.seq, throughSeq: summary.through.seq };
	const read = await readOriginals(db, session.id, path, range);
	return read.status === 'failed' ? read : { ...read, summary, session, path };
}

/** The path of the archive that should hold a turn. */
async function holderOf(
	db: Truth,
	{
		sessionId,
		path,
		seq
	}: { readonly sessionId: string; readonly path: Path; readonly seq: number }
): Promise<string> {
	const branch = branchAt(path, seq);
	const range = (await coldOf(db, sessionId)).find(
		(row) => row.branch === branch && row.fromSeq <= seq && seq <= row.throughSeq
	);
	const archive = range && (await db.archives.get(range.archiveId));
	return archive?.path ?? sessionId;
}
