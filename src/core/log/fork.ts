import type { Branch } from '#core/session/session.ts';
import { trunk } from '#core/session/session.ts';
import { chainStart, linkResults, linkStep, linkTurn, chainEnd } from '#core/log/chain.ts';
import { branchAt, pathOf } from '#core/log/path.ts';
import { pinIdOf, type Pin } from '#core/log/pin.ts';
import type { Exchange, Mark, Step } from '#core/log/turn.ts';

/** Turns of one session as the trunk of another: a copy with ids, places and a chain of its own. */

/**
 * What leads to a turn: its branch back to the trunk where `branches` are known, else everything up to it in the order
 * of seq. Empty when the turn is not among the exchanges; with `turnId` null all that leads to the end of the branch
 * `shown`, or, where that is not known, to the last exchange.
 */
export function exchangesUpTo(
	exchanges: readonly Exchange[],
	{
		turnId,
		branches,
		shown
	}: {
		readonly turnId: string | null;
		readonly branches: readonly Branch[];
		readonly shown: string | undefined;
	}
): readonly Exchange[] {
	const isKnown = (name = ''): boolean => branches.some(({ branch }) => branch === name);
	const end =
		turnId === null
			? { branch: isKnown(shown) ? shown : exchanges.at(-1)?.turn.branch, seq: Infinity }
			: exchanges.find(({ turn }) => turn.turnId === turnId)?.turn;
	if (!end) return [];
	const { branch = '', seq } = end;
	const path = isKnown(branch) ? pathOf(branches, branch) : null;
	return exchanges
		.filter(
			({ turn }) => turn.seq <= seq && (path === null || branchAt(path, turn.seq) === turn.branch)
		)
		.toSorted((a, b) => a.turn.seq - b.turn.seq);
}

/**
 * Copy exchanges into the trunk of session `sessionId`, numbered from 0 without gaps. Thinking stays stored but is
 * bound to nothing, so it is never sent. The copies cost nothing: their price was counted in the first session.
 */
export const forkExchanges = (
	exchanges: readonly Exchange[],
	{ sessionId, newId }: { readonly sessionId: string; readonly newId: () => string }
): readonly Exchange[] =>
	copiedTo({ sessionId, branch: trunk, from: 0, link: chainStart(sessionId) }, exchanges, newId);

/** Copies that continue the chain at `link`, numbered from `from` on, with ids of their own. */
export function copiedTo(
	to: {
		readonly sessionId: string;
		readonly branch: string;
		readonly from: number;
		readonly link: string;
	},
	exchanges: readonly Exchange[],
	idOf: (exchange: Exchange) => string
): readonly Exchange[] {
	const { sessionId, branch, from } = to;
	const copies: Exchange[] = [];
	let { link } = to;
	for (const [index, exchange] of exchanges.entries()) {
		const { turn, steps } = exchange;
		const turnId = idOf(exchange);
		const place = { sessionId, branch, seq: from + index, turnId };
		const hash = linkTurn(link, turnId, turn.asked);
		let before = hash;
		const copied = steps.map((step, at): Step => {
			const stepHash = linkStep(before, { turnId, index: at }, step.content);
			const resultsHash = step.results && linkResults(stepHash, step.results);
			before = resultsHash ?? stepHash;
			return {
				...step,
				...place,
				index: at,
				hash: stepHash,
				resultsHash,
				cost: null,
				epoch: 0,
				basis: null
			};
		});
		const copy: Exchange = { turn: { ...turn, ...place, hash }, steps: copied };
		link = chainEnd(copy);
		copies.push(copy);
	}
	return copies;
}

/**
 * What was decided about messages, for their copies: kept out of a request or of memory, or pinned. Each with its own
 * time, for of “pinned” and “left out” the later one holds.
 */
export function marksOfCopies(
	{ marks, pins }: { readonly marks: readonly Mark[]; readonly pins: readonly Pin[] },
	{
		chosen,
		copies,
		newId
	}: Readonly<Record<'chosen' | 'copies', readonly Exchange[]>> & { readonly newId: () => string }
): { readonly marks: readonly Mark[]; readonly pins: readonly Pin[] } {
	const places = new Map(
		copies.map(({ turn: { sessionId, turnId } }, at) => [
			chosen[at]?.turn.turnId ?? '',
			{ sessionId, turnId }
		])
	);
	const goesAlong = ({ kind }: Mark) => kind !== 'waiting' && kind !== 'deleted';
	return {
		marks: marks.filter(goesAlong).flatMap((mark) => {
			const place = places.get(mark.turnId);
			return place ? [{ ...mark, ...place }] : [];
		}),
		pins: pins.flatMap((pin) => {
			const { sessionId, turnId } = pin;
			const place = places.get(turnId ?? '');
			if (turnId === null || !place) return [];
			const isWhole = pin.id === pinIdOf({ sessionId, turnId });
			return [{ ...pin, ...place, id: isWhole ? pinIdOf(place) : newId() }];
		})
	};
}
