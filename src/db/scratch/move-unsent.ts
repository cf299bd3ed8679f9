import { joinWritten } from '#core/asking/pasted.ts';
import type { Scratch, UnsentFiles, UnsentRow } from '#db/schema.ts';
import {
	attachedOf,
	dropComposer,
	hasWords,
	sessionOfKey,
	unsentOf,
	unsentRows
} from '#db/scratch/unsent.ts';

/** What stands unsent in a session goes on in another: apart from the rest, for few pages need it. */

export interface MovedUnsent {
	readonly unsent: UnsentRow | undefined;
	readonly files: UnsentFiles | undefined;
}

/** Sessions in which anything stands unsent; those of other wordings of messages are no sessions' ids. */
export const placesOfUnsent = async (db: Scratch): Promise<string[]> => [
	...(await db.unsent.filter(hasWords).primaryKeys()).map(sessionOfKey),
	...(await db.attached.toCollection().primaryKeys())
];

/**
 * Unsent text and files go on in another session: before what stands unsent there where they are `joined`, else only
 * where nothing does. Null: nothing was moved.
 */
export const moveUnsent = (
	db: Scratch,
	{
		from,
		to,
		joined = false
	}: { readonly from: string; readonly to: string; readonly joined?: boolean }
): Promise<MovedUnsent | null> =>
	db.transaction('rw', db.unsent, db.attached, async () => {
		const [there, items] = await Promise.all([unsentRows(db, to), attachedOf(db, to)]);
		if (!joined && there.length + items.length > 0) return null;
		const [unsent, files] = await Promise.all([unsentOf(db, from), db.attached.get(from)]);
		if (!unsent && !files) return null;
		const lying = there.find(({ sessionId }) => sessionId === to);
		if (unsent) await db.unsent.put({ ...unsent, ...joinWritten(unsent, lying), sessionId: to });
		if (files) await db.attached.put({ sessionId: to, items: [...files.items, ...items] });
		await Promise.all([dropComposer(db, from), db.attached.delete(from)]);
		return { unsent, files };
	});
