import { before, type Place, type SessionRows } from '#core/import/growth/growth.ts';
import { chainEnd, chainStart } from '#core/log/chain.ts';
import { placeKey, type Exchange } from '#core/log/turn.ts';
import type { Branch } from '#core/session/session.ts';

/** A session as a tree of turns, while a file brings more: what follows a turn, in whatever branch. */

/** What is here, as it grows. */
export interface Tree {
	readonly sessionId: string;
	readonly branches: Map<string, Branch>;
	readonly exchanges: Map<string, Exchange>;
	/** Places that follow a place, or the beginning, by key. */
	readonly next: Map<string, Place[]>;
	readonly turnIds: Set<string>;
	/** Of the questions: what was said before them is in each, and whose they are. */
	readonly hashes: Set<string>;
	/** By the end of its links: all that was said up to it, and the ids of who said it. */
	readonly ends: Map<string, Exchange>;
	/** Ids of turns of a file that were taken here, and those under which they came. */
	readonly copies: Map<string, string>;
	/** Whether more may be written to a turn that is here. */
	readonly isFree: (exchange: Exchange) => boolean;
}

const keyOf = (place: Place | null): string => (place ? placeKey(place) : '');

/** Adds that a place follows another. */
export function follow(tree: Tree, at: Place | null, place: Place): void {
	const key = keyOf(at);
	const places = tree.next.get(key);
	if (places) places.push(place);
	else tree.next.set(key, [place]);
}

/** Writes down what stands at a place. */
export function put(tree: Tree, exchange: Exchange): void {
	tree.exchanges.set(placeKey(exchange.turn), exchange);
	tree.turnIds.add(exchange.turn.turnId);
	tree.hashes.add(exchange.turn.hash);
	tree.ends.set(chainEnd(exchange), exchange);
}

export function treeOf(
	{ session, branches, exchanges }: SessionRows,
	isFree: Tree['isFree']
): Tree {
	const tree: Tree = {
		sessionId: session.id,
		branches: new Map(branches.map((row) => [row.branch, row])),
		exchanges: new Map(),
		next: new Map(),
		turnIds: new Set(),
		hashes: new Set(),
		ends: new Map(),
		copies: new Map(),
		isFree
	};
	for (const exchange of exchanges) put(tree, exchange);
	for (const row of branches)
		for (let { forkSeq: seq } = row; seq <= row.headSeq; seq++) {
			const { branch } = row;
			follow(tree, seq > row.forkSeq ? { branch, seq: seq - 1 } : before(branches, row), {
				branch,
				seq
			});
		}
	return tree;
}

/** The turns that follow one, or (null) that begin. */
export const following = (tree: Tree, at: Exchange | null): Exchange[] =>
	(tree.next.get(keyOf(at?.turn ?? null)) ?? []).flatMap(
		(place) => tree.exchanges.get(placeKey(place)) ?? []
	);

/** The hash that a turn behind one, or (null) a first one, is linked to. */
export const linkOf = ({ sessionId }: Tree, at: Exchange | null): string =>
	at ? chainEnd(at) : chainStart(sessionId);

/** The place before one that is here. */
export function beforeOf({ branches, exchanges }: Tree, { turn }: Exchange): Exchange | null {
	const row = branches.get(turn.branch);
	const isFirst = row === undefined || turn.seq === row.forkSeq;
	const place = isFirst
		? row && before([...branches.values()], row)
		: { branch: turn.branch, seq: turn.seq - 1 };
	return (place && exchanges.get(placeKey(place))) ?? null;
}
