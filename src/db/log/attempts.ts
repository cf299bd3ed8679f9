import { asksTheSame, branchesAt } from '#core/log/attempts.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { findPlace, readExchange } from '#db/log/turns.ts';
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
	const place = branches.length > 1 ? await findPlace(db, sessionId, turnId) : undefined;
	if (!place) return [turnId];
	const { branch: own, seq } = place;
	const others = branchesAt(branches, own, seq).filter((branch) => branch !== own);
	// Where it was asked once nothing is read.
	if (others.length === 0) return [turnId];
	const [turn, ...found] = await Promise.all(
		[own, ...others].map((branch) => readExchange(db, { sessionId, branch, seq }))
	);
	const same = found.filter(
		(exchange) => turn && exchange && asksTheSame(exchange.turn, turn.turn)
	);
	return [turnId, ...same.flatMap((exchange) => (exchange ? [exchange.turn.turnId] : []))];
}
