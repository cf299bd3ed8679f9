import type { Archive, ColdRange } from '#core/archive/stored.ts';
import { canonicalJson } from '#core/json.ts';
import { placeKey, type Exchange } from '#core/log/turn.ts';
import { gatherRounds } from '#db/archives/cooling.ts';
import type { Truth } from '#db/schema.ts';

/**
 * When a session has ended, the archive of the whole session holds what the archives of its rounds hold too. Once that
 * is verified in both copies, turns that were read from a round are read from the whole archive, and the rounds are
 * removed.
 */

interface Gathering {
	/** Of the whole session, verified in the database and outside it. */
	readonly whole: Archive;
	readonly wholeHolds: readonly Exchange[];
	/** Of its rounds. */
	readonly rounds: readonly { readonly archive: Archive; readonly holds: readonly Exchange[] }[];
	readonly cold: readonly ColdRange[];
}

/** A round that holds anything the whole archive does not is kept. */
export async function gatherArchives(
	db: Truth,
	{ whole, wholeHolds, rounds, cold }: Gathering
): Promise<void> {
	const inWhole = new Map(wholeHolds.map((exchange) => [placeKey(exchange.turn), exchange]));
	const isHeld = (exchange: Exchange): boolean => {
		const there = inWhole.get(placeKey(exchange.turn));
		// The last turn of a round may be cut at the step where its summary ends.
		return there !== undefined && canonicalJson(upTo(there, exchange)) === canonicalJson(exchange);
	};
	const gone = rounds.filter(({ holds }) => holds.length > 0 && holds.every(isHeld));
	if (gone.length === 0) return;
	const ids = new Set(gone.map(({ archive }) => archive.id));
	await gatherRounds(db, {
		whole,
		rounds: [...ids],
		ranges: cold.filter((range) => ids.has(range.archiveId))
	});
}

const upTo = (exchange: Exchange, { steps }: Exchange): Exchange =>
	steps.length < exchange.steps.length
		? { turn: exchange.turn, steps: exchange.steps.slice(0, steps.length) }
		: exchange;
