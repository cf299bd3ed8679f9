import type { LedgerEntry } from '#core/ledger/ledger-entry.ts';

/** A request that was answered, with nothing in it but what is given. */
export const aLedgerEntry = (
	over: Partial<LedgerEntry> & Pick<LedgerEntry, 'id'>
): LedgerEntry => ({
	at: 1,
	kind: 'chat',
	sessionId: 's1',
	turnId: 's1-trunk-0',
	step: 0,
	model: 'm',
	host: 'h',
	segments: [],
	rest: '{}',
	system: [],
	tools: null,
	messages: [],
	tokens: 1,
	cost: null,
	outcome: 'answered',
	failure: null,
	...over
});
