import { isSameExchange } from '#core/same-exchange.ts';
import type { Exchange } from '#core/turn.ts';
import type { Truth } from '#db/schema.ts';

/** Every reading makes new objects of the same rows; what the core has formed, weighed and hashed it knows by the object. */

/** Of the session read last, by branch and seq; one session at a time, so that memory does not grow with the archive. */
const known = new WeakMap<Truth, { sessionId: string; exchanges: ReadonlyMap<string, Exchange> }>();

/** The exchanges as they were read, those that have not changed since the last reading as the very same objects. */
export function keepKnown(
	db: Truth,
	sessionId: string,
	read: readonly Exchange[]
): readonly Exchange[] {
	const last = known.get(db);
	const before = last?.sessionId === sessionId ? last.exchanges : null;
	const exchanges = new Map<string, Exchange>();
	for (const exchange of read) {
		const key = `${exchange.turn.branch} ${String(exchange.turn.seq)}`;
		const old = before?.get(key);
		exchanges.set(key, old && isSameExchange(old, exchange) ? old : exchange);
	}
	known.set(db, { sessionId, exchanges });
	return [...exchanges.values()];
}
