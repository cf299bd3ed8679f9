import { areAskedAlike, isOfNotices, openingOf } from '#core/import/growth/alike.ts';
import { uuidOf } from '#core/import/chat-lines.ts';
import { mostBranches } from '#core/import/chat-shape.ts';
import type { Growth, Place, SessionRows } from '#core/import/growth/growth.ts';
import { completedBy } from '#core/import/growth/open-end.ts';
import {
	isByWords,
	isForgotten,
	mayGoOn,
	standing,
	type Ends
} from '#core/import/growth/same-turn.ts';
import {
	beforeOf,
	follow,
	following,
	linkOf,
	put,
	treeOf,
	type Tree
} from '#core/import/growth/session-tree.ts';
import { chainEnd } from '#core/log/chain.ts';
import { copiedTo } from '#core/log/fork.ts';
import { pathOf } from '#core/log/path.ts';
import { placeKey, type Exchange } from '#core/log/turn.ts';
import { trunk, type Branch } from '#core/session/session.ts';

/**
 * What a file adds to a conversation, looked at as two trees of turns. Each branch of the file is followed from its first
 * turn as far as it is here, in whatever branches; what is left goes on there, or is a branch of its own. So nothing of a
 * file that came whole ever comes again. A turn of ours is known by its hashes, wherever it stands. One of another product is
 * known by its words: its ids and hashes depend on which branch was on screen at the export.
 */

export interface TreeGrowth extends Growth {
	/** The branch that is on screen in the product, where something came to it. */
	readonly shown: string | null;
	/** Branches beyond the most that are kept. */
	readonly leftOut: number;
}

/** How far a branch of the file is here: the last turn that is, and how many of the file's it and those before it are. */
interface Reached {
	readonly at: Exchange | null;
	readonly taken: number;
	/** How many of them are the same in full. */
	readonly same: number;
}

/** Follows a branch of the file as far as it is here, in whatever branches that is. */
function reach(tree: Tree, ends: Ends, file: readonly Exchange[]): Reached {
	let best: Reached = { at: null, taken: 0, same: 0 };
	const open = [best];
	for (let from = open.pop(); from; from = open.pop()) {
		const isAsFar = from.taken === best.taken && from.same === best.same;
		const isPassed = isAsFar && from.at !== null && isOfNotices(from.at);
		const isBetter = from.taken === best.taken ? from.same > best.same : from.taken > best.taken;
		if (isBetter || isPassed) best = from;
		const link = linkOf(tree, from.at);
		for (const at of following(tree, from.at)) {
			if (isOfNotices(at)) open.push({ ...from, at });
			const is = standing(tree, ends, { at, link }, { file, taken: from.taken });
			const taken = from.taken + (is?.turns ?? 0);
			// On the beginning of an answer that is longer here nothing else may follow in the file.
			if (is && (!is.isLonger || taken === file.length))
				open.push({ at, taken, same: from.same + (is.isLonger ? 0 : 1) });
		}
	}
	return best;
}

/** Writes the rest of an answer that had not ended when it came, where nothing hangs on it. */
function complete(tree: Tree, at: Exchange, link: string, file: Exchange): Exchange | null {
	const { branch, seq } = at.turn;
	const isEnd = following(tree, at).length === 0 && !isForgotten(at) && tree.isFree(at);
	const steps = isEnd && areAskedAlike(at, file) ? completedBy(at.steps, file.steps) : null;
	if (!steps) return null;
	const to = { sessionId: tree.sessionId, branch, from: seq, link };
	const [whole] = copiedTo(to, [{ turn: at.turn, steps }], () => at.turn.turnId);
	if (whole) put(tree, whole);
	return whole ?? null;
}

/** An answer that is longer in the file, written on where it stands; null: there is none. */
function completed(
	tree: Tree,
	ends: Ends,
	{ at, taken }: Reached,
	file: readonly Exchange[]
): Reached | null {
	const first = file[taken];
	for (const next of first ? following(tree, at) : []) {
		if (!first || !mayGoOn(next, first)) continue;
		const whole = complete(tree, next, linkOf(tree, at), first);
		if (whole) return { at: whole, taken: taken + 1, same: 0 };
	}
	const last = file[taken - 1];
	const whole = at && last && complete(tree, at, linkOf(tree, beforeOf(tree, at)), last);
	return whole ? { at: whole, taken, same: 0 } : null;
}

type Taken = Readonly<Record<'has', (name: string) => boolean>>;

function freeId(wanted: string, taken: Taken): string {
	let id = wanted;
	for (let count = 2; taken.has(id); count++) id = uuidOf(`${wanted} ${String(count)}`);
	return id;
}

/** A name that is made of words, and of nothing that the next file may tell otherwise. */
const freeName = (words: string, taken: Taken): string => freeId(uuidOf(words), taken);

/** Puts turns of the file behind one that is here. Returns the branch they are in; null: there are too many. */
function goOn(tree: Tree, at: Exchange | null, way: FileWay, taken: number): string | null {
	const { sessionId, branches } = tree;
	const rest = way.exchanges.slice(taken);
	const [first] = rest;
	const forkSeq = at ? at.turn.seq + 1 : 0;
	const end = branches.get(at?.turn.branch ?? trunk);
	const goesOn = end?.headSeq === forkSeq - 1;
	if (!first || (!goesOn && branches.size >= mostBranches)) return null;
	// As the file calls it, where it begins there too.
	const { branch: called, forkSeq: begins } = way.branch;
	const isFree = begins === forkSeq && first.turn.branch === called && !branches.has(called);
	const made = `${sessionId} ${openingOf(first)} ${String(forkSeq)}`;
	const name = goesOn ? end.branch : isFree ? called : freeName(made, branches);
	branches.set(name, {
		...(goesOn
			? end
			: {
					sessionId,
					branch: name,
					parent: at?.turn.branch ?? (branches.has(trunk) ? trunk : null),
					forkSeq,
					createdAt: way.branch.createdAt
				}),
		headSeq: forkSeq + rest.length - 1
	});
	let before = at;
	let fileLink = linkOf(tree, way.exchanges[taken - 1] ?? null);
	for (const [index, exchange] of rest.entries()) {
		const place = { branch: name, seq: forkSeq + index };
		const placed = placedAt(tree, exchange, { place, link: linkOf(tree, before), fileLink });
		put(tree, placed);
		follow(tree, before?.turn ?? null, placed.turn);
		fileLink = chainEnd(exchange);
		before = placed;
	}
	return name;
}

/** The id of a copy of a turn, where its own was taken by other words. */
const copyIdOf = (exchange: Exchange): string =>
	uuidOf(`${exchange.turn.turnId} ${chainEnd(exchange)}`);

/** A turn of the file at its place here: as it stands there where it follows the same and its id is free, else a copy. */
function placedAt(
	{ sessionId, turnIds, copies }: Tree,
	exchange: Exchange,
	{
		place,
		link,
		fileLink
	}: Readonly<Record<'link' | 'fileLink', string>> & { readonly place: Place }
): Exchange {
	const { turn, steps } = exchange;
	const isFree = !turnIds.has(turn.turnId);
	if (isFree && link === fileLink)
		return { turn: { ...turn, ...place }, steps: steps.map((step) => ({ ...step, ...place })) };
	const turnId = isFree ? turn.turnId : freeId(copyIdOf(exchange), turnIds);
	if (!isFree) copies.set(turn.turnId, turnId);
	const to = { sessionId, branch: place.branch, from: place.seq, link };
	return copiedTo(to, [exchange], () => turnId)[0] ?? exchange;
}

/** A branch of the file, with every turn from the first one to its head. */
interface FileWay {
	readonly branch: Branch;
	readonly exchanges: readonly Exchange[];
}

/** The branches of a session, the first one first; those before others that they carry. */
function waysOf({ branches, exchanges }: SessionRows): FileWay[] {
	const byPlace = new Map(exchanges.map((exchange) => [placeKey(exchange.turn), exchange]));
	return branches
		.toSorted(
			(a, b) => Number(b.branch === trunk) - Number(a.branch === trunk) || a.forkSeq - b.forkSeq
		)
		.map((branch) => ({
			branch,
			exchanges: pathOf(branches, branch.branch).flatMap(({ branch: name, fromSeq, throughSeq }) =>
				Array.from(
					{ length: throughSeq - fromSeq + 1 },
					(_, index) => byPlace.get(placeKey({ branch: name, seq: fromSeq + index })) ?? []
				).flat()
			)
		}));
}

/** Whether every turn of a session is there. */
export const isWhole = ({ branches, exchanges }: SessionRows): boolean => {
	const places = new Set(exchanges.map(({ turn }) => placeKey(turn)));
	return branches.every(({ branch, forkSeq, headSeq }) => {
		for (let seq = forkSeq; seq <= headSeq; seq++)
			if (!places.has(placeKey({ branch, seq }))) return false;
		return true;
	});
};

/** Both whole. `isFree`: whether the answer of a turn that is here may still be written on. */
export function growthOfTrees(
	here: SessionRows,
	file: SessionRows,
	isFree: (exchange: Exchange) => boolean
): TreeGrowth {
	const tree = treeOf(here, isFree);
	const known = new Map(tree.exchanges);
	const branches = new Map(tree.branches);
	const ends = new Set(file.exchanges.map(chainEnd));
	let shown: string | null = null;
	let leftOut = 0;
	for (const way of waysOf(file)) {
		const reached = reach(tree, ends, way.exchanges);
		const more = completed(tree, ends, reached, way.exchanges);
		const { at, taken } = more ?? reached;
		const isMore = taken < way.exchanges.length;
		const name = isMore ? goOn(tree, at, way, taken) : (more?.at?.turn.branch ?? null);
		if (isMore && name === null) leftOut++;
		const isOfProduct = way.exchanges.every(({ turn }) => isByWords(turn));
		if (way.branch.branch === trunk && isOfProduct) shown = name;
	}
	const grown = [...tree.exchanges].filter(([key, exchange]) => known.get(key) !== exchange);
	const moved = file.exchanges.flatMap((exchange): [string, Place][] => {
		const stands = tree.ends.get(chainEnd(exchange))?.turn;
		const key = placeKey(exchange.turn);
		return stands && placeKey(stands) !== key ? [[key, stands]] : [];
	});
	return {
		branches: [...tree.branches.values()].filter((row) => branches.get(row.branch) !== row),
		turns: grown.flatMap(([key, { turn }]) => (known.has(key) ? [] : [turn])),
		steps: grown.flatMap(([key, { steps }]) => {
			const before = known.get(key)?.steps;
			return before
				? steps.filter(
						({ hash, resultsHash }, index) =>
							hash !== before[index]?.hash || resultsHash !== before[index].resultsHash
					)
				: steps;
		}),
		isLater: [...tree.exchanges.values()].every((exchange) => ends.has(chainEnd(exchange))),
		moved: new Map(moved),
		copies: tree.copies,
		shown,
		leftOut,
		isHeldBack: false
	};
}
