import type { LedgerEntry } from '#core/ledger/ledger-entry.ts';
import { afterCall, type ReportedCall } from '#core/prompt/weight/reported-call.ts';
import { countLost, uncountLost, type LostCall } from '#core/wire/broken-usage.ts';
import type { Counters } from '#core/wire/usage.ts';
import type { Session } from '#core/session/session.ts';
import { countInSession, giveUpRequest } from '#db/ledger/ledger.ts';
import type { Stored } from '#db/storing.ts';
import type { App } from '#flows/ports.ts';
import type { CallEnd } from '#flows/prompt/filed-call.ts';

/** What another tab has added for a call, as long as it took the one that made it for gone. */
type Counted = LostCall | undefined;

/** What the ledger knows of its end. */
type Noted = Pick<CallEnd, 'counted' | 'unclosed'>;

const without = (counters: Counters, counted: Counted): Counters =>
	counted ? uncountLost(counters, counted) : counters;

/**
 * Adds a call to its session that tells nothing of the context of its messages. One that took nothing from anybody, for
 * none was reported and none can have been, adds nothing.
 */
export async function recordCall(
	{ db }: Pick<App, 'db'>,
	sessionId: string,
	model: string,
	end: CallEnd
): Promise<Stored<unknown>> {
	const { usage, cost, counted, unclosed } = end;
	const isFree = usage === null && end.status !== 'answered' && !end.isLost;
	if (isFree && !counted && !unclosed) return { status: 'stored', value: null };
	const add = (session: Session) => {
		const counters = without(session.counters, counted);
		return { counters: isFree ? counters : countLost(counters, { model, usage, cost }) };
	};
	return countInSession(db, sessionId, add, unclosed);
}

/** Adds what a call reported to its session. `isCounted`: its sums stand there already. */
export const recordUsage = (
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	sessionId: string,
	reported: ReportedCall,
	{ isCounted = false, counted, unclosed }: { readonly isCounted?: boolean } & Noted
): Promise<Stored<unknown>> => {
	const add = (session: Session) => {
		const before = { ...session, counters: without(session.counters, counted) };
		const { counters, ...measured } = afterCall(before, reported, clock.now());
		return isCounted ? measured : { counters, ...measured };
	};
	return countInSession(db, sessionId, add, unclosed);
};

/** Notes of a request that its tab is gone, and adds it to its session. `known`: what was heard of it; of most nothing was. */
export async function giveUpCall(
	{ db }: Pick<App, 'db'>,
	{ id, kind, model }: LedgerEntry,
	known?: LostCall
): Promise<void> {
	// Counting is free.
	const lost = kind === 'count' ? null : (known ?? { model, usage: null, cost: null });
	await giveUpRequest(db, id, lost, ({ counters }) =>
		lost ? { counters: countLost(counters, lost) } : {}
	);
}
