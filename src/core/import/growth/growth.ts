import { chainEnd } from '#core/log/chain.ts';
import { isLastAnywhere } from '#core/log/last-anywhere.ts';
import { placeKey, type Exchange, type Step, type Turn } from '#core/log/turn.ts';
import { closedStep } from '#core/reply/open-ends.ts';
import type { Branch, Session } from '#core/session/session.ts';

/** What a file adds to a session that is here already: only turns that the hash chain ties to those here. */

/** Rows of one session. */
export interface SessionRows {
	readonly session: Session;
	readonly branches: readonly Branch[];
	readonly exchanges: readonly Exchange[];
}

export interface Growth {
	/** New ones, and those with a new head. */
	readonly branches: readonly Branch[];
	readonly turns: readonly Turn[];
	readonly steps: readonly Step[];
	/** The file holds everything that is here: it is a later state. */
	readonly isLater: boolean;
	/** Places of the file that stand elsewhere here, by `placeKey`: both went on in one branch. */
	readonly moved: ReadonlyMap<string, Place>;
	/** Ids of turns of the file that were taken here by other words, and those under which they come. */
	readonly copies: ReadonlyMap<string, string>;
	/** Somebody went on here, and the file in another way: what it holds beyond that stays out. */
	readonly isHeldBack: boolean;
}

/** What a file adds that adds nothing. */
export const nothingMore: Growth = {
	branches: [],
	turns: [],
	steps: [],
	isLater: false,
	moved: new Map(),
	copies: new Map(),
	isHeldBack: false
};

export interface Place {
	readonly branch: string;
	readonly seq: number;
}

/** What is here: the branches, and the exchanges at the places that were asked for, by `placeKey`. */
export interface Here {
	readonly branches: readonly Branch[];
	readonly exchanges: ReadonlyMap<string, Exchange>;
}

const named = (branches: readonly Branch[], name: string | null): Branch | undefined =>
	branches.find(({ branch }) => branch === name);

/** Where the turn before a branch stands; null for one that begins with the session. */
export function before(branches: readonly Branch[], { parent, forkSeq }: Branch): Place | null {
	const seq = forkSeq - 1;
	if (seq < 0) return null;
	let owner = named(branches, parent);
	const seen = new Set<string>();
	while (owner && seq < owner.forkSeq && !seen.has(owner.branch)) {
		seen.add(owner.branch);
		owner = named(branches, owner.parent);
	}
	return owner ? { branch: owner.branch, seq } : null;
}

/** The place up to which both have a branch. */
const lastOfBoth = (stored: Branch, wanted: Branch): number =>
	Math.min(stored.headSeq, wanted.headSeq);

/** The turns that must be read here in order to compare a file with them. */
export const placesToKnow = (
	here: readonly Branch[],
	{ branches }: Pick<SessionRows, 'branches'>
): Place[] =>
	branches.flatMap((wanted) => {
		const stored = named(here, wanted.branch);
		const place = stored
			? { branch: stored.branch, seq: lastOfBoth(stored, wanted) }
			: before(branches, wanted);
		return place && place.seq >= 0 ? [place] : [];
	});

/** The same turn, and every step that is known of it. */
export const isBeginningOf = (known: Exchange, whole: Exchange): boolean =>
	known.turn.hash === whole.turn.hash &&
	known.steps.every(({ hash, resultsHash }, index) => {
		const step = whole.steps[index];
		return hash === step?.hash && resultsHash === step.resultsHash;
	});

/** The results of a step were made up when an unfinished answer came here: no tool has said them. */
const isMadeUp = (step: Step): boolean =>
	step.resultsForgottenAt === undefined && step.resultsHash === closedStep(step).resultsHash;

/**
 * How many of the steps that are known begin the answer of the file; null: it is another one. The last one counts for
 * none where its results were made up here and the file has it otherwise.
 */
function standing(known: Exchange, whole: Exchange, mayBeRewritten: () => boolean): number | null {
	if (isBeginningOf(known, whole)) return known.steps.length;
	const steps = known.steps.slice(0, -1);
	const last = known.steps.at(-1);
	return last?.hash === whole.steps[steps.length]?.hash &&
		last &&
		isMadeUp(last) &&
		isBeginningOf({ ...known, steps }, whole) &&
		mayBeRewritten()
		? steps.length
		: null;
}

/** What a branch of the file brings: the branch as it will stand here, turns, and steps of the turn at its head here. */
interface Brought {
	readonly branch: Branch;
	readonly fresh: readonly Exchange[];
	readonly more: readonly Step[];
}

/**
 * What the file adds. A branch that went on differently here is left alone. `isFree`: whether the end of an answer that is
 * here may be written anew.
 */
export function growthOf(
	here: Here,
	rows: SessionRows,
	isFree: (exchange: Exchange) => boolean
): Growth {
	const inFile = new Map(rows.exchanges.map((exchange) => [placeKey(exchange.turn), exchange]));
	const branches: Branch[] = [];
	const turns: Turn[] = [];
	const steps: Step[] = [];
	/** As they will stand here: new turns, and those that the file writes on. */
	const added = new Map<string, Exchange>();
	let agreed = 0;
	let isHeldBack = false;

	/** Everything in `from..through` of a branch; null where the file has a gap. */
	function run(branch: string, from: number, through: number): Exchange[] | null {
		const found: Exchange[] = [];
		for (let seq = from; seq <= through; seq++) {
			const exchange = inFile.get(placeKey({ branch, seq }));
			if (!exchange) return null;
			found.push(exchange);
		}
		return found;
	}

	/** A branch that is not here yet; null where the turn before it is another one here. */
	function begun(branch: Branch): Brought | null {
		const fork = before(rows.branches, branch);
		const key = fork && placeKey(fork);
		const known = key === null ? undefined : (added.get(key) ?? here.exchanges.get(key));
		const same = key === null ? undefined : inFile.get(key);
		const isTied =
			branch.forkSeq === 0 || (known && same && chainEnd(known) === chainEnd(same)) === true;
		const fresh = run(branch.branch, branch.forkSeq, branch.headSeq) ?? [];
		isHeldBack ||= !isTied && known !== undefined && same !== undefined && fresh.length > 0;
		return isTied ? { branch, fresh, more: [] } : null;
	}

	/** Whether a branch has something that does not follow from what is here. */
	function isOtherwise(stored: Branch, wanted: Branch): boolean {
		const seq = lastOfBoth(stored, wanted);
		const key = placeKey({ branch: stored.branch, seq });
		const [known, same] = [here.exchanges.get(key), inFile.get(key)];
		if (!known || !same) return false;
		return wanted.headSeq > seq || standing(same, known, () => true) === null;
	}

	/** A branch that is here; null where the file has it otherwise as far as it goes here. */
	function goneOn(stored: Branch, wanted: Branch): Brought | null {
		if (stored.parent !== wanted.parent || stored.forkSeq !== wanted.forkSeq) return null;
		const { branch, headSeq } = stored;
		const grown = { ...stored, headSeq: Math.max(headSeq, wanted.headSeq) };
		const fresh = run(branch, headSeq + 1, wanted.headSeq);
		if (headSeq < stored.forkSeq) return { branch: grown, fresh: fresh ?? [], more: [] };
		const head = here.exchanges.get(placeKey({ branch, seq: headSeq }));
		const same = head && inFile.get(placeKey(head.turn));
		if (!head || !same) return null;
		const mayBeRewritten = () => isLastAnywhere(here.branches, head.turn) && isFree(head);
		const stand = standing(head, same, mayBeRewritten);
		// Of an answer that is forgotten no blanks are put behind what is here of it.
		const isGone = same.turn.forgottenAt !== undefined && stand !== same.steps.length;
		if (stand === null || isGone) return null;
		if (!fresh) return { branch: grown, fresh: [], more: [] };
		added.set(placeKey(head.turn), same);
		return { branch: grown, fresh, more: same.steps.slice(stand) };
	}

	function take({ branch, fresh, more }: Brought): void {
		if (fresh.length === 0 && more.length === 0) return;
		branches.push(branch);
		steps.push(...more);
		for (const exchange of fresh) {
			added.set(placeKey(exchange.turn), exchange);
			turns.push(exchange.turn);
			steps.push(...exchange.steps);
		}
	}

	// What a branch leaves from stands in one that begins before it.
	for (const wanted of rows.branches.toSorted((a, b) => a.forkSeq - b.forkSeq)) {
		const stored = named(here.branches, wanted.branch);
		const brought = stored ? goneOn(stored, wanted) : begun(wanted);
		if (stored && brought) agreed++;
		if (stored && !brought) isHeldBack ||= isOtherwise(stored, wanted);
		if (brought) take(brought);
	}
	const isLater = agreed === here.branches.length;
	return { ...nothingMore, branches, turns, steps, isLater, isHeldBack };
}
