import type { StartVerdict } from '#core/copies/canary.ts';
import { isExplained, type Holdings, type Loss } from '#core/copies/holdings.ts';

/**
 * How many rows of what was said are really there. A branch tells how long it is, also when the browser has lost the
 * rows of its turns; these are counted where they are read anyway, or nobody waits.
 */
export interface RowsHeld {
	/** Turns, whether their rows are here or in an archive. */
	readonly turns: number;
	/** Steps whose rows are here. */
	readonly steps: number;
	/** Turns that lie in archives alone, with steps that nobody counts. */
	readonly cold: number;
	/** When the newest of them went there, Unix ms; 0 when none did. */
	readonly cooledAt: number;
}

interface Kept {
	readonly at: number;
	readonly holds: Holdings;
	/** Missing in copies made before rows were counted. */
	readonly rows?: RowsHeld;
}

type Counted = Required<Pick<Kept, 'holds' | 'rows'>>;

export type RowsLost = Extract<StartVerdict, { status: 'lost' }>;

/** What the database has lost since one of the copies was made that may not be pushed out by one of it; or null. */
export function lossSince(copies: readonly Kept[], now: Counted): RowsLost | null {
	for (const { at, holds, rows } of copies) {
		const loss = rows && lossOf({ holds, rows }, now);
		if (!loss) continue;
		const before = { ...holds, turns: rows.turns };
		return {
			status: 'lost',
			loss,
			before,
			seenAt: at,
			now: { ...now.holds, turns: now.rows.turns }
		};
	}
	return null;
}

function lossOf(before: Counted, { holds, rows }: Counted): Loss | null {
	if (isExplained(before.holds, holds)) return null;
	if (rows.turns < before.rows.turns) return 'part';
	// Turns that have gone to an archive since took their steps along.
	const isSameCold = rows.cold === before.rows.cold && rows.cooledAt === before.rows.cooledAt;
	return isSameCold && rows.steps < before.rows.steps ? 'replies' : null;
}
