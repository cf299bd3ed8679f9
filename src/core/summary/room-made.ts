import type { Path } from '#core/log/path.ts';
import { goesBeyond, summaryInUse, type Summary } from '#core/summary/summary.ts';

/**
 * Whether a summary is in use that goes beyond the one that was (by id; null: none), so that what did not fit then may
 * fit now. Undo makes no room, and neither does what it brings back.
 */
export function isRoomMade(
	summaries: readonly Summary[],
	path: Path,
	before: string | null
): boolean {
	const used = summaryInUse(summaries, path);
	const was = summaries.find(({ id }) => id === before);
	return used !== null && used.id !== before && (!was || goesBeyond(used, was));
}
