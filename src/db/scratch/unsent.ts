import { joinAllWritten } from '#core/asking/pasted.ts';
import type { PartialReply, Scratch, UnsentFiles, UnsentRow } from '#db/schema.ts';

/** Partial replies and unsent text. Losing these costs half a second of writing, never a turn. */

export const partialOf = (db: Scratch, sessionId: string): Promise<PartialReply | undefined> =>
	db.partials.get(sessionId);

export const everyPartial = (db: Scratch): Promise<PartialReply[]> => db.partials.toArray();

export async function putPartial(db: Scratch, partial: PartialReply): Promise<void> {
	await db.partials.put(partial);
}

export async function removePartial(db: Scratch, sessionId: string): Promise<void> {
	await db.partials.delete(sessionId);
}

/**
 * Under which the words in the composer of a session lie. Each tab has a row of its own, for no tab may write over what
 * another has; `tab` empty: of no tab, what was moved there or is from before 2026-11-30.
 */
export const composerKey = (sessionId: string, tab: string): string =>
	tab === '' ? sessionId : `${sessionId}/${tab}`;

/** The session of such a key. */
export const sessionOfKey = (key: string): string => key.split('/', 1)[0] ?? '';

/** The tab of such a key; empty: of none. */
export const tabOfKey = (key: string): string => key.split('/')[1] ?? '';

const composerOf = ({ unsent }: Scratch, sessionId: string) =>
	unsent.where('sessionId').equals(sessionId).or('sessionId').startsWith(`${sessionId}/`);

export async function dropComposer(db: Scratch, sessionId: string): Promise<void> {
	await composerOf(db, sessionId).delete();
}

/** All that lies of its composer, in the order it was written. */
export async function unsentRows(db: Scratch, sessionId: string): Promise<UnsentRow[]> {
	const rows = await composerOf(db, sessionId).filter(hasWords).toArray();
	return rows.sort((one, other) => one.at - other.at);
}

/** Where there are none another tab has gone on from them (see `putComposer`). */
export const hasWords = ({ text }: UnsentRow): boolean => text !== '';

/** Whether what this tab wrote last, at `at` ms, went on in another one. */
export async function wentOn(db: Scratch, key: string, at: number): Promise<boolean> {
	const row = await db.unsent.get(key);
	return row !== undefined && !hasWords(row) && row.at === at;
}

/** The same as one text, the last that was written at its end. */
export async function unsentOf(db: Scratch, sessionId: string): Promise<UnsentRow | undefined> {
	const rows = await unsentRows(db, sessionId);
	const newest = rows.at(-1);
	return newest && { ...newest, ...joinAllWritten(rows), sessionId };
}

/**
 * An empty text takes the row away: where `was` is given, only one that holds it, for another tab may have written there.
 * One write, begun at once: a page that goes has no time for more.
 */
export async function putUnsent(db: Scratch, unsent: UnsentRow, was?: string): Promise<void> {
	const { sessionId, text } = unsent;
	if (text === '')
		await db.unsent
			.where({ sessionId })
			.filter((row) => was === undefined || row.text === was)
			.delete();
	else await db.unsent.put(unsent);
}

/**
 * Words that stand in a composer. `over`: what of them may lie for another tab or none, by key; it goes from there in the
 * same transaction, unless other words lie there meanwhile. The row of a tab stays, empty: a closed one that is opened
 * again still has its words, and would send them a second time.
 */
export async function putComposer(
	db: Scratch,
	own: UnsentRow,
	over: ReadonlyMap<string, readonly string[]>
): Promise<void> {
	if (over.size === 0) return putUnsent(db, own);
	await db.transaction('rw', db.unsent, async () => {
		await putUnsent(db, own);
		for (const [key, held] of over) {
			const rows = db.unsent
				.where({ sessionId: key })
				.filter((row) => hasWords(row) && held.includes(row.text));
			if (key === sessionOfKey(key)) await rows.delete();
			else await rows.modify({ text: '', pasted: [] });
		}
	});
}

export const attachedOf = async (db: Scratch, sessionId: string): Promise<UnsentFiles['items']> =>
	(await db.attached.get(sessionId))?.items ?? [];

/** A file has no id: it is known by its name and its content. */
export const isSameFile = (
	one: UnsentFiles['items'][number],
	other: UnsentFiles['items'][number]
): boolean => one.name === other.name && one.block.source.data === other.block.source.data;

export async function putAttached(db: Scratch, files: UnsentFiles): Promise<void> {
	if (files.items.length === 0) await db.attached.delete(files.sessionId);
	else await db.attached.put(files);
}
