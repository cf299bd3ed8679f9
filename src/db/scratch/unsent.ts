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

export async function putUnsent(db: Scratch, unsent: UnsentRow): Promise<void> {
	if (unsent.text === '') await db.unsent.delete(unsent.sessionId);
	else await db.unsent.put(unsent);
}

export const attachedOf = async (db: Scratch, sessionId: string): Promise<UnsentFiles['items']> =>
	(await db.attached.get(sessionId))?.items ?? [];

export async function putAttached(db: Scratch, files: UnsentFiles): Promise<void> {
	if (files.items.length === 0) await db.attached.delete(files.sessionId);
	else await db.attached.put(files);
}
