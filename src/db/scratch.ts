import type { PartialReply, Scratch } from '#db/schema.ts';

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

export const unsentOf = async (db: Scratch, sessionId: string): Promise<string> =>
	(await db.unsent.get(sessionId))?.text ?? '';

export async function putUnsent(
	db: Scratch,
	unsent: { readonly sessionId: string; readonly text: string; readonly at: number }
): Promise<void> {
	if (unsent.text === '') await db.unsent.delete(unsent.sessionId);
	else await db.unsent.put(unsent);
}

/** Unsent text goes on in another session, where nothing stands unsent yet. */
export const moveUnsent = (
	db: Scratch,
	{ from, to }: { readonly from: string; readonly to: string }
): Promise<void> =>
	db.transaction('rw', db.unsent, async () => {
		const unsent = await db.unsent.get(from);
		if (!unsent || (await db.unsent.get(to))) return;
		await db.unsent.put({ ...unsent, sessionId: to });
		await db.unsent.delete(from);
	});
