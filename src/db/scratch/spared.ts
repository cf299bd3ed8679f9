import type { Scratch } from '#db/schema.ts';
import { storing } from '#db/storing.ts';

/**
 * What is in the scratch database can be done without: where the browser cannot open, read or write it, whoever needs
 * it for something larger goes on, and that is told once. Gives what `work` gives, or `without`.
 */
export async function spared<T>(db: Scratch, work: () => Promise<T>, without: T): Promise<T> {
	const stored = await storing(work);
	if (stored.status === 'stored') return stored.value;
	// Either a newer version has opened the database, and the banner asks to reload, or its opening was not answered, which is told.
	if (stored.failure.kind === 'storage-closed') return without;
	// An opening that failed is not tried again by itself.
	const again = db.isOpen()
		? stored
		: await db.open().then(
				() => storing(work),
				() => stored
			);
	if (again.status === 'stored') return again.value;
	// Whoever stores what counts tells of a full disk.
	if (again.failure.kind === 'storage-full') return without;
	db.tellSpared();
	return without;
}
