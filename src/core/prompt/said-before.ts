import { hasSameRows } from '#core/log/same-exchange.ts';
import type { Exchange, Turn } from '#core/log/turn.ts';
import { sayExchange } from '#core/prompt/messages.ts';
import type { Summary } from '#core/summary/summary.ts';
import { goOnFrom, type Wire } from '#core/wire/wire.ts';

/**
 * Builds on the messages of the last prompt: a log only grows, so its messages begin the next prompt too. If anything
 * else changed (another branch, a turn left out, a result pruned, another summary), all messages are built anew.
 */

/** The messages of a log as they were built last. Only further exchanges of the same log are ever added to `wire`. */
interface Said {
	/** What stood before the first exchange, and how exchanges were said. */
	readonly start: string;
	readonly exchanges: readonly Exchange[];
	readonly wire: Wire;
}

/** By the first turn that was said. */
const known = new WeakMap<Turn, Said>();

/** Adds the exchanges behind the reference in `beginning`. The wire returned belongs to the caller. */
export function sayRecent(
	beginning: Wire,
	exchanges: readonly Exchange[],
	summary: Summary | null
): Wire {
	const first = exchanges[0]?.turn;
	if (!first) return beginning;
	const start = JSON.stringify([
		beginning.messages,
		beginning.tools,
		beginning.words,
		summary?.through
	]);
	const before = known.get(first);
	const stands = before?.start === start && beginsWith(exchanges, before.exchanges);
	const wire = stands ? before.wire : beginning;
	for (const exchange of stands ? exchanges.slice(before.exchanges.length) : exchanges)
		sayExchange(wire, exchange, { summary, next: null });
	known.set(first, { start, exchanges, wire });
	return goOnFrom(wire);
}

const beginsWith = (exchanges: readonly Exchange[], before: readonly Exchange[]): boolean =>
	before.length <= exchanges.length && before.every((said, at) => hasSameRows(said, exchanges[at]));
