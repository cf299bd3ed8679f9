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

export interface MovedUnsent {
	readonly unsent: UnsentRow | undefined;
	readonly files: UnsentFiles | undefined;
}

/** Unsent text and files go on in another session, where nothing stands unsent yet. Null: nothing was moved. */
export const moveUnsent = (
	db: Scratch,
	{ from, to }: { readonly from: string; readonly to: string }
): Promise<MovedUnsent | null> =>
	db.transaction('rw', db.unsent, db.attached, async () => {
		if ((await db.unsent.get(to)) ?? (await db.attached.get(to))) return null;
		const [unsent, files] = await Promise.all([db.unsent.get(from), db.attached.get(from)]);
		if (!unsent && !files) return null;
		if (unsent) await db.unsent.put({ ...unsent, sessionId: to });
		if (files) await db.attached.put({ ...files, sessionId: to });
		await Promise.all([db.unsent.delete(from), db.attached.delete(from)]);
		return { unsent, files };
	});

export const attachedOf = async (db: Scratch, sessionId: string): Promise<UnsentFiles['items']> =>
	(await db.attached.get(sessionId))?.items ?? [];

export async function putAttached(db: Scratch, files: UnsentFiles): Promise<void> {
	if (files.items.length === 0) await db.attached.delete(files.sessionId);
	else await db.attached.put(files);
}
