import type { Archive, ColdRange } from '#core/archive/stored.ts';
import type { Exchange } from '#core/log/turn.ts';
import { gatherRounds } from '#db/archives/cold.ts';
import type { Truth } from '#db/schema.ts';

/**
 * Archives are stored once: when a session has ended, what its rounds of compaction have archived stands in the archive
 * of the whole session too. Once that is proved twice over, turns that lie in a round alone are read from the whole one,
 * and the rounds go.
 */

export interface Gathering {
	/** Of the whole session, verified in the database and outside it. */
	readonly whole: Archive;
	readonly wholeHolds: readonly Exchange[];
	/** Of its rounds. */
	readonly rounds: readonly { readonly archive: Archive; readonly holds: readonly Exchange[] }[];
	readonly cold: readonly ColdRange[];
	/** Whether two exchanges are the same in every field. */
	readonly isSame: (one: Exchange, other: Exchange) => boolean;
}

/** How many archives went. A round that holds anything the whole archive does not stays. */
export async function gatherArchives(
	db: Truth,
	{ whole, wholeHolds, rounds, cold, isSame }: Gathering
): Promise<number> {
	const inWhole = new Map(wholeHolds.map((exchange) => [placeOf(exchange), exchange]));
	const isHeld = (exchange: Exchange): boolean => {
		const there = inWhole.get(placeOf(exchange));
		// The last turn of a round may be cut at the step where its summary ends.
		return there !== undefined && isSame(upTo(there, exchange), exchange);
	};
	const gone = rounds.filter(({ holds }) => holds.length > 0 && holds.every(isHeld));
	if (gone.length === 0) return 0;
	const ids = new Set(gone.map(({ archive }) => archive.id));
	const stored = await gatherRounds(db, {
		whole,
		rounds: [...ids],
		ranges: cold.filter((range) => ids.has(range.archiveId))
	});
	return stored.status === 'stored' ? gone.length : 0;
}

const placeOf = ({ turn }: Exchange): string => `${turn.branch} ${String(turn.seq)}`;

const upTo = (exchange: Exchange, { steps }: Exchange): Exchange =>
	steps.length < exchange.steps.length
		? { turn: exchange.turn, steps: exchange.steps.slice(0, steps.length) }
		: exchange;
