import type { StateLine } from '#core/backup/backup.ts';
import { isUnfinished } from '#core/compaction/compaction.ts';
import { textIn } from '#core/json.ts';
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

export const isWholeArchive = ({ table, row }: StateLine): boolean =>
	table === 'archives' && row['round'] === null;

/**
 * Whether a session comes archived, or is archived again, by the archive of the whole of it and nothing else: one that
 * also holds turns which lie in it alone comes in any case. `withIt`: rows that come with the session.
 */
export function endsByArchive(
	{ rows }: Archived,
	sessionId: string,
	withIt: readonly StateLine[]
): boolean {
	const whole = withIt.filter(isWholeArchive);
	const needed = new Set(
		(rows.get(sessionId) ?? []).flatMap(({ table, row }) =>
			table === 'cold' ? [textIn(row, 'archiveId')] : []
		)
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
