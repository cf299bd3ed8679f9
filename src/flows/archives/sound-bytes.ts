import { sha256 } from '#core/sha256.ts';
import { putBytes } from '#db/archives/archives.ts';
import type { ArchiveWithBytes } from '#db/log/whole-session.ts';
import type { Truth } from '#db/schema.ts';
import { storing } from '#db/storing.ts';

/**
 * The bytes of an archive as it was written. Where those in the database are damaged or gone the kept copy takes their
 * place; null: that one is too, or there is none.
 */
export async function soundBytes(
	db: Truth,
	{ archive, bytes }: ArchiveWithBytes
): Promise<Uint8Array | null> {
	if (bytes && sha256(bytes) === archive.sha256) return bytes;
	// What cannot be reached is no copy.
	const kept = await db.keptArchive(archive.sha256).catch(() => null);
	if (!kept) return null;
	// If the disk is too full to repair it, the bytes in hand are read all the same.
	await storing(() => putBytes(db, archive, kept));
	return kept;
}
