import { areAskedAlike, isOfNotices, openingOf, turnsAlike } from '#core/import/alike.ts';
import { uuidOf } from '#core/import/chat-lines.ts';
import { mostBranches } from '#core/import/chat-shape.ts';
import type { Growth, Place, SessionRows } from '#core/import/growth.ts';
import { completedBy } from '#core/import/open-end.ts';
import {
	beforeOf,
	follow,
	following,
	linkOf,
	treeOf,
	type Tree
} from '#core/import/session-tree.ts';
import { linkTurn } from '#core/log/chain.ts';
import { copiedTo } from '#core/log/fork.ts';
import { pathOf } from '#core/log/path.ts';
import { placeKey, type Exchange, type Turn } from '#core/log/turn.ts';
import { trunk, type Branch } from '#core/session/session.ts';

/**
 * What a file adds to a conversation of another product that is here already, told by its words: ids and hashes depend
 * on which branch was on screen at the export. Each branch of the file is followed from its first turn as far as any
 * branch here says the same; what is left goes on there, or is a branch of its own. So nothing of a file that came whole
 * ever comes again.
 */

export interface GrowthByWords extends Growth {
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

const isForgotten = ({ turn, steps }: Exchange): boolean =>
	turn.forgottenAt !== undefined || steps.some((step) => step.forgottenAt !== undefined);

/**
 * Whether a turn is one that was forgotten on the other side, here or in the file: only its id, and its hash with what it
 * is linked to, still tell.
 */
const isOneForgotten = ({ turn }: Exchange, gone: Exchange, link: string): boolean =>
	isForgotten(gone) &&
	(turn.turnId === gone.turn.turnId ||
		linkTurn(link, gone.turn.turnId, turn.asked) === gone.turn.hash);

/** Whether the answer of a turn that is here begins as that of the file, also inside of a step. */
const isWrittenOn = (here: Exchange, file: Exchange): boolean =>
	areAskedAlike(here, file) && completedBy(file.steps, here.steps) !== null;

/** Follows a branch of the file as far as it is here, in whatever branches that is. */
function reach(tree: Tree, file: readonly Exchange[]): Reached {
	let best: Reached = { at: null, taken: 0, same: 0 };
	const open = [best];
	for (let from = open.pop(); from; from = open.pop()) {
		const isAsFar = from.taken === best.taken && from.same === best.same;
		const isPassed = isAsFar && from.at !== null && isOfNotices(from.at);
		const isBetter = from.taken === best.taken ? from.same > best.same : from.taken > best.taken;
		if (isBetter || isPassed) best = from;
		const first = file[from.taken];
		if (!first) continue;
		for (const at of following(tree, from.at)) {
			// Words of somebody here are no import's, unless that is a copy of them.
			if (at.turn.source !== 'import' && at.turn.hash !== first.turn.hash) continue;
			if (isOfNotices(at)) open.push({ ...from, at });
			const is =
				isOneForgotten(first, at, linkOf(tree, from.at)) ||
				isOneForgotten(at, first, linkOf(tree, file[from.taken - 1] ?? null))
					? { turns: 1, are: 'same' }
					: turnsAlike(at, file, from.taken);
			const turns = is?.turns ?? 1;
			// On the beginning of an answer that is longer here nothing else may follow in the file.
			const isHere =
				is?.are === 'same' ||
				(from.taken + turns === file.length && (is?.are === 'longer' || isWrittenOn(at, first)));
			if (!isHere) continue;
			const same = from.same + (is?.are === 'same' ? 1 : 0);
			open.push({ at, taken: from.taken + turns, same });
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
	if (whole) tree.exchanges.set(placeKey(at.turn), whole);
	return whole ?? null;
}

/** An answer that is longer in the file, written on where it stands; null: there is none. */
function completed(tree: Tree, { at, taken }: Reached, file: readonly Exchange[]): Reached | null {
	const first = file[taken];
	for (const next of first ? following(tree, at) : []) {
		const whole = first && complete(tree, next, linkOf(tree, at), first);
		if (whole) return { at: whole, taken: taken + 1, same: 0 };
	}
	const last = file[taken - 1];
	const whole = at && last && complete(tree, at, linkOf(tree, beforeOf(tree, at)), last);
	return whole ? { at: whole, taken, same: 0 } : null;
}

/** A name that is made of words, and of nothing that the next file may tell otherwise. */
function freeName(wanted: string, taken: { has(name: string): boolean }): string {
	let name = uuidOf(wanted);
	for (let count = 2; taken.has(name); count++) name = uuidOf(`${wanted} ${String(count)}`);
	return name;
}

/** Puts turns of the file behind one that is here. Returns the branch they are in; null: there are too many. */
function goOn(tree: Tree, at: Exchange | null, way: FileWay, taken: number): string | null {
	const { sessionId, branches } = tree;
	const rest = way.exchanges.slice(taken);
	const [first] = rest;
	const from = at ? at.turn.seq + 1 : 0;
	const link = linkOf(tree, at);
	const last = way.exchanges[taken - 1];
	// As the file has them, where they follow the same there as here.
	const isTied = (name: string): boolean =>
		linkOf(tree, last ?? null) === link &&
		rest.every(
			({ turn }, index) =>
				turn.branch === name && turn.seq === from + index && !tree.turnIds.has(turn.turnId)
		);
	const end = branches.get(at?.turn.branch ?? trunk);
	const goesOn = end?.headSeq === from - 1;
	if (!first || (!goesOn && branches.size >= mostBranches)) return null;
	const made = `${sessionId} ${openingOf(first)} ${String(from)}`;
	const isOwn = isTied(way.branch.branch) && !branches.has(way.branch.branch);
	const name = goesOn ? end.branch : isOwn ? way.branch.branch : freeName(made, branches);
	const fresh = isTied(name)
		? rest
		: copiedTo({ sessionId, branch: name, from, link }, rest, ({ turn }) =>
				freeName(`${turn.turnId} in ${name}`, tree.turnIds)
			);
	const headSeq = from + fresh.length - 1;
	branches.set(name, {
		...(goesOn
			? end
			: {
					sessionId,
					branch: name,
					parent: at?.turn.branch ?? (branches.has(trunk) ? trunk : null),
					forkSeq: from,
					createdAt: way.branch.createdAt
				}),
		headSeq
	});
	let before: Place | null = at?.turn ?? null;
	for (const exchange of fresh) {
		tree.exchanges.set(placeKey(exchange.turn), exchange);
		tree.turnIds.add(exchange.turn.turnId);
		follow(tree, before, exchange.turn);
		before = exchange.turn;
	}
	return name;
}

/** A branch of the file, with every turn from the first one to its head. */
interface FileWay {
	readonly branch: Branch;
	readonly exchanges: readonly Exchange[];
}

/** The branches of a session, the one on screen first; those before others that they carry. */
function waysOf({ branches, exchanges }: SessionRows): FileWay[] {
	const byPlace = new Map(exchanges.map((exchange) => [placeKey(exchange.turn), exchange]));
	return branches
		.toSorted((a, b) => Number(b.branch === trunk) - Number(a.branch === trunk))
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

/** Both whole, and the file an import. `isFree`: whether the answer of a turn that is here may still be written on. */
export function growthByWords(
	here: SessionRows,
	file: SessionRows,
	isFree: (exchange: Exchange) => boolean
): GrowthByWords {
	const tree = treeOf(here, isFree);
	const known = new Map(tree.exchanges);
	const branches = new Map(tree.branches);
	let shown: string | null = null;
	let leftOut = 0;
	let isHeldBack = false;
	const inFile = new Set(file.exchanges.map(({ turn }) => turn.hash));
	const isOwn = ({ source, hash }: Turn) => source !== 'import' && !inFile.has(hash);
	for (const way of waysOf(file)) {
		const reached = reach(tree, way.exchanges);
		const more = completed(tree, reached, way.exchanges);
		const { at, taken } = more ?? reached;
		// Where somebody went on here, and the product had ended, it is left alone.
		const next = following(tree, at);
		const isOurs = next.length > 0 && next.every(({ turn }) => isOwn(turn));
		const isLonger = taken < way.exchanges.length;
		const isMore = isLonger && !isOurs;
		isHeldBack ||= isLonger && isOurs;
		const name = isMore ? goOn(tree, at, way, taken) : (more?.at?.turn.branch ?? null);
		if (isMore && name === null) leftOut++;
		if (way.branch.branch === trunk) shown = name;
	}
	const grown = [...tree.exchanges].filter(([key, exchange]) => known.get(key) !== exchange);
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
		isLater: false,
		shown,
		leftOut,
		isHeldBack
	};
}
