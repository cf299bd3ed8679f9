import { Dexie } from 'dexie';
import type { IndexPart, IndexStore } from '#db/schema.ts';
import { storageFailure } from '#db/storing.ts';

/** The search index, as it is kept between starts. */

/** All parts at once. */
export async function putIndex(store: IndexStore, parts: readonly IndexPart[]): Promise<void> {
	await store.parts.bulkPut([...parts]);
}

/** Half an index is none. */
export async function dropIndex(store: IndexStore): Promise<void> {
	await store.parts.bulkDelete(['index', 'cursor']);
}

/** Nothing of it is left. One of a newer version cannot be written to, and goes whole: that version makes it anew. */
export async function clearIndex(store: IndexStore): Promise<void> {
	await store.parts.clear().catch((error: unknown) => {
		if (storageFailure(error)?.kind !== 'storage-closed') throw error;
		return Dexie.delete(store.name);
	});
}

/** What is kept is of no use any more: another database stands in the place of the one that was read. */
export async function beginIndexAnew(store: IndexStore, now: number): Promise<void> {
	await store.transaction('rw', store.parts, async () => {
		const before = await store.parts.get('era');
		await store.parts.clear();
		await store.parts.put({
			key: 'era',
			bytes: new Uint8Array(),
			at: Math.max(now, (before?.at ?? 0) + 1)
		});
	});
}
