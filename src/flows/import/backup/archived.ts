import type { StateLine } from '#core/backup/backup.ts';
import { isUnfinished } from '#core/compaction/compaction.ts';
import { textIn } from '#core/json.ts';
import type { Session } from '#core/session/session.ts';
import type { BackupContent } from '#flows/import/ports.ts';

/**
 * What of the sessions of a backup lies in archives. It is asked for each of them, and there may be thousands, while the
 * state holds every row of years: it is gone through once.
 */
export interface Archived {
	readonly archives: BackupContent['archives'];
	/** Where an archive lies, by its id. */
	readonly paths: ReadonlyMap<string, string>;
	/** Rows of archives, of the turns that lie in them alone, and of work that is under way, by session. */
	readonly rows: ReadonlyMap<string, readonly StateLine[]>;
}

/** Archives that bring the end of a session which is here and has ended in the file since. */
export const endingsIn = (
	{ rows }: Archived,
	{ id, endedAt }: Pick<Session, 'id' | 'endedAt'>,
	there: Pick<Session, 'endedAt'>
): readonly StateLine[] =>
	there.endedAt === endedAt ? [] : (rows.get(id) ?? []).filter(isWholeArchive);

export const isWholeArchive = ({ table, row }: StateLine): boolean =>
	table === 'archives' && row['round'] === null;

/**
 * Whether a session comes archived, or is archived again, by the archive of the whole of it and nothing else: one that
 * also holds turns which lie in it alone comes in any case. `there`: the one that is here.
 */
export function endsByArchive(
	archived: Archived,
	session: Pick<Session, 'id' | 'endedAt'>,
	there: Pick<Session, 'endedAt'> | undefined
): boolean {
	const rows = archived.rows.get(session.id) ?? [];
	const whole = there ? endingsIn(archived, session, there) : rows.filter(isWholeArchive);
	const needed = new Set(
		rows.flatMap(({ table, row }) => (table === 'cold' ? [textIn(row, 'archiveId')] : []))
	);
	return whole.length > 0 && whole.every(({ row }) => !needed.has(textIn(row, 'id')));
}

export function archivedIn({ archives, state }: BackupContent): Archived {
	const paths = new Map<string, string>();
	const rows = new Map<string, StateLine[]>();
	for (const line of state) {
		const { table, row } = line;
		const isBegun = table === 'compactions' && isUnfinished({ status: row['status'] });
		if (table !== 'archives' && table !== 'cold' && !isBegun) continue;
		if (table === 'archives') paths.set(textIn(row, 'id'), textIn(row, 'path'));
		const sessionId = textIn(row, 'sessionId');
		const list = rows.get(sessionId);
		if (list) list.push(line);
		else rows.set(sessionId, [line]);
	}
	return { archives, paths, rows };
}
