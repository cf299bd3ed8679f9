import { withoutLines } from '#core/memory/file.ts';
import { isNoted } from '#core/lines/same-line.ts';
import type { Truth } from '#db/schema.ts';

/** What was forgotten here stays out of what a file brings. The preview shows it so and the import does it; both ask here. */

/** The ids of all tombstones. */
export type Gone = ReadonlySet<string>;

export const readGone = async (db: Truth): Promise<Gone> =>
	new Set(await db.tombstones.toCollection().primaryKeys());

export const isGoneLine = (gone: Gone, line: string): boolean =>
	gone.size > 0 && isNoted(gone, line);

/** A memory file without them, and how many they are. */
export function withoutGoneLines(text: string, gone: Gone): { text: string; count: number } {
	let count = 0;
	const left = withoutLines(text, (line) => {
		const isGone = isGoneLine(gone, line);
		if (isGone) count++;
		return isGone;
	});
	return { text: left, count };
}
