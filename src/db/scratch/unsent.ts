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

export const unsentOf = (db: Scratch, sessionId: string): Promise<UnsentRow | undefined> =>
	db.unsent.get(sessionId);

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

/** Words that are about to be stored elsewhere: they are not written over those of another tab. */
export async function putTaken(db: Scratch, taken: UnsentRow, was: string): Promise<void> {
	const { sessionId, text } = taken;
	if (text === '') await putUnsent(db, taken, was);
	// This tab has stored nothing: what stands there already is another's.
	else if (was === '') await db.unsent.add(taken).catch('ConstraintError', () => undefined);
	else
		await db.unsent
			.where({ sessionId })
			.filter((row) => row.text === was)
			.modify(taken);
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
