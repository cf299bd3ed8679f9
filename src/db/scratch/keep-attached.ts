import type { Scratch, UnsentFiles } from '#db/schema.ts';
import { attachedOf, isSameFile, putAttached } from '#db/scratch/unsent.ts';

/** Files that stand unsent in a session, which several tabs may show: apart from the rest, for most messages have none. */

type Items = UnsentFiles['items'];

/**
 * Store what stands in one tab, where `was` stood before; what another has put beside stays. A file that is
 * put up twice counts twice.
 */
export const keepAttached = (
	db: Scratch,
	sessionId: string,
	{ was, items }: { readonly was: Items; readonly items: Items }
): Promise<void> =>
	db.transaction('rw', db.attached, async () => {
		const stored = await attachedOf(db, sessionId);
		const others = without(stored, [...items, ...without(was, items)]);
		await putAttached(db, { sessionId, items: [...others, ...items] });
	});

/** Each is taken out once. */
function without(all: Items, out: Items): Items {
	const left = [...all];
	for (const item of out) {
		const at = left.findIndex((one) => isSameFile(one, item));
		if (at >= 0) left.splice(at, 1);
	}
	return left;
}
