import { linesSaying } from '#core/memory/file.ts';
import { normaliseLine } from '#core/lines/line.ts';
import type { MemoryOrigin } from '#core/memory/memory.ts';
import type { Truth } from '#db/schema.ts';
import { attemptsAt } from '#db/log/attempts.ts';
import { memoryFiles } from '#db/memory/files.ts';

/** Lines of memory that were learnt from messages and stand in a file. */

export interface LearntLine {
	readonly path: string;
	readonly text: string;
	/** Counted from 0. */
	readonly number: number;
}

export async function linesLearnt(
	db: Truth,
	isFrom: (origin: MemoryOrigin) => boolean
): Promise<readonly LearntLine[]> {
	const origins = await db.memoryOrigins.filter(isFrom).toArray();
	const wanted = new Set(origins.map(({ line }) => line));
	if (wanted.size === 0) return [];
	return (await memoryFiles(db)).flatMap(({ path, text }) =>
		linesSaying(text, (line) => wanted.has(normaliseLine(line))).map((line) => ({ path, ...line }))
	);
}

/** Those of one message, in all attempts at it. */
export async function linesOfMessage(
	db: Truth,
	place: { readonly sessionId: string; readonly turnId: string }
): Promise<readonly LearntLine[]> {
	const attempts = await attemptsAt(db, place);
	return linesLearnt(db, ({ turnIds }) => turnIds.some((id) => attempts.includes(id)));
}
