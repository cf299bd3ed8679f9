import { commonTurns, openingOf } from '#core/import/alike.ts';
import { uuidOf } from '#core/import/chat-lines.ts';
import type { Growth, SessionRows } from '#core/import/growth.ts';
import { chainStart, chainEnd } from '#core/log/chain.ts';
import { copiedTo } from '#core/log/fork.ts';
import { trunk, type Branch } from '#core/session/session.ts';
import type { Exchange } from '#core/log/turn.ts';

/**
 * An imported conversation that then took another way in its product: a question was edited, or an answer written
 * again. What is on screen there now does not continue the trunk here but is a branch of its own. It is recognised by
 * its words, because ids and hashes depend on which branch was on screen at the export.
 */

/** A branch that is here, with every turn from the first one to its head. */
export interface Way {
	readonly branch: Branch;
	readonly exchanges: readonly Exchange[];
}

/**
 * What the trunk of a file adds: more turns at the end of a branch that is here, or a new branch of one. Null if it
 * adds nothing, or if somebody went on with the conversation here.
 */
export function otherWay(
	{ session: { id, createdAt }, exchanges }: SessionRows,
	here: readonly Way[]
): { readonly growth: Growth; readonly shown: string } | null {
	const said = exchanges.filter(({ turn }) => turn.branch === trunk);
	const isOwn = ({ turn }: Exchange) => turn.source !== 'import';
	if (said.some(isOwn) || here.some((way) => way.exchanges.some(isOwn))) return null;
	const nearest = here
		.map((way) => ({ way, common: commonTurns(way.exchanges, said) }))
		.toSorted((a, b) => b.common.here - a.common.here)[0];
	const first = nearest && said[nearest.common.file];
	if (!first) return null;
	const { way, common } = nearest;
	const length = common.here;
	const last = way.exchanges[length - 1];
	const goesOn = length === way.exchanges.length;
	const branch = goesOn ? way.branch.branch : uuidOf(`${id} ${openingOf(first)} ${String(length)}`);
	const fresh = copiedTo(
		{ sessionId: id, branch, from: length, link: last ? chainEnd(last) : chainStart(id) },
		said.slice(common.file),
		({ turn }) => uuidOf(`${turn.turnId} in ${branch}`)
	);
	const headSeq = length + fresh.length - 1;
	const row: Branch = goesOn
		? { ...way.branch, headSeq }
		: {
				sessionId: id,
				branch,
				parent: way.branch.branch,
				forkSeq: length,
				headSeq,
				createdAt
			};
	const growth: Growth = {
		branches: [row],
		turns: fresh.map(({ turn }) => turn),
		steps: fresh.flatMap(({ steps }) => steps),
		isLater: false
	};
	return { growth, shown: branch };
}
