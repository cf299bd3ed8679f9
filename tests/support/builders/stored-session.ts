import { chainStart, linkResults, linkStep, linkTurn, chainEnd } from '#core/log/chain.ts';
import { trunk, type Branch, type Session } from '#core/session/session.ts';
import type { Exchange, Step } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';

/** `count` exchanges with a tool call each, chained. */
export function someExchanges(
	count: number,
	{ sessionId = 's1', branch = trunk, from = 0, previous = chainStart(sessionId) } = {}
): Exchange[] {
	let link = previous;
	return Array.from({ length: count }, (_, offset) => {
		const seq = from + offset;
		const turnId = `${sessionId}-${branch}-${String(seq)}`;
		const asked = [{ type: 'text' as const, text: `What about number ${String(seq)}? 👋` }];
		const hash = linkTurn(link, turnId, asked);
		const call = {
			type: 'tool_use' as const,
			id: `call_${String(seq)}`,
			name: 'recall',
			input: { query: 'x' }
		};
		const results = [
			{ type: 'tool_result' as const, tool_use_id: call.id, content: `found ${String(seq)}` }
		];
		const at = 1_700_000_000_000 + seq * 60_000;
		const shared = {
			sessionId,
			branch,
			seq,
			turnId,
			model: 'claude-test',
			state: 'complete' as const,
			usage: { input: 10, cacheRead: 0, cacheWrite: 0, output: 5 },
			cost: null,
			epoch: 0,
			basis: null,
			startedAt: at,
			endedAt: at + 1000,
			failure: null,
			continues: false
		};
		const first: Step['content'] = [{ type: 'thinking', thinking: 'hm', signature: 'sig' }, call];
		const firstHash = linkStep(hash, { turnId, index: 0 }, first);
		const resultsHash = linkResults(firstHash, results);
		const second: Step['content'] = [{ type: 'text', text: `Number ${String(seq)} is fine.` }];
		const exchange: Exchange = {
			turn: {
				sessionId,
				branch,
				seq,
				turnId,
				hash,
				asked,
				askedAt: at,
				stamp: 'Friday 2026-11-20 13:05 UTC',
				source: 'typed'
			},
			steps: [
				{
					...shared,
					index: 0,
					hash: firstHash,
					content: first,
					stopReason: 'tool_use',
					results,
					resultsHash
				},
				{
					...shared,
					index: 1,
					hash: linkStep(resultsHash, { turnId, index: 1 }, second),
					content: second,
					stopReason: 'end_turn',
					results: null,
					resultsHash: null
				}
			]
		};
		link = chainEnd(exchange);
		return exchange;
	});
}

export const aBranch = (over: Partial<Branch> = {}): Branch => ({
	sessionId: 's1',
	branch: trunk,
	parent: null,
	forkSeq: 0,
	headSeq: -1,
	createdAt: 1_700_000_000_000,
	...over
});

/** Store a session with one branch of exchanges, the trunk if nothing else is said. */
export async function storeSession(
	db: Truth,
	session: Session,
	exchanges: readonly Exchange[],
	branch: Partial<Branch> = {}
): Promise<void> {
	await db.sessions.put(session);
	const headSeq = exchanges.at(-1)?.turn.seq ?? (branch.forkSeq ?? 0) - 1;
	await db.branches.put(aBranch({ sessionId: session.id, headSeq, ...branch }));
	await db.turns.bulkPut(exchanges.map((exchange) => exchange.turn));
	await db.steps.bulkPut(exchanges.flatMap((exchange) => exchange.steps));
}
