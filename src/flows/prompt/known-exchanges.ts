import { slicePath, type Path, type PathPart } from '#core/log/path.ts';
import { isSameExchange } from '#core/log/same-exchange.ts';
import { placeKey, type Exchange } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { readExchanges } from '#db/log/turns.ts';

/**
 * Keeps the session that was read last, object for object. Core remembers by object what it has built, weighed and
 * hashed, and every new reading would make new objects of the same rows; so only what was added since is read.
 */

interface Known {
	readonly sessionId: string;
	/** How much had been forgotten when it was read (`forgottenSoFar`); null: it must all be read anew. */
	readonly forgotten: number | null;
	/** By branch and seq. */
	readonly exchanges: ReadonlyMap<string, Exchange>;
}

/** One session at a time, so that memory does not grow with the archive. */
const known = new WeakMap<Truth, Known>();

/**
 * The exchanges of a path from `fromSeq` to its head. Turns and steps are only ever appended, and steps only to the
 * last turn of a branch. What else happens to stored ones: they are forgotten, or a copy is restored over them; then all
 * is read again.
 */
export async function readKnown(
	db: Truth,
	{
		sessionId,
		path,
		fromSeq,
		forgotten
	}: {
		readonly sessionId: string;
		readonly path: Path;
		readonly fromSeq: number;
		/** Asked before, see `forgottenSoFar`. */
		readonly forgotten: number | null;
	}
): Promise<readonly Exchange[]> {
	const last = known.get(db);
	const before = last?.sessionId === sessionId ? last : null;
	const isSound = forgotten !== null && before?.forgotten === forgotten;
	const parts = await Promise.all(
		slicePath(path, fromSeq, Infinity).map(async (part) => {
			const behind = isSound ? await readBehind(db, sessionId, before, part) : null;
			const read = behind ?? (await readExchanges(db, sessionId, [part]));
			return read.map((exchange) => sameAs(before, exchange));
		})
	);
	const exchanges = parts.flat();
	known.set(db, {
		sessionId,
		forgotten,
		exchanges: new Map(exchanges.map((exchange) => [placeKey(exchange.turn), exchange]))
	});
	return exchanges;
}

/**
 * Reads only what was added to a part of the path. The last known turn is read again, because it may have got steps,
 * and its hash vouches for all before it. Null where the hashes do not fit together: then all must be read.
 */
async function readBehind(
	db: Truth,
	sessionId: string,
	{ exchanges }: Known,
	part: PathPart
): Promise<readonly Exchange[] | null> {
	const found: Exchange[] = [];
	for (let seq = part.fromSeq; seq <= part.throughSeq; seq++) {
		const exchange = exchanges.get(placeKey({ branch: part.branch, seq }));
		if (!exchange) break;
		found.push(exchange);
	}
	const last = found.pop();
	if (!last) return null;
	const range = { fromSeq: last.turn.seq, throughSeq: part.throughSeq };
	const read = await readExchanges(db, sessionId, [part], range);
	return read[0]?.turn.hash === last.turn.hash ? [...found, ...read] : null;
}

/** The very object that was read before, where nothing in it has changed. */
function sameAs(before: Known | null, read: Exchange): Exchange {
	const old = before?.exchanges.get(placeKey(read.turn));
	return old && isSameExchange(old, read) ? old : read;
}
