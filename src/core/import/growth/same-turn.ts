import { areAskedAlike, turnsAlike } from '#core/import/growth/alike.ts';
import { isMade } from '#core/import/chat-lines.ts';
import { completedBy } from '#core/import/growth/open-end.ts';
import { linkOf, type Tree } from '#core/import/growth/session-tree.ts';
import { isSameJson } from '#core/json.ts';
import { chainEnd, linkTurn } from '#core/log/chain.ts';
import type { Exchange, Turn } from '#core/log/turn.ts';

/** Whether a turn of a file is one that is here: by its hashes, by its words, or by what forgetting has left of it. */

export const isForgotten = ({ turn, steps }: Exchange): boolean =>
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

/** Whether one may be the other behind another turn, or under another id: what it says then tells. */
const isCopied = ({ turn: one }: Exchange, { turn: other }: Exchange): boolean =>
	one.turnId === other.turnId || isMade(one.turnId) || isMade(other.turnId);

const saidIn = ({ turn, steps }: Exchange): unknown => [
	turn.asked,
	steps.map(({ content, results }) => [content, results])
];

/** Turns of the file, by the end of their links. */
export type Ends = ReadonlySet<string>;

/** Whether words tell which turn it is; one of ours has an id of its own. */
export const isByWords = ({ source, turnId }: Turn): boolean =>
	source === 'import' && isMade(turnId);

/** Whether a turn that is here and one of the file may be one though their links end otherwise: both sides lack the other. */
const mayBeOne = (tree: Tree, ends: Ends, at: Exchange, first: Exchange): boolean =>
	isByWords(at.turn) ||
	((at.turn.hash === first.turn.hash || isCopied(at, first)) &&
		!tree.ends.has(chainEnd(first)) &&
		!ends.has(chainEnd(at)));

/** Whether one is the other as it was later or before. */
export const mayGoOn = ({ turn: at }: Exchange, { turn: first }: Exchange): boolean =>
	isByWords(at) || at.hash === first.hash;

/** How many turns of a branch of the file, from one on, a turn that is here is, and whether it is longer; null: it is another. */
export function standing(
	tree: Tree,
	ends: Ends,
	{ at, link }: { readonly at: Exchange; readonly link: string },
	{ file, taken }: { readonly file: readonly Exchange[]; readonly taken: number }
): { readonly turns: number; readonly isLonger: boolean } | null {
	const first = file[taken];
	if (!first) return null;
	const same = { turns: 1, isLonger: false };
	if (chainEnd(at) === chainEnd(first)) return same;
	const isOther = at.turn.hash !== first.turn.hash && tree.hashes.has(first.turn.hash);
	const isHere = isOther && !isByWords(at.turn);
	if (!isHere && isOneForgotten(first, at, link)) return same;
	if (!mayBeOne(tree, ends, at, first)) return null;
	if (isOneForgotten(at, first, linkOf(tree, file[taken - 1] ?? null))) return same;
	const is = isByWords(at.turn) ? turnsAlike(at, file, taken) : null;
	if (is?.are === 'same') return { turns: is.turns, isLonger: false };
	if (isSameJson(saidIn(at), saidIn(first))) return same;
	const isLonger = is?.are === 'longer' || (mayGoOn(at, first) && isWrittenOn(at, first));
	return isLonger ? { turns: is?.turns ?? 1, isLonger } : null;
}
