import { asksTheSame, branchesAt } from '#core/log/attempts.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { findTurn, readExchange } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';

/**
 * Ids of a message in all its attempts, the one that is meant first: asked again it stands in several branches, and what
 * is decided about it holds for its words, whichever of them is on screen. One with other words is another message.
 */
export async function attemptsAt(
	db: Truth,
	{ sessionId, turnId }: { readonly sessionId: string; readonly turnId: string }
): Promise<readonly string[]> {
	const branches = await branchesOf(db, sessionId);
	const turn = branches.length > 1 ? await findTurn(db, sessionId, turnId) : undefined;
	if (!turn) return [turnId];
	const { seq } = turn;
	const found = await Promise.all(
		branchesAt(branches, turn.branch, seq)
			.filter((branch) => branch !== turn.branch)
			.map((branch) => readExchange(db, { sessionId, branch, seq }))
	);
	const same = found.filter((exchange) => exchange && asksTheSame(exchange.turn, turn));
	return [turnId, ...same.flatMap((exchange) => (exchange ? [exchange.turn.turnId] : []))];
}
