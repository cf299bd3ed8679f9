import type { Truth } from '#db/schema.ts';

/** Letting go of requests that were sent before a time (ms), and of content that no other request points at. */
export async function forgetRequests(db: Truth, before: number): Promise<void> {
	const old = await db.ledger.where('at').below(before).primaryKeys();
	if (old.length === 0) return;
	await db.transaction('rw', db.ledger, db.blobs, async () => {
		await db.ledger.bulkDelete(old);
		const used = new Set<string>();
		await db.ledger.each((entry) => {
			for (const hash of [...entry.system, ...entry.messages]) used.add(hash);
			if (entry.tools !== null) used.add(entry.tools);
		});
		const kept = await db.blobs.toCollection().primaryKeys();
		await db.blobs.bulkDelete(kept.filter((hash) => !used.has(hash)));
	});
}
