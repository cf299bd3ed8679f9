import type { Archive, ColdRange } from '#core/archive/stored.ts';
import { placeKey, type Exchange } from '#core/log/turn.ts';
import { gatherRounds } from '#db/archives/cooling.ts';
import type { Truth } from '#db/schema.ts';

/**
 * When a session has ended, the archive of the whole session holds what the archives of its rounds hold too. Once that
 * is verified in both copies, turns that were read from a round are read from the whole archive, and the rounds are
 * removed.
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

/** Returns how many archives were removed. A round that holds anything the whole archive does not is kept. */
export async function gatherArchives(
	db: Truth,
	{ whole, wholeHolds, rounds, cold, isSame }: Gathering
): Promise<number> {
	const inWhole = new Map(wholeHolds.map((exchange) => [placeKey(exchange.turn), exchange]));
	const isHeld = (exchange: Exchange): boolean => {
		const there = inWhole.get(placeKey(exchange.turn));
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

const upTo = (exchange: Exchange, { steps }: Exchange): Exchange =>
	steps.length < exchange.steps.length
		? { turn: exchange.turn, steps: exchange.steps.slice(0, steps.length) }
		: exchange;
