import type { Scratch, UnsentRow } from '#db/schema.ts';

/** Other wordings of messages that are being written: in the table of unsent text, beside that of their session. */

/**
 * Under which a row lies, and the last words of a tab; `turnId` empty: how those of a session begin. Each tab has a row of
 * its own; rows from before 2026-11-28 name none.
 */
export const editKey = (sessionId: string, turnId: string, tab = ''): string =>
	[sessionId, turnId, ...(tab === '' ? [] : [tab])].join(' ');

/** The tab of such a key; empty: of none. */
export const tabOfEdit = (key: string): string => key.split(' ')[2] ?? '';

export const unsentEditsOf = (db: Scratch, sessionId: string): Promise<UnsentRow[]> =>
	db.unsent.where('sessionId').startsWith(editKey(sessionId, '')).toArray();

/** Under which keys any of them lie. */
export const placesOfEdits = async (db: Scratch): Promise<string[]> =>
	(await db.unsent.toCollection().primaryKeys()).filter((key) => key.includes(editKey('', '')));
